package cli

import (
	"context"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/toktee/toktee/cmd/tokbench/internal/promise"
	"github.com/toktee/toktee/cmd/tokbench/internal/subject"
	"github.com/toktee/toktee/cmd/tokbench/internal/summary"
	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/tokens"
)

// faults are ways to spoil a summary, each with the kind of violation that eval must report for it. A fault changes
// what it can: on an output that offers nothing to spoil, such as one without a gap, it does nothing.
var faults = []struct {
	name  string
	kind  string
	spoil func(*summary.Output)
}{
	{"a failed run is called a success", promise.Green, func(o *summary.Output) {
		if first, rest, ok := strings.Cut(o.Text, "\n"); ok && strings.HasPrefix(first, "exit ") {
			o.Text = rest
		}
		o.Outcome = "pass"
	}},
	{"a failure is dropped and counted out", promise.Miscount, func(o *summary.Output) {
		if o.Data["failed"] > 0 {
			o.Data = maps.Clone(o.Data)
			o.Data["failed"]--
		}
	}},
	{"numbers of the first line are one too high", promise.Invented, func(o *summary.Output) {
		first, rest, _ := strings.Cut(o.Text, "\n")
		o.Text = number.ReplaceAllStringFunc(first, func(s string) string {
			n, _ := strconv.Atoi(s)
			return strconv.Itoa(n + 1)
		}) + "\n" + rest
	}},
	{"a shown line is dropped without a gap", promise.Lines, func(o *summary.Output) {
		if i := slices.IndexFunc(o.Shown, func(r summary.Range) bool { return r.First < r.Last }); i >= 0 {
			o.Shown = slices.Clone(o.Shown)
			o.Shown[i].Last--
		}
	}},
	{"a gap is missing", promise.Lines, func(o *summary.Output) {
		if i := firstGap(o); i >= 0 {
			o.Omissions = slices.Delete(slices.Clone(o.Omissions), i, i+1)
		}
	}},
	{"a gap is one line too long", promise.Lines, func(o *summary.Output) {
		if i := firstGap(o); i >= 0 {
			o.Omissions = slices.Clone(o.Omissions)
			o.Omissions[i].Count++
			o.Omissions[i].Lines.Last++
		}
	}},
	{"tokens are understated", promise.Figures, func(o *summary.Output) { o.LLMTokens-- }},
	{"the text goes over the budget", promise.OverBudget, func(o *summary.Output) {
		o.Text += strings.Repeat("and more\n", o.Budget)
	}},
	{"the text has a control character", promise.Bytes, func(o *summary.Output) { o.Text = "\x1b" + o.Text }},
}

var number = regexp.MustCompile(`\d+`)

// firstGap is the index of the first omission of lines, -1 without one.
func firstGap(o *summary.Output) int {
	return slices.IndexFunc(o.Omissions, func(m summary.Omission) bool { return m.Lines != summary.Range{} })
}

// spoiled is toktee's summariser with a fault. Where the fault changes the text, the token counts still agree with it,
// so that only the fault itself is wrong.
func spoiled(t *testing.T, spoil func(*summary.Output)) summary.Summariser {
	t.Helper()
	return func(ctx context.Context, c *corpus.Case, s summary.Setting) (summary.Output, error) {
		o, err := subject.Summarise(ctx, c, s)
		if err != nil {
			return o, err
		}
		before := o.Text
		spoil(&o)
		if o.Text != before {
			count, err := tokens.New(tokens.Default)
			if err != nil {
				return o, err
			}
			o.LLMTokens = count.CountString(o.Text)
			o.Savings = o.UITokens - o.LLMTokens
		}
		return o, nil
	}
}

// TestFaults wraps the summariser with one fault at a time and holds that eval reports each and exits with 1. Without a
// fault, the same evaluation finds nothing.
func TestFaults(t *testing.T) {
	eval := func(f summary.Summariser) (int, string) {
		var out, errs strings.Builder
		code := Main(t.Context(), f, []string{"eval", "--data", "../../../../testdata/corpus", "--families", "gotest",
			"--levels", "balanced", "--budgets", "100", "--counts"}, &out, &errs)
		return code, out.String() + errs.String()
	}
	if code, out := eval(subject.Summarise); code != exitOK {
		t.Fatalf("without a fault, eval exits with %d:\n%s", code, out)
	}
	for i, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			if testing.Short() && i%4 > 0 {
				t.Skip("short: each takes an evaluation")
			}
			code, out := eval(spoiled(t, f.spoil))
			if code != exitBroken {
				t.Errorf("eval exits with %d, want %d", code, exitBroken)
			}
			if !strings.Contains(out, "\n"+f.kind+" ") {
				t.Errorf("no violation of kind %q:\n%s", f.kind, out)
			}
		})
	}
}
