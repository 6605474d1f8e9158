package bench

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"text/tabwriter"
)

// Use is what a session asks one kind of tool for.
type Use struct {
	Tool   string
	Calls  float64 // share of the session's calls
	Tokens int     // of the output of a call
}

// SeedMix is the published mix of a coding session.
func SeedMix() []Use {
	return []Use{{"search", 0.30, 2500}, {"read", 0.25, 3000}, {"list", 0.15, 800}, {"command", 0.12, 1200}, {"edit", 0.10, 1500}, {"other", 0.08, 500}}
}

// The cases that stand for a use are the mixCases whose size is nearest to its own, none more than mixFactor away.
const (
	mixCases  = 20
	mixFactor = 2.5
)

// Mixed is how the cases that stand for a use fared at the levels.
type Mixed struct {
	Use
	Cases  []*CaseScore
	Mean   float64   // raw tokens of a case
	Levels []Measure // as [Levels] names them; recall is over the cases that have facts and exceed the level's bound
}

// Mix is a session of the seed mix at every level.
type Mix struct {
	Uses  []Mixed
	Saved []float64 // by level: share of the session's tool tokens, each use weighted by its calls and their size
}

// RunMix draws the cases for each use by what tool says of a case, and scores them at every level. A use for which the
// corpus has no output of that size is an error.
func (b *Bench) RunMix(ctx context.Context, cases []Case, uses []Use, tool func(*Case) string) (Mix, error) {
	var m Mix
	settings, err := Settings("", "none")
	if err != nil {
		return m, err
	}
	at := *b
	at.Settings = settings
	scores, err := at.Run(ctx, cases)
	if err != nil {
		return m, err
	}
	m.Saved = make([]float64, len(settings))
	weights := 0.0
	for _, u := range uses {
		x := Mixed{Use: u, Cases: nearest(scores, u, tool)}
		if len(x.Cases) == 0 {
			return m, fmt.Errorf("the corpus has no output of the tool %s with %d tokens or nearly so", u.Tool, u.Tokens)
		}
		for i, s := range settings {
			var sum measurer
			for _, cs := range x.Cases {
				sc := &cs.Scores[i]
				sum.add(cs.RawTokens, s.Bound(), len(cs.Case.Facts), sc.Tokens, len(sc.Lost))
			}
			x.Mean = float64(sum.raw) / float64(sum.cases)
			x.Levels = append(x.Levels, sum.measure())
		}
		w := u.Calls * float64(u.Tokens)
		weights += w
		for i := range x.Levels {
			m.Saved[i] += w * x.Levels[i].Saved
		}
		m.Uses = append(m.Uses, x)
	}
	for i := range m.Saved {
		m.Saved[i] /= weights
	}
	return m, nil
}

// nearest are the cases of a tool whose sizes are nearest to the use's, in the order of the corpus.
func nearest(scores []CaseScore, u Use, tool func(*Case) string) []*CaseScore {
	far := func(cs *CaseScore) float64 {
		return math.Abs(math.Log(float64(max(cs.RawTokens, 1)) / float64(u.Tokens)))
	}
	var list []*CaseScore
	for i := range scores {
		if cs := &scores[i]; tool(cs.Case) == u.Tool && far(cs) <= math.Log(mixFactor) {
			list = append(list, cs)
		}
	}
	slices.SortStableFunc(list, func(a, b *CaseScore) int { return cmp.Compare(far(a), far(b)) })
	list = list[:min(len(list), mixCases)]
	slices.SortStableFunc(list, func(a, b *CaseScore) int { return cmp.Compare(a.Case.ID, b.Case.ID) })
	return list
}

// Print writes the mix as a table.
func (m *Mix) Print(w io.Writer) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(tw, "tool\tcalls\ttokens\tcases\tmean\t")
	for _, l := range Levels() {
		fmt.Fprintf(tw, "%s saved\trecall\tintact\t", l)
	}
	fmt.Fprintln(tw)
	for _, u := range m.Uses {
		fmt.Fprintf(tw, "%s\t%.0f%%\t%d\t%d\t%.0f\t", u.Tool, u.Calls*100, u.Use.Tokens, len(u.Cases), u.Mean)
		for _, l := range u.Levels {
			fmt.Fprintf(tw, "%s\t%s\t%s\t", pct(&l.Saved), pct(l.Recall), pct(&l.Intact))
		}
		fmt.Fprintln(tw)
	}
	fmt.Fprint(tw, "session\t\t\t\t\t")
	for _, s := range m.Saved {
		fmt.Fprintf(tw, "%s\t\t\t", pct(&s))
	}
	fmt.Fprintln(tw)
	return tw.Flush()
}

// JSON is the mix for programs.
func (m *Mix) JSON() ([]byte, error) {
	uses := []map[string]any{}
	for _, u := range m.Uses {
		levels := map[string]any{}
		for i, l := range Levels() {
			levels[l] = u.Levels[i].values()
		}
		ids := []string{}
		for _, cs := range u.Cases {
			ids = append(ids, cs.Case.ID)
		}
		uses = append(uses, map[string]any{"tool": u.Tool, "calls": fixed(u.Calls), "tokens": u.Use.Tokens, "mean": fixed(u.Mean), "cases": ids, "levels": levels})
	}
	saved := map[string]any{}
	for i, l := range Levels() {
		saved[l] = fixed(m.Saved[i])
	}
	return json.MarshalIndent(map[string]any{"schema_version": 1, "uses": uses, "saved": saved}, "", " ")
}
