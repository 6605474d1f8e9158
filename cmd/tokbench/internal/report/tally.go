package report

import (
	"github.com/toktee/toktee/cmd/tokbench/internal/baseline"
	"github.com/toktee/toktee/cmd/tokbench/internal/score"
)

// Row is how the cases of a family fared at one setting.
type Row struct {
	Setting    string
	Cases      int
	Over       int      // cases whose raw text exceeds the setting's bound
	Labelled   int      // those among them that have facts
	WithFacts  int      // cases that have facts at all
	Lost       []string // those of them that lack one, by their ids, in the order of the cases
	Worse      int
	OverBudget int
	Broken     int            // other violations
	Outcomes   map[string]int // how many results passed, failed or are unknown, by their outcome
	Tokens     float64
	ToFacts    *float64 // mean tokens until every fact is seen, over the labelled cases; nil when there are none
	RawFacts   float64  // mean raw tokens of those cases
	score.Measure
	Intervals score.Intervals
	Hard      *float64        // share of the labelled cases that keep every fact; nil when there are none
	Baselines []score.Measure // as [baseline.Names] names them
	Same      *Same           // nil at a level
}

// Same is recall over the same cases at every budget: those with facts that the smallest budget has no room for. A case
// that a larger budget has room for passes whole and counts as such. ([Row.Recall] is about other cases at each budget,
// those that it has no room for.)
type Same struct {
	Cases     int
	Recall    float64
	Baselines []float64 // as [baseline.Names] names them
}

// tally makes the row of the i-th setting.
func tally(scores []*score.CaseScore, s score.Setting, i int) Row {
	r := Row{Setting: s.String(), Cases: len(scores), Outcomes: map[string]int{}}
	var all score.Sum
	cases := make([]score.Sum, len(scores))
	baselines := make([]score.Sum, len(baseline.Names()))
	var toFacts, rawFacts int
	for n, cs := range scores {
		sc, facts := &cs.Scores[i], len(cs.Case.Facts)
		if sc.Outcome != "" {
			r.Outcomes[sc.Outcome]++
		}
		if cs.RawTokens > s.Bound() {
			r.Over++
		}
		if len(sc.Lost) > 0 {
			r.Lost = append(r.Lost, cs.Case.ID)
		}
		cases[n].Add(cs.RawTokens, s.Bound(), facts, sc.Tokens, len(sc.Lost))
		all.Join(&cases[n])
		if cases[n].Labelled > 0 {
			toFacts += sc.ToFacts
			rawFacts += cs.RawTokens
		}
		for j, b := range sc.Baselines {
			baselines[j].Add(cs.RawTokens, s.Bound(), facts, b.Tokens, b.Lost)
		}
		r.countViolations(cs.Violations)
	}
	r.Measure, r.Hard, r.Intervals = all.Measure(), all.Hard(), score.IntervalsOf(cases)
	r.Labelled, r.WithFacts, r.Tokens = all.Labelled, all.Facts, float64(all.Tokens)/float64(max(1, all.Cases))
	if all.Labelled > 0 {
		mean := float64(toFacts) / float64(all.Labelled)
		r.ToFacts, r.RawFacts = &mean, float64(rawFacts)/float64(all.Labelled)
	}
	for j := range baselines {
		r.Baselines = append(r.Baselines, baselines[j].Measure())
	}
	return r
}

// countViolations counts those of the row's setting.
func (r *Row) countViolations(list []score.Violation) {
	for _, v := range list {
		switch {
		case v.Setting != r.Setting:
		case v.Kind == score.KindWorse:
			r.Worse++
		case v.Kind == score.KindOverBudget:
			r.OverBudget++
		default:
			r.Broken++
		}
	}
}

// tallySame returns the figures of the i-th setting over the cases with facts whose raw text exceeds the smallest
// budget, nil without such cases.
func tallySame(scores []*score.CaseScore, smallest, i int) *Same {
	s := Same{Baselines: make([]float64, len(baseline.Names()))}
	for _, cs := range scores {
		facts := float64(len(cs.Case.Facts))
		if facts == 0 || cs.RawTokens <= smallest {
			continue
		}
		s.Cases++
		s.Recall += 1 - float64(len(cs.Scores[i].Lost))/facts
		for j, b := range cs.Scores[i].Baselines {
			s.Baselines[j] += 1 - float64(b.Lost)/facts
		}
	}
	if s.Cases == 0 {
		return nil
	}
	s.Recall /= float64(s.Cases)
	for j := range s.Baselines {
		s.Baselines[j] /= float64(s.Cases)
	}
	return &s
}

// smallestBudget returns the smallest of the settings that are a budget alone, or 0.
func smallestBudget(settings []score.Setting) int {
	least := 0
	for _, s := range settings {
		if s.Level == "" && (least == 0 || s.Budget < least) {
			least = s.Budget
		}
	}
	return least
}

// FixedRow is how a fixed cut fared on a family. Its recall is about the cases that it cuts.
type FixedRow struct {
	Name  string
	Cases int
	Cut   int // cases that it cuts
	score.Measure
}

// tallyFixed makes the rows of the fixed cuts.
func tallyFixed(scores []*score.CaseScore) []FixedRow {
	var rows []FixedRow
	for i, f := range baseline.FixedCuts() {
		r := FixedRow{Name: f.Name, Cases: len(scores)}
		var sum score.Sum
		for _, cs := range scores {
			cut := cs.Fixed[i]
			bound := cs.RawTokens // the output passes whole and proves nothing
			if cut.Tokens < cs.RawTokens {
				r.Cut++
				bound = cut.Tokens
			}
			sum.Add(cs.RawTokens, bound, len(cs.Case.Facts), cut.Tokens, cut.Lost)
		}
		r.Measure = sum.Measure()
		rows = append(rows, r)
	}
	return rows
}
