package cli

import (
	"context"
	"os"
	"os/signal"
	"time"

	"github.com/toktee/toktee/internal/proc"
)

// signals catches the signals that ask us to stop while a command runs. They are meant for the command.
type signals struct {
	ch    chan os.Signal
	done  chan struct{}
	force chan struct{} // closed by the second one
}

// forceWait is how long we may take to end after the second signal.
const forceWait = 2 * time.Second

// catchSignals cancels the context with a [proc.SignalError] on the first signal. A second one takes the command its
// grace, and ends us soon, whatever else we are doing; a third one finds us as it found us before. A signal that was
// ignored when we started, as under nohup, stays so.
func catchSignals(ctx context.Context) (context.Context, *signals) {
	if ctx == nil {
		ctx = context.Background()
	}
	ctx, cancel := context.WithCancelCause(ctx)
	s := newSignals()
	for _, sig := range proc.StopSignals {
		if !signal.Ignored(sig) {
			signal.Notify(s.ch, sig)
		}
	}
	go s.watch(cancel, os.Exit, forceWait)
	return ctx, s
}

func newSignals() *signals {
	return &signals{make(chan os.Signal, 2), make(chan struct{}), make(chan struct{})}
}

// watch handles the signals until stop is called: the first cancels, the second forces, and exits if we don't end.
func (s *signals) watch(cancel context.CancelCauseFunc, exit func(int), wait time.Duration) {
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
			exit(128 + proc.SignalNumber(sig))
		case <-s.done:
			return
		}
	case <-s.done:
		return
	}
	<-s.done
}

// stop stops catching signals.
func (s *signals) stop() {
	signal.Stop(s.ch)
	close(s.done)
}
