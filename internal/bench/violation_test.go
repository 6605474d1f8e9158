package bench

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/toktee/toktee/tokens"
	"pgregory.net/rapid"
)

// kinds are the kinds of the violations, sorted, each once.
func kinds(vs []Violation) []string {
	var ks []string
	for _, v := range vs {
		ks = append(ks, v.Kind)
	}
	slices.Sort(ks)
	return slices.Compact(ks)
}

func TestHonestSummaryHasNoViolation(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c := story("s", rapid.IntRange(2, 100).Draw(rt, "lines"))
		c.Stdout = append(c.Stdout, rapid.StringMatching(`([a-z0-9é ]{0,30}\n){0,20}`).Draw(rt, "more")...)
		*c.ExitCode = rapid.IntRange(0, 3).Draw(rt, "exit code")
		_, scores := run(t, honest, 1, c)
		if vs := scores[0].Violations; len(vs) > 0 {
			rt.Fatalf("violations of an honest summary: %v", vs)
		}
	})
}

// A text that is a status line and nothing else may end in a line feed or not.
func TestEmptyOutput(t *testing.T) {
	c := story("s", 3)
	c.Stdout, c.Facts = nil, nil
	bare := func(ctx context.Context, c *Case, s Setting) (Output, error) {
		o, err := honest(ctx, c, s)
		o.Text = strings.TrimSuffix(o.Text, "\n")
		o.LLMTokens = counter(t).CountString(o.Text)
		o.UITokens = o.LLMTokens
		return o, err
	}
	for name, f := range map[string]Summariser{"with a line feed": honest, "without": bare} {
		_, scores := run(t, f, 1, c)
		if vs := scores[0].Violations; len(vs) > 0 {
			t.Errorf("violations for an empty output %s: %v", name, vs)
		}
	}
}

// Each lie changes an honest summary of one setting in one respect; the scorer has to name it.
func TestLies(t *testing.T) {
	recount := func(o *Output) {
		count, err := tokens.New("")
		if err != nil {
			t.Fatal(err)
		}
		o.LLMTokens = count.CountString(o.Text)
		o.Savings = o.UITokens - o.LLMTokens
	}
	for _, test := range []struct {
		name string
		at   string // the setting that lies
		lie  func(c *Case, o *Output)
		want string
	}{
		{"goes over the budget", "100", func(c *Case, o *Output) { o.Text += strings.Repeat(" and more", 80); recount(o) }, OverBudget},
		{"goes over a level's budget", "minimal", func(c *Case, o *Output) { o.Text += strings.Repeat(" and more", 80); recount(o) }, OverBudget},
		{"misstates the budget", "100", func(c *Case, o *Output) { o.Budget = 99 }, Figures},
		{"understates its tokens", "100", func(c *Case, o *Output) { o.LLMTokens--; o.Savings++ }, Figures},
		{"overstates the raw tokens", "100", func(c *Case, o *Output) { o.UITokens += 1000; o.Savings += 1000 }, Figures},
		{"overstates the savings", "100", func(c *Case, o *Output) { o.Savings++ }, Figures},
		{"invents a number", "250", func(c *Case, o *Output) {
			o.Text = strings.Replace(o.Text, "step 2 went well", "13371 steps failed", 1)
			recount(o)
		}, Invented},
		{"calls a failure a success", "32", func(c *Case, o *Output) { o.Success = true }, Green},
		{"hides a line from the account", "32", func(c *Case, o *Output) { o.Omissions[0].Lines.First++; o.Omissions[0].Count-- }, Lines},
		{"counts a line twice", "32", func(c *Case, o *Output) { o.Shown[0].Last++ }, Lines},
		{"counts more lines than it spans", "32", func(c *Case, o *Output) { o.Omissions[0].Count++ }, Lines},
		{"claims lines behind the end", "8000", func(c *Case, o *Output) { o.Shown[0].Last += 5 }, Lines},
		{"shows a line that a larger budget doesn't", "250", func(c *Case, o *Output) {
			last := o.Omissions[0].Lines.Last
			o.Shown = append(o.Shown, Range{last, last})
			o.Omissions[0].Lines.Last--
			o.Omissions[0].Count--
		}, Nested},
		{"leaves an escape", "balanced", func(c *Case, o *Output) { o.Text = "\x1b" + o.Text; recount(o) }, Bytes},
		{"breaks a character", "balanced", func(c *Case, o *Output) { o.Text += "\xe2\x80"; recount(o) }, Bytes},
		{"gives less at a level that shows more", "conservative", func(c *Case, o *Output) { o.Text = "exit 3"; recount(o) }, Monotone},
	} {
		t.Run(test.name, func(t *testing.T) {
			lied := false
			_, scores := run(t, func(ctx context.Context, c *Case, s Setting) (Output, error) {
				o, err := honest(ctx, c, s)
				if s.String() == test.at {
					lied = true
					test.lie(c, &o)
				}
				return o, err
			}, 1, story("s", 200))
			if got := kinds(scores[0].Violations); !lied || !slices.Contains(got, test.want) {
				t.Errorf("violations %v, want %s", got, test.want)
			}
		})
	}
}

func TestWorseThanRaw(t *testing.T) {
	c := story("s", 3)
	_, scores := run(t, func(ctx context.Context, c *Case, s Setting) (Output, error) {
		o, err := honest(ctx, c, s)
		o.Text += "\na word too many"
		return o, err
	}, 1, c)
	if got := kinds(scores[0].Violations); !slices.Contains(got, Worse) {
		t.Errorf("violations %v, want %s", got, Worse)
	}
}

// An allowance is made for a status line alone: not for a verdict of as many tokens.
func TestVerdictIsNoStatusLine(t *testing.T) {
	c := story("s", 3)
	*c.ExitCode = 0
	_, scores := run(t, func(ctx context.Context, c *Case, s Setting) (Output, error) {
		o, err := honest(ctx, c, s)
		o.Text = "all is well\n" + o.Text
		return o, err
	}, 1, c)
	if got := kinds(scores[0].Violations); !slices.Contains(got, Worse) {
		t.Errorf("violations %v, want %s", got, Worse)
	}
}

func TestErrorsAndPanicsAreViolations(t *testing.T) {
	_, scores := run(t, func(ctx context.Context, c *Case, s Setting) (Output, error) {
		if s.Level != "" {
			panic("lost the thread")
		}
		return Output{}, errors.New("lost the thread")
	}, 1, story("s", 3))
	for i, sc := range scores[0].Scores {
		if !sc.Broken || len(sc.Lost) != 2 {
			t.Errorf("score %d is %+v, want it broken with both facts lost", i, sc)
		}
	}
	if got := kinds(scores[0].Violations); !slices.Equal(got, []string{Broken}) {
		t.Errorf("violations %v, want %s", got, Broken)
	}
}
