package web

import (
	"context"
	"sync/atomic"

	"github.com/toktee/toktee/internal/desk/ledger"
)

// An indexer adds the lines of new outputs to the ledger's index in the background, so that no page waits for it.
type indexer struct {
	ledger *ledger.Ledger
	warn   func(error)
	wanted chan struct{}

	busy        atomic.Bool
	done, total atomic.Int64
}

func newIndexer(l *ledger.Ledger, warn func(error)) *indexer {
	return &indexer{ledger: l, warn: warn, wanted: make(chan struct{}, 1)}
}

// want requests another run.
func (x *indexer) want() {
	select {
	case x.wanted <- struct{}{}:
	default:
	}
}

// run indexes at once, and whenever it is asked to, until ctx ends.
func (x *indexer) run(ctx context.Context) {
	for {
		x.busy.Store(true)
		_, err := x.ledger.Index(ctx, func(done, total int64) {
			x.done.Store(done)
			x.total.Store(total)
		})
		x.busy.Store(false)
		if err != nil && ctx.Err() == nil {
			x.warn(err)
		}
		select {
		case <-x.wanted:
		case <-ctx.Done():
			return
		}
	}
}
