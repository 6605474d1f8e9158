package bench

import (
	"context"
	"fmt"
	"time"

	"github.com/toktee/toktee/tokens"
)

// Score is how one case fared at one setting.
type Score struct {
	Tokens    int              // of the text, counted by the scorer
	Lost      []int            // facts that the text doesn't hold
	ToFacts   int              // tokens until every fact is seen, see [fetches]
	Took      time.Duration    // how long the summariser took
	Text      string           // the text, where the bench keeps it
	Data      map[string]int64 // what the summary counted
	Broken    bool             // the summariser returned an error; the case counts as the raw text with every fact lost
	Baselines []BaselineScore
}

// BaselineScore is how a baseline fared at as many tokens.
type BaselineScore struct {
	Tokens int
	Lost   int
}

// CaseScore is how one case fared.
type CaseScore struct {
	Case       *Case
	RawTokens  int
	Fixed      []FixedScore // as [fixedCuts] names them
	Scores     []Score      // by setting
	Violations []Violation
}

// scorer scores cases, one at a time.
type scorer struct {
	b     *Bench
	count *tokens.Counter
}

// score runs a case through every setting.
func (s *scorer) score(ctx context.Context, c *Case) (CaseScore, error) {
	t, err := newTruth(c, s.b.Clean, s.count)
	if err != nil {
		return CaseScore{}, err
	}
	cs := CaseScore{Case: c, RawTokens: t.rawTokens, Fixed: t.fixed(s.count), Scores: make([]Score, len(s.b.Settings))}
	fetch := fetches{t: t, count: s.count}
	v := violations{c: c}
	n := len(s.b.Settings)
	outs, counts, ok := make([]Output, n), make([]int, n), make([]bool, n)
	cuts := lazyCutters(t, s.count)
	for i, set := range s.b.Settings {
		start := time.Now()
		out, err := safely(ctx, s.b.Summarise, c, set)
		took := time.Since(start)
		if ctx.Err() != nil {
			return CaseScore{}, fmt.Errorf("scoring %s: %w", c.ID, context.Cause(ctx))
		}
		sc := Score{Took: took}
		given := t.rawTokens
		if err != nil {
			v.add(Broken, set, "%v", err)
			sc.Broken, sc.Tokens, sc.Lost = true, t.rawTokens, Lost(c.Facts, "")
			sc.ToFacts = 2*t.rawTokens + refetch
		} else {
			outs[i], ok[i] = out, true
			counts[i] = t.check(&v, set, &out, s.count)
			given = counts[i]
			sc.Tokens, sc.Lost = given, Lost(c.Facts, out.Text)
			sc.ToFacts = fetch.toFacts(given, sc.Lost, &out)
			sc.Data = out.Data
			if s.b.Keep {
				sc.Text = out.Text
			}
		}
		if set.Budget > 0 {
			given = set.Budget
		}
		sc.Baselines = t.compare(cuts, given, s.count)
		cs.Scores[i] = sc
	}
	v.between(s.b.Settings, outs, counts, ok)
	cs.Violations = v.list
	return cs, nil
}

// compare scores the baselines at a budget. An output that fits is handed over as it is.
func (t *truth) compare(cuts []func() cutter, budget int, count *tokens.Counter) []BaselineScore {
	var list []BaselineScore
	for _, cut := range cuts {
		if t.rawTokens <= budget {
			list = append(list, BaselineScore{t.rawTokens, len(Lost(t.c.Facts, string(t.c.Raw())))})
			continue
		}
		text := cut()(budget)
		list = append(list, BaselineScore{count.CountString(text), len(Lost(t.c.Facts, text))})
	}
	return list
}

// lazyCutters prepares each baseline when it is first needed: most cases are small and need none.
func lazyCutters(t *truth, count *tokens.Counter) []func() cutter {
	var list []func() cutter
	for _, b := range baselines() {
		var made cutter
		list = append(list, func() cutter {
			if made == nil {
				made = b.make(t, count)
			}
			return made
		})
	}
	return list
}

// safely turns a panic of the summariser into an error, so that one case doesn't end the run.
func safely(ctx context.Context, f Summariser, c *Case, s Setting) (out Output, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return f(ctx, c, s)
}
