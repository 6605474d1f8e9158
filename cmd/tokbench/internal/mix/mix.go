// Package mix measures a whole session of the published mix of tools, built from the outputs of a corpus.
package mix

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/toktee/toktee/cmd/tokbench/internal/figures"
	"github.com/toktee/toktee/cmd/tokbench/internal/score"
	"github.com/toktee/toktee/cmd/tokbench/internal/summary"
	"github.com/toktee/toktee/internal/measure/corpus"
)

// Use is what a session asks one kind of tool for.
type Use struct {
	Tool   string
	Calls  float64 // share of the session's calls
	Tokens int     // of the output of a call
}

// Seed is the published mix of a coding session.
func Seed() []Use {
	return []Use{
		{"search", 0.30, 2500}, {"read", 0.25, 3000}, {"list", 0.15, 800}, {"command", 0.12, 1200},
		{"edit", 0.10, 1500}, {"other", 0.08, 500},
	}
}

// A use is represented by the casesOfUse cases whose sizes are nearest to its own, none more than maxFactor away.
const (
	casesOfUse = 20
	maxFactor  = 2.5
)

// Mixed is how the cases that represent a use fared at the levels.
type Mixed struct {
	Use
	Cases  []*score.CaseScore
	Mean   float64           // raw tokens of a case
	Levels []figures.Measure // as [summary.Levels] names them; recall's bound is the level's
}

// Mix is a session at every level.
type Mix struct {
	Uses  []Mixed
	Saved []float64 // by level: share of the session's tool tokens, each use weighted by its calls and their size
}

// Run takes the cases for each use by what tool says of a case, and scores them at every level. A use for which the
// corpus has no output of that size is an error. b has the summariser; its settings aren't used.
func Run(ctx context.Context, b score.Bench, cases []corpus.Case, uses []Use, tool func(*corpus.Case) string) (Mix,
	error) {
	settings, err := summary.Settings("", "none")
	if err != nil {
		return Mix{}, err
	}
	b.Settings = settings
	scores, err := b.Run(ctx, cases)
	if err != nil {
		return Mix{}, err
	}
	m := Mix{Saved: make([]float64, len(settings))}
	weights := 0.0
	for _, u := range uses {
		mixed := Mixed{Use: u, Cases: nearest(scores, u, tool)}
		if len(mixed.Cases) == 0 {
			return Mix{}, fmt.Errorf("the corpus has no output of the tool %s with %d tokens or nearly so", u.Tool,
				u.Tokens)
		}
		mixed.measure(settings)
		weight := u.Calls * float64(u.Tokens)
		weights += weight
		for i := range mixed.Levels {
			m.Saved[i] += weight * mixed.Levels[i].Saved
		}
		m.Uses = append(m.Uses, mixed)
	}
	for i := range m.Saved {
		m.Saved[i] /= weights
	}
	return m, nil
}

// measure adds up the use's cases at each level.
func (m *Mixed) measure(settings []summary.Setting) {
	for i, s := range settings {
		var sum figures.Sum
		for _, cs := range m.Cases {
			sc := &cs.Scores[i]
			sum.Add(cs.RawTokens, s.Bound(), len(cs.Case.Facts), sc.Tokens, len(sc.Lost))
		}
		m.Mean = float64(sum.Raw) / float64(sum.Cases)
		m.Levels = append(m.Levels, sum.Measure())
	}
}

// nearest are the cases of a tool whose sizes are nearest to the use's, in the order of their ids.
func nearest(scores []score.CaseScore, u Use, tool func(*corpus.Case) string) []*score.CaseScore {
	far := func(cs *score.CaseScore) float64 {
		return math.Abs(math.Log(float64(max(cs.RawTokens, 1)) / float64(u.Tokens)))
	}
	var list []*score.CaseScore
	for i := range scores {
		if cs := &scores[i]; tool(cs.Case) == u.Tool && far(cs) <= math.Log(maxFactor) {
			list = append(list, cs)
		}
	}
	slices.SortStableFunc(list, func(a, b *score.CaseScore) int { return cmp.Compare(far(a), far(b)) })
	list = list[:min(len(list), casesOfUse)]
	slices.SortStableFunc(list, func(a, b *score.CaseScore) int { return cmp.Compare(a.Case.ID, b.Case.ID) })
	return list
}
