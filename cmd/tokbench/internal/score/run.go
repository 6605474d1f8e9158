package score

import (
	"context"
	"errors"

	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/internal/run/parallel"
	"github.com/toktee/toktee/tokens"
)

// A Bench defines how cases are scored.
type Bench struct {
	Summarise Summariser
	Clean     Cleaner
	Settings  []Setting // see [Settings] for their order
	Jobs      int       // cases that are scored at once; below 1 is 1
	Keep      bool      // keep the texts in the scores
	Least     bool      // look for the smallest texts that keep the same facts as those at [Balanced]
}

// Run scores the cases and returns the scores in their order. The first error, or the end of ctx, stops it. A fault of
// the summariser is a violation, not an error.
func (b *Bench) Run(ctx context.Context, cases []corpus.Case) ([]CaseScore, error) {
	if hasCalls := b.Summarise != nil && b.Clean != nil; !hasCalls || len(b.Settings) == 0 {
		return nil, errors.New("a bench needs a summariser, a cleaner and a setting")
	}
	scores := make([]CaseScore, len(cases))
	worker := func() (func(context.Context, int) error, error) {
		count, err := tokens.New(tokens.Default)
		if err != nil {
			return nil, err
		}
		s := scorer{b, count}
		return func(ctx context.Context, i int) (err error) {
			scores[i], err = s.score(ctx, &cases[i])
			return err
		}, nil
	}
	if err := parallel.Do(ctx, b.Jobs, len(cases), worker); err != nil {
		return nil, err
	}
	return scores, nil
}
