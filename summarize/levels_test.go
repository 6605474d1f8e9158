package summarize_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/testing/sweep"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// TestBudgets holds the budget of each kind of output at the default level.
func TestBudgets(t *testing.T) {
	sweep.OneGoroutine(t)
	many := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format+"\n", i)
		}
		return b.String()
	}
	object := `{"id": 1, "body": [` + strings.TrimSuffix(many(4000, `"word %d",`), ",\n") + "]}"
	code := many(3000, "func name%d() { return }")
	prose := many(3000, "The part %d of the answer says something else.")
	passed, failed := result.Status{Known: true}, result.Status{Known: true, Code: 1}
	for name, tt := range map[string]struct {
		req    summarize.Request
		status result.Status
		output string
		want   int
	}{
		"part":     {summarize.Request{Tool: "Read", Path: "a.go", Offset: 200, Limit: 3000}, passed, code, 2000},
		"start":    {summarize.Request{Command: "sed -n '1,3000p' a.go"}, passed, code, 4000},
		"middle":   {summarize.Request{Command: "sed -n '200,3199p' a.go"}, passed, code, 2000},
		"file":     {summarize.Request{Tool: "Read", Path: "a.go"}, passed, code, 3500},
		"finding":  {summarize.Request{Tool: "Task"}, passed, prose, 6000},
		"answer":   {summarize.Request{Command: "gh api repos/o/r/issues -f title=x"}, passed, object, 400},
		"answer 2": {summarize.Request{Tool: "mcp__hub__create_issue"}, passed, object, 400},
		"data":     {summarize.Request{Command: "gh api repos/o/r/issues/1"}, passed, object, 4000},
		"search":   {summarize.Request{Command: "rg -n name"}, passed, many(3000, "a.go:%d:name"), 2300},
		"list":     {summarize.Request{Command: "find . -type f"}, passed, many(3000, "./dir%d/file.go"), 4000},
		"diff":     {summarize.Request{Command: "git diff"}, passed, bigDiff(1000), 2000},
		"failed":   {summarize.Request{Command: "make all"}, failed, many(3000, "error: no %d"), 1000},
		"failed 2": {summarize.Request{Command: "git status; ls; make all"}, failed, many(3000, "error: no %d"), 2000},
		"other":    {summarize.Request{Command: "./deploy"}, passed, many(3000, "step %d is done, next one"), 1000},
	} {
		req := tt.req
		req.Status, req.Stdout = tt.status, []byte(tt.output)
		if req.Command == "" && req.Path != "" {
			req.Args, _ = json.Marshal(map[string]any{"file_path": req.Path})
		}
		r, err := summarize.Summarize(t.Context(), summarize.Config{Enabled: true}, req)
		if err != nil {
			t.Fatal(err)
		}
		if m := r.Metadata(); m.Budget != tt.want || m.LLMTokens > tt.want || len(m.Omissions) == 0 {
			t.Errorf("%s: budget %d, %d tokens, %d omissions; want %d (%s)",
				name, m.Budget, m.LLMTokens, len(m.Omissions), tt.want, m.Strategy)
		}
		r, err = summarize.Summarize(t.Context(), summarize.Config{Enabled: true, Level: summarize.Conservative}, req)
		if err != nil {
			t.Fatal(err)
		}
		if m := r.Metadata(); m.Budget < 4000 {
			t.Errorf("%s: a budget of %d at conservative", name, m.Budget)
		}
	}
}

// bigDiff is a diff of so many hunks.
func bigDiff(n int) string {
	var b strings.Builder
	b.WriteString("diff --git a/a.go b/a.go\nindex 1111111..2222222 100644\n--- a/a.go\n+++ b/a.go\n")
	for i := range n {
		fmt.Fprintf(&b, "@@ -%d,1 +%d,1 @@\n-old line %d\n+new line %d\n", 10*i+1, 10*i+1, i, i)
	}
	return b.String()
}

// TestPartsBesideAFailure: of a line of several commands of which one failed, what the others printed is shown, too.
func TestPartsBesideAFailure(t *testing.T) {
	var out strings.Builder
	for i := range 40 {
		fmt.Fprintf(&out, "lib/part_%d.rb\n", i)
	}
	for i := range 50 {
		fmt.Fprintf(&out, "\n  %d) Failure:\nTestCart#test_sum_%d [test/cart_test.rb:%d]:\n", i+1, i, 10*i+7)
		fmt.Fprintf(&out, "Expected: %d lamps\n  Actual: nil\n", i)
	}
	out.WriteString("\n60 runs, 60 assertions, 50 failures, 0 errors, 0 skips\n")
	req := ended("git status --short; ls lib/*; rake test", out.String(), 1)
	r, err := summarize.Summarize(t.Context(), summarize.Config{Enabled: true}, req)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"lib/part_20.rb", "test_sum_0 ", "test_sum_49 "} {
		if !strings.Contains(r.LLMContent(), want) {
			t.Errorf("%q is missing:\n%s", want, r.LLMContent())
		}
	}
}

// TestRangesOfOneCommand: of a command line that asks for ranges of several files, every line is shown that the budget
// allows.
func TestRangesOfOneCommand(t *testing.T) {
	var out strings.Builder
	for i := range 90 {
		fmt.Fprintf(&out, "   The flag %d changes what the decoder accepts in an input, and is 0 by default.\n", i)
		if i%9 == 0 {
			fmt.Fprintf(&out, "\n``JSON_FLAG_%d``\n", i)
		}
	}
	out.WriteString("---SRC\n")
	for i := range 60 {
		fmt.Fprintf(&out, "\tflags[%d] = lex_flag(stream, %d); /* kept */\n", i, i)
	}
	req := ended("sed -n 200,319p doc/api.rst; echo ---SRC; sed -n 300,359p src/load.c", out.String(), 0)
	r, err := summarize.Summarize(t.Context(), summarize.Config{Enabled: true}, req)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Metadata().Omissions) > 0 {
		t.Errorf("lines are left out:\n%s", r.LLMContent())
	}
}
