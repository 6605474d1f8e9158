package web

import (
	"context"
	"sync"
	"time"

	"github.com/toktee/toktee/internal/desk/ledger"
)

// lookEvery is the time between two looks at the journal while there is a watcher.
const lookEvery = 400 * time.Millisecond

// A feed notifies watchers of new calls. It looks for them only while there is a watcher.
type feed struct {
	ledger *ledger.Ledger
	warn   func(error)

	mu       sync.Mutex
	watchers map[chan struct{}]bool
	stop     context.CancelFunc // stops looking; nil without watchers
}

func newFeed(l *ledger.Ledger, warn func(error)) *feed {
	return &feed{ledger: l, warn: warn, watchers: map[chan struct{}]bool{}}
}

// watch returns a channel on which something comes whenever there are new calls, until leave is called.
func (f *feed) watch() (news <-chan struct{}, leave func()) {
	c := make(chan struct{}, 1)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.watchers[c] = true
	if f.stop == nil {
		ctx, cancel := context.WithCancel(context.Background())
		f.stop = cancel
		go f.look(ctx)
	}
	return c, func() { f.leave(c) }
}

func (f *feed) leave(c chan struct{}) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.watchers, c)
	if len(f.watchers) == 0 && f.stop != nil {
		f.stop()
		f.stop = nil
	}
}

// look notifies the watchers when the ledger's number of changes grows. It reports an error once until it changes.
func (f *feed) look(ctx context.Context) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	last, trouble := int64(-1), ""
	for {
		n, err := f.changed(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil && err.Error() != trouble:
			trouble = err.Error()
			f.warn(err)
		case err == nil && n != last:
			last, trouble = n, ""
			f.tell()
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

func (f *feed) changed(ctx context.Context) (int64, error) {
	if _, err := f.ledger.IndexCalls(ctx, nil); err != nil {
		return 0, err
	}
	return f.ledger.Changed(ctx)
}

func (f *feed) tell() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for c := range f.watchers {
		select {
		case c <- struct{}{}:
		default: // already notified
		}
	}
}
