package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/toktee/toktee/benchmarks/pipeline/logtext"
	"github.com/toktee/toktee/internal/measure/corpus"
)

// A result of a log is wrong in one way at a time.
func TestLogResult(t *testing.T) {
	text := logtext.Text{Lines: 70}
	good := func() logResult {
		one := 1
		r := logResult{
			Success: new(bool), IsError: true, ExitCode: &one, LLMContent: "exit 1\n" + planted.verdict + "\n" +
				strings.Join(planted.shown, "\n") + "\n",
		}
		r.Error.Kind = "exit"
		n, err := oracleCount(r.LLMContent)
		if err != nil {
			t.Fatal(err)
		}
		r.Metadata.LLMTokens, r.Metadata.Budget = int64(n), 2000
		r.Metadata.UITokens = 5000 + 4 // "exit", " ", "1", "\n"
		err = json.Unmarshal([]byte(`{"data":{"lines":70},"shown":[[1,5],[70,70]],"omissions":[{"kind":"line",`+
			`"count":64,"lines":[6,69]}]}`), &r.Metadata)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	check := func(r logResult) string { return r.verdict() + r.failure(text) + r.tokens(5000) + r.shown() }
	if p := check(good()); p != "" {
		t.Fatalf("a good result: %s", p)
	}
	for name, spoil := range map[string]func(*logResult){
		"success":       func(r *logResult) { r.Success = nil },
		"no exit code":  func(r *logResult) { r.ExitCode = nil },
		"kind":          func(r *logResult) { r.Error.Kind = "signal" },
		"verdict":       func(r *logResult) { r.LLMContent = strings.Replace(r.LLMContent, "1187", "1188", 1) },
		"lines counted": func(r *logResult) { r.Metadata.Data["lines"] = 71 },
		"sum of lines":  func(r *logResult) { r.Metadata.Omissions[0].Count++ },
		"status":        func(r *logResult) { r.LLMContent = strings.Replace(r.LLMContent, "exit 1", "passed", 1) },
		"ui tokens":     func(r *logResult) { r.Metadata.UITokens++ },
		"llm tokens":    func(r *logResult) { r.Metadata.LLMTokens-- },
		"budget":        func(r *logResult) { r.Metadata.Budget = 20 },
		"failure hidden": func(r *logResult) {
			r.LLMContent = strings.Replace(r.LLMContent, "4815162342", "4815162341",
				1)
		},
	} {
		r := good()
		spoil(&r)
		if check(r) == "" {
			t.Errorf("%s: nothing is wrong", name)
		}
	}
}

func TestCheckResults(t *testing.T) {
	cases := []corpus.Case{{ID: "a", Stdout: []byte("x")}, {ID: "b"}}
	for _, c := range []struct {
		name, results, problem string
	}{
		{"good", `{"call_id":"a","metadata":{"llm_tokens":1}} {"call_id":"b","metadata":{"llm_tokens":0}}`, ""},
		{"order", `{"call_id":"b"} {"call_id":"a"}`, `is that of "b"`},
		{"empty text", `{"call_id":"a","metadata":{"llm_tokens":0}} {"call_id":"b"}`, "the text is empty"},
		{"bad line", `{"call_id":"a","error":{"kind":"input","message":"it is not JSON"}} {"call_id":"b"}`,
			"it is not JSON"},
		{"too few", `{"call_id":"a","metadata":{"llm_tokens":1}}`, "result 2 of 2"},
		{"too many", `{"call_id":"a","metadata":{"llm_tokens":1}} {"call_id":"b"} {"call_id":"c"}`, "more results"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "results")
			if err := os.WriteFile(path, []byte(c.results), 0o600); err != nil {
				t.Fatal(err)
			}
			problem, err := checkResults(path, cases)
			if err != nil {
				t.Fatal(err)
			}
			if problem != c.problem && (c.problem == "" || !strings.Contains(problem, c.problem)) {
				t.Errorf("problem %q, want %q", problem, c.problem)
			}
		})
	}
}

func TestJudge(t *testing.T) {
	text := make([]byte, 1_000_000)
	for _, c := range []struct {
		name        string
		c           timed
		share, yard float64
	}{
		{"nothing", timed{c: &corpus.Case{}, took: 2 * time.Millisecond}, 1, 2 / 2.4},
		{"a log of 1 MB", timed{c: &corpus.Case{Tool: "exec", Stdout: text}, took: 26 * time.Millisecond}, 0.5,
			26 / 62.4},
		{"a read of 1 MB", timed{c: &corpus.Case{Tool: "Read", Path: "a.go", Stdout: text},
			took: 504 * time.Millisecond}, 2, 504 / 302.4},
		{"a search of 1 MB", timed{c: &corpus.Case{Tool: "exec", Command: "rg -n a", Stdout: text},
			took: 252 * time.Millisecond}, 1, 252 / 302.4},
	} {
		c.c.judge(time.Millisecond) // for a pass over a MB
		if diff := c.c.share - c.share; diff < -1e-6 || diff > 1e-6 {
			t.Errorf("%s: share %v, want %v", c.name, c.c.share, c.share)
		}
		if diff := c.c.shareOfYard - c.yard; diff < -1e-6 || diff > 1e-6 {
			t.Errorf("%s: share of the yardstick %v, want %v", c.name, c.c.shareOfYard, c.yard)
		}
	}
}
