package summarize_test

import (
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/measure/provenance"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// TestPromisesWithSame holds the promises on every captured output of a run whose inputs are those of an earlier one.
func TestPromisesWithSame(t *testing.T) {
	for _, c := range cases(t) {
		t.Run(c.ID, func(t *testing.T) {
			t.Parallel()
			req := c.small(t, 12)
			r, err := summarize.Summarize(t.Context(), summarize.Config{Enabled: true}, req)
			if err != nil {
				t.Fatal(err)
			}
			req.Before = summarize.Remember(t.Context(), summarize.Config{}, req, r)
			same := &summarize.Same{Since: "24 Nov 14:02", Outcome: result.Fail, Failed: 40}
			req.Same = func() *summarize.Same { return same }
			if err := promises(req); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestSame(t *testing.T) {
	goTest := func(names ...string) string {
		var b strings.Builder
		for _, name := range names {
			b.WriteString("--- FAIL: Test" + name + " (0.00s)\n    a_test.go:7: got 1, want 2\n")
		}
		if len(names) == 0 {
			return "ok  \tcalc\t0.004s\n"
		}
		return b.String() + "FAIL\nFAIL\tcalc\t0.003s\nFAIL\n"
	}
	unbuilt := "# calc\n./a.go:3:1: syntax error: unexpected EOF\nFAIL\tcalc [build failed]\nFAIL\n"
	for _, c := range []struct {
		name      string
		last, now string
		same      *summarize.Same
		want      string // "" for no line about inputs or edits
	}{
		{"unknown", goTest("A"), goTest("A"), nil, ""},
		{"the same failures", goTest("A", "B"), goTest("A", "B"),
			&summarize.Same{Since: "14:02", Outcome: result.Fail, Failed: 1}, "same inputs as 14:02, same 2 failures"},
		{"four runs", goTest("A"), goTest("A"), &summarize.Same{Since: "14:02", Outcome: result.Fail, Failed: 3},
			"same inputs as 14:02, same 1 failure"},
		{"five runs", goTest("A"), goTest("A"), &summarize.Same{Since: "14:02", Outcome: result.Fail, Failed: 4},
			"same inputs as 14:02, same 1 failure, 5 runs without an edit"},
		{"only the edits are known", goTest("A"), goTest("A"), &summarize.Same{Outcome: result.Fail, Failed: 6},
			"since the last run: 1 failure the same, 7 runs without an edit"},
		{"only few are known", goTest("A"), goTest("A"), &summarize.Same{Outcome: result.Fail, Failed: 2}, ""},
		{"other failures", goTest("A", "B"), goTest("B", "C"),
			&summarize.Same{Since: "14:02", Outcome: result.Fail, Failed: 8},
			"same inputs as 14:02: 1 failure gone, 1 new, 1 the same"},
		{"it doesn't build", unbuilt, unbuilt, &summarize.Same{Since: "14:02", Outcome: result.Fail, Failed: 1},
			"same inputs as 14:02, failed then, too"},
		{"it passed", goTest(), goTest("A"), &summarize.Same{Since: "14:02", Outcome: result.Pass},
			"same inputs as 14:02, passed then"},
		{"it failed", goTest("A"), goTest(), &summarize.Same{Since: "14:02", Outcome: result.Fail, Failed: 2},
			"same inputs as 14:02, failed then"},
		{"both passed", goTest(), goTest(), &summarize.Same{Since: "14:02", Outcome: result.Pass}, ""},
	} {
		run := func(output string) summarize.Request {
			return ended("go test ./...", output, map[bool]int{true: 0, false: 1}[strings.HasPrefix(output, "ok")])
		}
		last := run(c.last)
		req := run(c.now)
		req.Before = summarize.Remember(t.Context(), summarize.Config{}, last, summarised(t, last, 0))
		plain := summarised(t, req, 0)
		req.Same = func() *summarize.Same { return c.same }
		r := summarised(t, req, 0)
		got := ""
		for line := range strings.Lines(r.LLMContent()) {
			if strings.Contains(line, "inputs") || strings.Contains(line, "edit") {
				got = strings.TrimSuffix(line, "\n")
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q in:\n%s", c.name, got, c.want, r.LLMContent())
		}
		if (r.ID() == plain.ID()) != (c.want == "") {
			t.Errorf("%s: the id is %s, without the line %s", c.name, r.ID(), plain.ID())
		}
		for _, l := range provenance.Check(c.now, req.Command, r.LLMContent(), r.Metadata().Sources) {
			if l.Kind == provenance.Unproved {
				t.Errorf("%s: %q isn't proved: %s", c.name, l.Text, l.Why)
			}
		}
		stopped := req
		stopped.Status.Signal = "SIGKILL"
		if text := summarised(t, stopped, 0).LLMContent(); strings.Contains(text, "inputs") {
			t.Errorf("%s, then killed: %s", c.name, text)
		}
	}
}
