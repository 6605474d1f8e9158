package score_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/toktee/toktee/cmd/tokbench/internal/score"
	"github.com/toktee/toktee/cmd/tokbench/internal/score/scoretest"
	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/tokens"
	"pgregory.net/rapid"
)

func countTokens(t *testing.T, s string) int {
	t.Helper()
	count, err := tokens.New("")
	if err != nil {
		t.Fatal(err)
	}
	return count.CountString(s)
}

// kinds are the kinds of the violations, sorted, each once.
func kinds(vs []score.Violation) []string {
	var ks []string
	for _, v := range vs {
		ks = append(ks, v.Kind)
	}
	slices.Sort(ks)
	return slices.Compact(ks)
}

func TestHonestSummaryHasNoViolation(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c := scoretest.Story("s", rapid.IntRange(2, 100).Draw(rt, "lines"))
		c.Stdout = append(c.Stdout, rapid.StringMatching(`([a-z0-9é ]{0,30}\n){0,20}`).Draw(rt, "more")...)
		*c.ExitCode = rapid.IntRange(1, 3).Draw(rt, "exit code")
		scores := run(t, scoretest.Honest, c)
		if vs := scores[0].Violations; len(vs) > 0 {
			rt.Fatalf("violations of an honest summary: %v", vs)
		}
	})
}

// A text that is a status line and nothing else may end in a line feed or not.
func TestEmptyOutput(t *testing.T) {
	c := scoretest.Story("s", 3)
	c.Stdout, c.Facts = nil, nil
	bare := func(ctx context.Context, c *corpus.Case, s score.Setting) (score.Output, error) {
		o, err := scoretest.Honest(ctx, c, s)
		o.Text = strings.TrimSuffix(o.Text, "\n")
		o.LLMTokens = countTokens(t, o.Text)
		o.UITokens = o.LLMTokens
		return o, err
	}
	for name, f := range map[string]score.Summariser{"with a line feed": scoretest.Honest, "without": bare} {
		scores := run(t, f, c)
		if vs := scores[0].Violations; len(vs) > 0 {
			t.Errorf("violations for an empty output %s: %v", name, vs)
		}
	}
}

// Each lie changes an honest summary of one setting in one respect; the scorer has to name it.
func TestLies(t *testing.T) {
	recount := func(o *score.Output) {
		o.LLMTokens = countTokens(t, o.Text)
		o.SavingsTokens = o.UITokens - o.LLMTokens
	}
	for _, test := range []struct {
		name string
		at   string // the setting that lies
		lie  func(c *corpus.Case, o *score.Output)
		want string
	}{
		{"goes over the budget", "100", func(c *corpus.Case,
			o *score.Output) {
			o.Text += strings.Repeat(" and more", 80)
			recount(o)
		}, score.KindOverBudget},
		{"goes over a level's budget", "minimal", func(c *corpus.Case,
			o *score.Output) {
			o.Text += strings.Repeat(" and more", 80)
			recount(o)
		}, score.KindOverBudget},
		{"misstates the budget", "100", func(c *corpus.Case, o *score.Output) { o.Budget = 99 }, score.KindFigures},
		{"understates its tokens", "100", func(c *corpus.Case, o *score.Output) { o.LLMTokens--; o.SavingsTokens++ },
			score.KindFigures},
		{"overstates the raw tokens", "100", func(c *corpus.Case,
			o *score.Output) {
			o.UITokens += 1000
			o.SavingsTokens += 1000
		}, score.KindFigures},
		{"overstates the savings", "100", func(c *corpus.Case, o *score.Output) { o.SavingsTokens++ },
			score.KindFigures},
		{"invents a number", "250", func(c *corpus.Case, o *score.Output) {
			o.Text = strings.Replace(o.Text, "step 2 went well", "13371 steps failed", 1)
			recount(o)
		}, score.KindInvented},
		{"calls a failure a success", "32", func(c *corpus.Case, o *score.Output) { o.Outcome = "pass" },
			score.KindGreen},
		{"hides a line from the account", "32", func(c *corpus.Case,
			o *score.Output) {
			o.Omissions[0].Lines[0]++
			o.Omissions[0].Count--
		}, score.KindLines},
		{"counts a line twice", "32", func(c *corpus.Case, o *score.Output) { o.Shown[0][1]++ }, score.KindLines},
		{"counts more lines than it spans", "32", func(c *corpus.Case, o *score.Output) { o.Omissions[0].Count++ },
			score.KindLines},
		{"claims lines behind the end", "8000", func(c *corpus.Case, o *score.Output) { o.Shown[0][1] += 5 },
			score.KindLines},
		{"shows a line that a larger budget doesn't", "250", func(c *corpus.Case, o *score.Output) {
			last := o.Omissions[0].Lines[1]
			o.Shown = append(o.Shown, [2]int{last, last})
			o.Omissions[0].Lines[1]--
			o.Omissions[0].Count--
		}, score.KindNested},
		{"leaves an escape", "balanced", func(c *corpus.Case, o *score.Output) {
			o.Text = "\x1b" +
				o.Text
			recount(o)
		}, score.KindBytes},
		{"breaks a character", "balanced", func(c *corpus.Case, o *score.Output) { o.Text += "\xe2\x80"; recount(o) },
			score.KindBytes},
		{"gives less at a level that shows more", "conservative",
			func(c *corpus.Case, o *score.Output) { o.Text = "exit 3"; recount(o) }, score.KindMonotone},
	} {
		t.Run(test.name, func(t *testing.T) {
			lied := false
			scores := run(t, func(ctx context.Context, c *corpus.Case, s score.Setting) (score.Output, error) {
				o, err := scoretest.Honest(ctx, c, s)
				if s.String() == test.at {
					lied = true
					test.lie(c, &o)
				}
				return o, err
			}, scoretest.Story("s", 200))
			if got := kinds(scores[0].Violations); !lied || !slices.Contains(got, test.want) {
				t.Errorf("violations %v, want %s", got, test.want)
			}
		})
	}
}

func TestWorseThanRaw(t *testing.T) {
	c := scoretest.Story("s", 3)
	scores := run(t, func(ctx context.Context, c *corpus.Case, s score.Setting) (score.Output, error) {
		o, err := scoretest.Honest(ctx, c, s)
		o.Text += "\na word too many"
		return o, err
	}, c)
	if got := kinds(scores[0].Violations); !slices.Contains(got, score.KindWorse) {
		t.Errorf("violations %v, want %s", got, score.KindWorse)
	}
}

// An allowance is made for a status line alone: not for a verdict of as many tokens.
func TestVerdictIsNoStatusLine(t *testing.T) {
	c := scoretest.Story("s", 3)
	*c.ExitCode = 0
	scores := run(t, func(ctx context.Context, c *corpus.Case, s score.Setting) (score.Output, error) {
		o, err := scoretest.Honest(ctx, c, s)
		o.Text = "all is well\n" + o.Text
		return o, err
	}, c)
	if got := kinds(scores[0].Violations); !slices.Contains(got, score.KindWorse) {
		t.Errorf("violations %v, want %s", got, score.KindWorse)
	}
}

func TestErrorsAndPanicsAreViolations(t *testing.T) {
	scores := run(t, func(ctx context.Context, c *corpus.Case, s score.Setting) (score.Output, error) {
		if s.Level != "" {
			panic("lost the thread")
		}
		return score.Output{}, errors.New("lost the thread")
	}, scoretest.Story("s", 3))
	for i, sc := range scores[0].Scores {
		if sc.Outcome != "" || len(sc.Lost) != 2 {
			t.Errorf("score %d is %+v, want it broken with both facts lost", i, sc)
		}
	}
	if got := kinds(scores[0].Violations); !slices.Equal(got, []string{score.KindBroken}) {
		t.Errorf("violations %v, want %s", got, score.KindBroken)
	}
}
