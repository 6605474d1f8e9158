package bench

import (
	"slices"
	"time"
)

// refetch is what a session pays beside the raw text when it has to fetch an output again: the call.
const refetch = 120

// Row is how the cases of a family fared at one setting.
type Row struct {
	Setting    string
	Cases      int
	Over       int // cases whose raw text exceeds the setting's bound
	Labelled   int // those among them that have facts
	Worse      int
	OverBudget int
	Broken     int // other violations
	Tokens     float64
	ToFacts    *float64 // mean tokens until every fact is seen, over the labelled cases; nil when there are none
	RawFacts   float64  // mean raw tokens of those cases
	Measure
	Intervals Intervals
	Hard      *float64  // share of the labelled cases that keep every fact; nil when there are none
	Baselines []Measure // as [Baselines] names them
	Times     *Times    // nil unless asked for
}

// Measure is the common figures of a summariser and the baselines. See the package's doc for what they mean.
type Measure struct {
	Saved  float64
	Recall *float64 // nil when no case has a say
	Intact float64
	Net    float64
}

// Times are the durations of the calls at one setting.
type Times struct{ Mean, P95, Max time.Duration }

// measurer sums up what a [Measure] is made of.
type measurer struct {
	cases, intact, labelled, hard int
	raw, given, cost              int
	recall                        float64
}

func (m *measurer) add(raw, bound, facts, tokens, lost int) {
	m.cases++
	m.raw += raw
	m.given += tokens
	m.cost += tokens
	if lost == 0 {
		m.intact++
	} else {
		m.cost += raw + refetch
	}
	if facts > 0 && raw > bound {
		m.labelled++
		m.recall += float64(facts-lost) / float64(facts)
		if lost == 0 {
			m.hard++
		}
	}
}

func (m *measurer) measure() Measure {
	r := Measure{Intact: share(m.intact, m.cases), Saved: left(m.given, m.raw), Net: left(m.cost, m.raw)}
	if m.labelled > 0 {
		mean := m.recall / float64(m.labelled)
		r.Recall = &mean
	}
	return r
}

func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// left is the share of whole that part leaves; 0 when there was nothing.
func left(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return 1 - float64(part)/float64(whole)
}

// tally makes the row of the i-th setting.
func tally(scores []*CaseScore, s Setting, i int, times bool) Row {
	r := Row{Setting: s.String(), Cases: len(scores)}
	var own measurer
	parts := make([]measurer, len(scores))
	var toFacts, rawFacts int
	base := make([]measurer, len(Baselines()))
	var took []time.Duration
	for n, cs := range scores {
		sc, facts := &cs.Scores[i], len(cs.Case.Facts)
		if cs.RawTokens > s.Bound() {
			r.Over++
		}
		parts[n].add(cs.RawTokens, s.Bound(), facts, sc.Tokens, len(sc.Lost))
		own.join(&parts[n])
		if parts[n].labelled > 0 {
			toFacts += sc.ToFacts
			rawFacts += cs.RawTokens
		}
		for j, b := range sc.Baselines {
			base[j].add(cs.RawTokens, s.Bound(), facts, b.Tokens, b.Lost)
		}
		for _, v := range cs.Violations {
			switch {
			case v.Setting != r.Setting:
			case v.Kind == Worse:
				r.Worse++
			case v.Kind == OverBudget:
				r.OverBudget++
			default:
				r.Broken++
			}
		}
		took = append(took, sc.Took)
	}
	r.Measure, r.Labelled, r.Tokens = own.measure(), own.labelled, float64(own.given)/float64(max(1, own.cases))
	r.Intervals = intervals(parts)
	if own.labelled > 0 {
		mean := float64(toFacts) / float64(own.labelled)
		r.ToFacts, r.RawFacts = &mean, float64(rawFacts)/float64(own.labelled)
		h := share(own.hard, own.labelled)
		r.Hard = &h
	}
	for j := range base {
		r.Baselines = append(r.Baselines, base[j].measure())
	}
	if times {
		r.Times = timesOf(took)
	}
	return r
}

func timesOf(took []time.Duration) *Times {
	if len(took) == 0 {
		return &Times{}
	}
	slices.Sort(took)
	var sum time.Duration
	for _, d := range took {
		sum += d
	}
	return &Times{sum / time.Duration(len(took)), took[(len(took)-1)*95/100], took[len(took)-1]}
}
