package bench

import (
	"context"
	"errors"
	"sync"

	"github.com/toktee/toktee/tokens"
)

// Bench says how cases are scored.
type Bench struct {
	Summarise Summariser
	Clean     Cleaner
	Settings  []Setting       // see [Settings] for their order
	Encoding  tokens.Encoding // "" is the default
	Jobs      int             // cases that are scored at once; below 1 is 1
	Keep      bool            // keep the texts in the scores, for [WriteTexts]
}

// Run scores the cases and returns the scores in the order of the cases. The first error, or the end of ctx, stops it;
// what a summariser does wrong is no error but a [Violation].
func (b *Bench) Run(ctx context.Context, cases []Case) ([]CaseScore, error) {
	if b.Summarise == nil || b.Clean == nil || len(b.Settings) == 0 {
		return nil, errors.New("a bench needs a summariser, a cleaner and a setting")
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	scores := make([]CaseScore, len(cases))
	next := make(chan int)
	var wg sync.WaitGroup
	for range min(max(1, b.Jobs), max(1, len(cases))) {
		count, err := tokens.New(b.Encoding)
		if err != nil {
			cancel(err)
			break
		}
		wg.Go(func() {
			s := scorer{b, count}
			for i := range next {
				cs, err := s.score(ctx, &cases[i])
				if err != nil {
					cancel(err)
					continue
				}
				scores[i] = cs
			}
		})
	}
feed:
	for i := range cases {
		select {
		case next <- i:
		case <-ctx.Done():
			break feed
		}
	}
	close(next)
	wg.Wait()
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	return scores, nil
}
