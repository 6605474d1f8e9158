package score

import (
	"context"
	"fmt"

	"github.com/toktee/toktee/cmd/tokbench/internal/baseline"
	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/tokens"
)

// Score is how one case fared at one setting.
type Score struct {
	Tokens    int              // of the text, counted by the scorer
	Lost      []int            // facts that the text lacks, by their index
	ToFacts   int              // tokens until every fact is seen, see [fetches]
	Text      string           // the text, if the bench keeps it
	Data      map[string]int64 // the counts of the summary
	Outcome   string           // pass, fail or unknown; "" if the summariser failed
	Cuts      Cuts
	Baselines []Cut // as [baseline.Names] names them
}

// Cut is how a baseline or a fixed cut fared.
type Cut struct {
	Tokens int
	Lost   int // facts that its text lacks
}

// CaseScore is how one case fared.
type CaseScore struct {
	Case       *corpus.Case
	RawTokens  int
	Fixed      []Cut   // as [baseline.FixedCuts] names them
	Scores     []Score // by setting
	Violations []Violation
}

// scorer scores cases, one at a time.
type scorer struct {
	b     *Bench
	count *tokens.Counter
}

// score runs a case through every setting.
func (s *scorer) score(ctx context.Context, c *corpus.Case) (CaseScore, error) {
	t, err := NewTruth(c, s.b.Clean, s.count)
	if err != nil {
		return CaseScore{}, err
	}
	cs := CaseScore{Case: c, RawTokens: t.RawTokens, Fixed: s.fixedCuts(c)}
	fetch := fetches{truth: t, count: s.count}
	cutters := baseline.Prepare(&baseline.Source{ID: c.ID, Clean: t.Clean, Facts: c.Facts}, s.count)
	var checked []Checked
	for _, setting := range s.b.Settings {
		out, err := s.b.Summarise.Safely(ctx, c, setting)
		if ctx.Err() != nil {
			return CaseScore{}, fmt.Errorf("scoring %s: %w", c.ID, context.Cause(ctx))
		}
		if err != nil {
			cs.Violations = append(cs.Violations, Failure(c, setting, err))
			checked = append(checked, Checked{Setting: setting})
			cs.Scores = append(cs.Scores, s.failed(t))
		} else {
			n, broken := t.Check(setting, &out)
			cs.Violations = append(cs.Violations, broken...)
			checked = append(checked, Checked{Setting: setting, Output: &out, Tokens: n})
			sc := s.of(&out, n, &fetch)
			sc.Cuts = out.cuts(n, t.RawTokens)
			if s.b.Least && setting == Balanced && len(c.Facts) > 0 && t.RawTokens > out.Budget {
				sc.Cuts.Least = s.least(ctx, c, &sc)
			}
			cs.Scores = append(cs.Scores, sc)
		}
		sc := &cs.Scores[len(cs.Scores)-1]
		sc.Baselines = s.compare(t, cutters, sc.Tokens)
	}
	cs.Violations = append(cs.Violations, Between(c, checked)...)
	return cs, nil
}

// of is the score of a text of n tokens.
func (s *scorer) of(out *Output, n int, fetch *fetches) Score {
	lost := corpus.Lost(fetch.truth.Case.Facts, out.Text)
	sc := Score{Tokens: n, Lost: lost, ToFacts: fetch.toFacts(n, lost, out), Data: out.Data, Outcome: out.Outcome}
	if s.b.Keep {
		sc.Text = out.Text
	}
	return sc
}

// failed is the score of a summariser that failed: the session pays the raw text for nothing, then fetches it again.
func (s *scorer) failed(t *Truth) Score {
	return Score{Tokens: t.RawTokens, Lost: corpus.Lost(t.Case.Facts, ""), ToFacts: 2*t.RawTokens + Refetch}
}

// compare scores the baselines at the tokens that the text took. An output that has no more is handed over as it is.
func (s *scorer) compare(t *Truth, cutters []baseline.Cutter, budget int) []Cut {
	var list []Cut
	for _, cut := range cutters {
		if t.RawTokens <= budget {
			list = append(list, Cut{t.RawTokens, len(corpus.Lost(t.Case.Facts, string(t.Case.Raw())))})
			continue
		}
		list = append(list, s.cut(t.Case, cut(budget)))
	}
	return list
}

// fixedCuts scores the fixed cuts.
func (s *scorer) fixedCuts(c *corpus.Case) []Cut {
	var list []Cut
	for _, f := range baseline.FixedCuts() {
		list = append(list, s.cut(c, f.Cut(string(c.Raw()))))
	}
	return list
}

func (s *scorer) cut(c *corpus.Case, text string) Cut {
	return Cut{s.count.CountString(text), len(corpus.Lost(c.Facts, text))}
}
