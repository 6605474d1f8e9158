package result

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestAccessors(t *testing.T) {
	r := whole(t)
	code, known := r.ExitCode()
	ui, inline := r.UIContent()
	got := []any{r.ID(), r.CallID(), r.ToolName(), r.Passed(), r.Failed(), code, known, r.Signal(), r.LLMContent(),
		ui, inline,
		r.Payload().Bytes, r.Details().Type(), r.Duration(), r.Metadata().Strategy}
	want := []any{"401882137095", "call_7", "exec", false, true, 1, true, "", "410 passed, 2 failed\n<a> & <b>",
		"raw <out> & more\n", true,
		int64(17), "tests", 1500 * time.Millisecond, "exec/gotest"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("mismatch (-want +got):\n%s", diff)
	}
	if code, known := mustNew(t, Parts{Status: Status{Code: 9}}).ExitCode(); code != 0 || known {
		t.Errorf("an unknown exit code is %d, %v", code, known)
	}
}

func record1(t *testing.T, r ToolResult) string {
	t.Helper()
	b, err := r.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// vandalise overwrites whatever it is given, in place.
func vandalise(m Metadata) {
	clear(m.Data)
	if m.Data != nil {
		m.Data["vandal"] = 1
	}
	for i := range m.Files {
		m.Files[i] = "vandal"
	}
	for i := range m.Warnings {
		m.Warnings[i] = "vandal"
	}
	for i := range m.Shown {
		m.Shown[i] = [2]int{-1, -1}
	}
	for i := range m.Omissions {
		m.Omissions[i] = Omission{Kind: "vandal"}
	}
	_ = append(m.Files, "vandal")
	_ = append(m.Warnings, "vandal")
}

func TestImmutable(t *testing.T) {
	d, err := NewDetails("d", map[string]int{"a": 1})
	if err != nil {
		t.Fatal(err)
	}
	p := Parts{
		Tool: "x", Err: &ToolError{KindInput, "bad"}, Blocks: []Block{textBlock("a"), textBlock("b")},
		UI: []byte("payload"), Details: d,
		Metadata: Metadata{
			Files: []string{"f"}, Data: map[string]int64{"k": 1}, Shown: [][2]int{{1, 2}},
			Omissions: []Omission{{Kind: "line", Count: 1}}, Warnings: append(make([]string, 0, 8), "w"),
		},
	}
	r := mustNew(t, p)
	before := record1(t, r)
	steps := map[string]func(){
		"parts given": func() {
			p.Err.Message, p.Blocks[0] = "vandal", textBlock("vandal")
			copy(p.UI, "vandal")
			vandalise(p.Metadata)
		},
		"error":    func() { r.Error().Message = "vandal" },
		"blocks":   func() { r.Blocks()[0] = textBlock("vandal") },
		"metadata": func() { vandalise(r.Metadata()) },
		"details": func() {
			m, err := r.Details().MarshalJSON()
			if err != nil {
				t.Fatal(err)
			}
			copy(m, strings.Repeat("x", len(m)))
		},
		"for model": func() { r.ForModel().Blocks[0] = textBlock("vandal") },
		"copies": func() {
			all := changed(t, r)
			for _, c := range all {
				vandalise(c.Metadata())
			}
			// Two copies that grow from one must not share a tail.
			a, b := r.WithWarnings("a"), r.WithWarnings("b")
			if got := a.Metadata().Warnings; len(got) != 2 || got[1] != "a" {
				t.Errorf("warnings of one copy became %v after %v", got, b.Metadata().Warnings)
			}
		},
		"arguments of with": func() {
			shown, omissions := [][2]int{{1, 1}}, []Omission{{Kind: "line"}}
			warnings := []string{"kept"}
			text, err := r.WithLLM("kept", 0, shown, omissions)
			if err != nil {
				t.Fatal(err)
			}
			warned := text.WithWarnings(warnings...)
			want := record1(t, text) + record1(t, warned)
			shown[0], omissions[0].Kind, warnings[0] = [2]int{9, 9}, "vandal", "vandal"
			if diff := cmp.Diff(want, record1(t, text)+record1(t, warned)); diff != "" {
				t.Errorf("a copy changed (-before +after):\n%s", diff)
			}
		},
		"loading over a copy": func() {
			c := r
			if err := json.Unmarshal([]byte(`{"schema_version":1,"llm_content":"vandal"}`), &c); err != nil {
				t.Fatal(err)
			}
		},
	}
	for name, step := range steps {
		t.Run(name, func(t *testing.T) {
			step()
			if diff := cmp.Diff(before, record1(t, r)); diff != "" {
				t.Errorf("the result changed (-before +after):\n%s", diff)
			}
		})
	}
}

// changed returns r after each With method.
func changed(t *testing.T, r ToolResult) map[string]ToolResult {
	t.Helper()
	text, err := r.WithLLM("other", 0, [][2]int{{7, 7}}, []Omission{{Kind: "hunk", Count: 2}})
	if err != nil {
		t.Fatal(err)
	}
	return map[string]ToolResult{
		"call_id": r.WithCallID("other"), "warnings": r.WithWarnings("other\xff"),
		"text": text, "files": r.WithFiles("b.go", "a_test.go", "\xff"),
	}
}

func TestWith(t *testing.T) {
	r := whole(t)
	// What each method changes in the record, by replacement.
	swaps := map[string][]string{
		"call_id":  {`"call_7"`, `"other"`},
		"warnings": {`"warnings":[]`, "\"warnings\":[\"other\uFFFD\"]"},
		"files":    {`"files":["a_test.go"]`, "\"files\":[\"b.go\",\"a_test.go\",\"\uFFFD\"]"},
		"text": {`"410 passed, 2 failed\n<a> & <b>"`, `"other"`, `"llm_tokens":48`, `"llm_tokens":0`,
			`"savings_tokens":2402,"savings_percent":98.0`, `"savings_tokens":2450,"savings_percent":100.0`,
			`[[1,3],[210,214]]`, `[[7,7]]`,
			`{"kind":"line","count":1873,"lines":[215,2087]},{"kind":"line","count":3,"upstream":true}`,
			`{"kind":"hunk","count":2}`,
			`{"text":[1,3],"lines":[[1,3]]},{"text":[4,4],"lines":[[210,212],[214,214]],"composed":true}`, ``},
	}
	before := record1(t, r)
	all := changed(t, r)
	if len(all) != len(swaps) {
		t.Fatalf("%d changes, %d expectations", len(all), len(swaps))
	}
	for name, c := range all {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(strings.NewReplacer(swaps[name]...).Replace(before), record1(t, c)); diff != "" {
				t.Errorf("mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWithRefuses(t *testing.T) {
	r := Simple("x", "some text", 2)
	for name, err := range map[string]error{
		`"\xff"`:              second(r.WithLLM("\xff", 1, nil, nil)),
		"llm_tokens is 3":     second(r.WithLLM("a", 3, nil, nil)),
		"shown range [0 1]":   second(r.WithLLM("a", 1, [][2]int{{0, 1}}, nil)),
		"llm_tokens is -1":    second(r.WithLLM("", -1, nil, nil)),
		"omission {Kind: Cou": second(r.WithLLM("a", 1, nil, []Omission{{}})),
	} {
		if err == nil || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), `"x"`) {
			t.Errorf("error %v, want one that names %s and the tool", err, name)
		}
	}
}

func second[T any](_ T, err error) error { return err }

func TestConcurrentUse(t *testing.T) {
	r := whole(t)
	before := record1(t, r)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 20 {
				vandalise(r.Metadata())
				_ = r.WithWarnings("x").WithCallID("y").Metadata()
				if c, err := r.WithLLM("z", 1, nil, nil); err != nil || c.LLMContent() != "z" {
					t.Errorf("WithLLM gave %q, %v", c.LLMContent(), err)
				}
				_ = r.ForModel()
				_ = SavingsLine(r)
				r.Error().Message = "x"
				if _, err := r.MarshalJSON(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if diff := cmp.Diff(before, record1(t, r)); diff != "" {
		t.Errorf("the result changed (-before +after):\n%s", diff)
	}
}
