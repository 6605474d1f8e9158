// Package score runs cases through a summariser and scores each text: its tokens, the facts that it lost, what fetching
// them costs, the promises that it breaks, and how the baselines fare at as many tokens.
//
// # Cost
//
// Raw tokens are counted once a case. The cases are spread over workers, each with a counter of its own; the scores
// don't depend on how many there are.
package score

import (
	"context"
	"errors"

	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/internal/run/parallel"
	"github.com/toktee/toktee/tokens"
)

// Bench says how cases are scored.
type Bench struct {
	Summarise Summariser
	Clean     Cleaner
	Settings  []Setting       // see [Settings] for their order
	Encoding  tokens.Encoding // "" is the default
	Jobs      int             // cases that are scored at once; below 1 is 1
	Keep      bool            // keep the texts in the scores
}

// Run scores the cases and returns the scores in the order of the cases. The first error, or the end of ctx, stops it;
// what a summariser does wrong is no error but a violation.
func (b *Bench) Run(ctx context.Context, cases []corpus.Case) ([]CaseScore, error) {
	if hasCalls := b.Summarise != nil && b.Clean != nil; !hasCalls || len(b.Settings) == 0 {
		return nil, errors.New("a bench needs a summariser, a cleaner and a setting")
	}
	scores := make([]CaseScore, len(cases))
	worker := func() (func(context.Context, int) error, error) {
		count, err := tokens.New(b.Encoding)
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
