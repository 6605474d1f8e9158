package docs_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// TestReadmeIsShort: the README has at most 900 words, its code and tables included.
func TestReadmeIsShort(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	if n := len(strings.Fields(string(readme))); n > 900 {
		t.Errorf("the README has %d words, more than 900", n)
	}
}

// TestReadmeExample: the README's example, with its number of tokens, is the text of a captured run. TOKTEE_UPDATE=1
// rewrites it.
func TestReadmeExample(t *testing.T) {
	const id, opens, closes = "jstest/vitest-verbose", "the model gets ", "\n```\n\nEach line of"
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	cases, err := os.ReadFile("../testdata/corpus/cases.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for l := range strings.Lines(string(cases)) {
		var c struct {
			ID, Tool, Command, Raw string
			Exit                   int `json:"exit_code"`
		}
		if err := json.Unmarshal([]byte(l), &c); err != nil {
			t.Fatal(err)
		}
		if c.ID != id {
			continue
		}
		raw, err := os.ReadFile("../testdata/corpus/" + c.Raw)
		if err != nil {
			t.Fatal(err)
		}
		r, err := summarize.Summarize(
			t.Context(),
			summarize.Config{Enabled: true, Budget: 160},
			summarize.Request{
				Tool:    c.Tool,
				Command: c.Command,
				Stdout:  raw,
				Status:  result.Status{Known: true, Code: c.Exit},
			},
		)
		if err != nil {
			t.Fatal(err)
		}
		head, rest, ok := strings.Cut(string(readme), opens)
		_, tail, ok2 := strings.Cut(rest, closes)
		if !ok || !ok2 {
			t.Fatal("the README has no example")
		}
		n, _ := json.Marshal(r.Metadata().LLMTokens)
		want := head + opens + string(n) + ":\n\n```\n" + r.LLMContent() + closes + tail
		if want == string(readme) {
			return
		}
		if os.Getenv("TOKTEE_UPDATE") == "" {
			t.Fatalf(
				"the README's example is not what the captured run gives; TOKTEE_UPDATE=1 rewrites it:\n%s",
				r.LLMContent(),
			)
		}
		if err := os.WriteFile("../README.md", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Fatalf("no case %s", id)
}

// TestContributingExample: the parser that CONTRIBUTING explains is the one that a test runs.
func TestContributingExample(t *testing.T) {
	contributing, err := os.ReadFile("../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	example, err := os.ReadFile("../strategies/report/example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, parser, _ := strings.Cut(string(contributing), "```go\n")
	parser, _, found := strings.Cut(parser, "```")
	if !found || !strings.Contains(string(example), parser) {
		t.Error("CONTRIBUTING.md's parser isn't in strategies/report/example_test.go")
	}
}
