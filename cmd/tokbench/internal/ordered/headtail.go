package ordered

import (
	"context"
	"slices"
	"sort"

	"github.com/toktee/toktee/cmd/tokbench/internal/baseline"
	"github.com/toktee/toktee/cmd/tokbench/internal/score"
	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/tokens"
)

// headTail measures the row's sessions with a plain cut of all results: their first and last lines, with one limit of
// tokens for each result. It is the largest limit at which the results have no more tokens than the row's texts.
func (b *Bench) headTail(ctx context.Context, sessions []corpus.Ordered, r *Row) (err error) {
	cut := Bench{Summarise: cutter(r.limit()), Jobs: b.Jobs}
	own := slices.DeleteFunc(slices.Clone(sessions), func(o corpus.Ordered) bool { return o.File != r.File })
	r.headTail, err = cut.Run(ctx, own, r.Setting)
	return err
}

// limit returns the limit for each result.
func (r *Row) limit() int {
	now, largest := 0, 0
	for _, s := range r.Sessions {
		now += s.Now
		largest = max(largest, slices.Max(append(s.raw, 0)))
	}
	return sort.Search(largest, func(n int) bool {
		sum := 0
		for _, s := range r.Sessions {
			for _, t := range s.raw {
				sum += min(t, n+1)
			}
		}
		return sum > now
	})
}

// cutter returns a summariser that cuts a result of more tokens than a limit.
func cutter(limit int) score.Summariser {
	at := slices.Index(baseline.Names(), "head+tail")
	return func(_ context.Context, c *corpus.Case, _ score.Setting) (score.Output, error) {
		count, err := tokens.New(tokens.Default)
		text := string(c.Raw())
		if err != nil || count.CountString(text) <= limit {
			return score.Output{Text: text}, err
		}
		return score.Output{Text: baseline.Prepare(&baseline.Source{ID: c.ID, Clean: text}, count)[at](limit)}, nil
	}
}

// HeadTailPossible returns the share of calls that are still possible with the plain cut, and the share of tokens that
// it saves.
func (r *Row) HeadTailPossible() (possible, saved Share) {
	cut := Row{Sessions: r.headTail}
	return cut.Possible(), cut.Saved()
}
