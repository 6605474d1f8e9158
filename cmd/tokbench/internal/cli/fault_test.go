package cli

import (
	"context"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/toktee/toktee/cmd/tokbench/internal/score"
	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/tokens"
)

// faults are ways to spoil a summary, each with the kind of violation that eval must report for it. A fault changes
// what it can: on an output that offers nothing to spoil, such as one without a gap, it does nothing.
var faults = []struct {
	name  string
	kind  string
	spoil func(*score.Output)
}{
	{"a failed run is called a success", score.KindGreen, func(o *score.Output) {
		if first, rest, ok := strings.Cut(o.Text, "\n"); ok && strings.HasPrefix(first, "exit ") {
			o.Text = rest
		}
		o.Outcome = "pass"
	}},
	{"a failure is dropped and counted out", score.KindMiscount, func(o *score.Output) {
		if o.Data["failed"] > 0 {
			o.Data = maps.Clone(o.Data)
			o.Data["failed"]--
		}
	}},
	{"numbers of the first line are one too high", score.KindInvented, func(o *score.Output) {
		first, rest, _ := strings.Cut(o.Text, "\n")
		o.Text = number.ReplaceAllStringFunc(first, func(s string) string {
			n, _ := strconv.Atoi(s)
			return strconv.Itoa(n + 1)
		}) + "\n" + rest
	}},
	{"a shown line is dropped without a gap", score.KindLines, func(o *score.Output) {
		if i := slices.IndexFunc(o.Shown, func(lines [2]int) bool { return lines[0] < lines[1] }); i >= 0 {
			o.Shown = slices.Clone(o.Shown)
			o.Shown[i][1]--
		}
	}},
	{"a gap is missing", score.KindLines, func(o *score.Output) {
		if i := firstGap(o); i >= 0 {
			o.Omissions = slices.Delete(slices.Clone(o.Omissions), i, i+1)
		}
	}},
	{"a gap is one line too long", score.KindLines, func(o *score.Output) {
		if i := firstGap(o); i >= 0 {
			o.Omissions = slices.Clone(o.Omissions)
			o.Omissions[i].Count++
			o.Omissions[i].Lines[1]++
		}
	}},
	{"tokens are understated", score.KindFigures, func(o *score.Output) { o.LLMTokens-- }},
	{"the text goes over the budget", score.KindOverBudget, func(o *score.Output) {
		o.Text += strings.Repeat("and more\n", o.Budget)
	}},
	{"the text has a control character", score.KindBytes, func(o *score.Output) { o.Text = "\x1b" + o.Text }},
}

var number = regexp.MustCompile(`\d+`)

// firstGap is the index of the first omission of lines, -1 without one.
func firstGap(o *score.Output) int {
	return slices.IndexFunc(o.Omissions, func(m result.Omission) bool { return m.Lines != [2]int{} })
}

// spoiled is toktee's summariser with a fault. Where the fault changes the text, the token counts still agree with it,
// so that only the fault itself is wrong.
func spoiled(t *testing.T, spoil func(*score.Output)) score.Summariser {
	t.Helper()
	return func(ctx context.Context, c *corpus.Case, s score.Setting) (score.Output, error) {
		o, err := Summarise(ctx, c, s)
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
			o.SavingsTokens = o.UITokens - o.LLMTokens
		}
		return o, nil
	}
}

// TestFaults wraps the summariser with one fault at a time and holds that eval reports each and exits with 1. Without a
// fault, the same evaluation finds nothing.
func TestFaults(t *testing.T) {
	eval := func(f score.Summariser) (int, string) {
		var out, errs strings.Builder
		code := Main(t.Context(), f, []string{"eval", "--data", "../../../../testdata/corpus", "--families", "rusttest",
			"--levels", "balanced", "--budgets", "100", "--counts"}, &out, &errs)
		return code, out.String() + errs.String()
	}
	if code, out := eval(Summarise); code != exitOK {
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
			if !strings.Contains(out, "\n  "+f.kind+" ") {
				t.Errorf("no violation of kind %q:\n%s", f.kind, out)
			}
		})
	}
}
