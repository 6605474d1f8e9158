package cli

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"time"

	"github.com/toktee/toktee/internal/run/proc"
)

// signals catches the signals that ask us to stop while a command runs. They are meant for the command.
type signals struct {
	ch     chan os.Signal
	done   chan struct{}
	force  chan struct{} // closed by the second one
	caught sync.WaitGroup
}

// forceWait is how long we may take to end after the second signal.
const forceWait = 2 * time.Second

// ahead prepares two slow things for a run, in the background. Each kind of caught signal is a round trip to a thread,
// and the first started process asks whether it can be waited for.
func (a *app) ahead() {
	a.signals = newSignals()
	a.signals.caught.Go(a.signals.catch)
	go proc.Ahead()
}

// catchSignals cancels the context with a [proc.SignalError] on the first signal. A second one takes the command its
// grace, and ends us soon, whatever else we are doing; a third one finds us as it found us before, and so does any
// after stop. A signal that was ignored when we started, as under nohup, stays so.
func (a *app) catchSignals(ctx context.Context) (context.Context, *signals) {
	ctx, cancel := context.WithCancelCause(ctx)
	s := a.signals
	if s == nil {
		s = newSignals()
		s.catch()
	}
	s.caught.Wait()
	go s.watch(cancel, ending{os.Exit, raise}, forceWait)
	return ctx, s
}

func newSignals() *signals {
	return &signals{ch: make(chan os.Signal, 2), done: make(chan struct{}), force: make(chan struct{})}
}

// catch has the signals come to us.
func (s *signals) catch() {
	for _, sig := range proc.StopSignals {
		if !signal.Ignored(sig) {
			signal.Notify(s.ch, sig)
		}
	}
}

// An ending is how a signal ends us: with an exit code, or by itself.
type ending struct {
	exit  func(int)
	raise func(os.Signal)
}

// watch handles the signals: until stop is called, the first cancels, the second forces, and exits if we don't end.
// Later ones have their own effect. Not to catch them any more would be a round trip for each.
func (s *signals) watch(cancel context.CancelCauseFunc, end ending, wait time.Duration) {
	defer func() { end.raise(<-s.ch) }()
	defer cancel(nil)
	select {
	case sig := <-s.ch:
		cancel(&proc.SignalError{Signal: sig})
	case <-s.done:
		return
	}
	select {
	case sig := <-s.ch:
		signal.Stop(s.ch)
		close(s.force)
		select {
		case <-time.After(wait):
			end.exit(128 + proc.SignalNumber(sig))
		case <-s.done:
			return
		}
	case <-s.done:
		return
	}
	<-s.done
}

// raise ends us by a signal that we have caught.
func raise(sig os.Signal) {
	signal.Reset(sig)
	if self, err := os.FindProcess(os.Getpid()); err == nil && self.Signal(sig) == nil {
		time.Sleep(time.Second) // it takes a moment
	}
	os.Exit(128 + proc.SignalNumber(sig))
}

// stop stops handling signals.
func (s *signals) stop() { close(s.done) }
