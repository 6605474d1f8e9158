package cli

import (
	"context"
	"os"
	"os/signal"

	"github.com/toktee/toktee/internal/proc"
)

// signals are those that ask us to stop while a command runs. They are for the command.
type signals struct {
	ch    chan os.Signal
	done  chan struct{}
	force chan struct{} // closed by the second one
}

// catchSignals cancels the context with a [proc.SignalError] on the first signal. A second one takes the command its
// grace; a third one finds us as it found us before. A signal that was ignored when we started, as under nohup, stays so.
func catchSignals(ctx context.Context) (context.Context, *signals) {
	if ctx == nil {
		ctx = context.Background()
	}
	ctx, cancel := context.WithCancelCause(ctx)
	s := &signals{make(chan os.Signal, 2), make(chan struct{}), make(chan struct{})}
	for _, sig := range proc.StopSignals {
		if !signal.Ignored(sig) {
			signal.Notify(s.ch, sig)
		}
	}
	go func() {
		defer cancel(nil)
		select {
		case sig := <-s.ch:
			cancel(&proc.SignalError{Signal: sig})
		case <-s.done:
			return
		}
		select {
		case <-s.ch:
			signal.Stop(s.ch)
			close(s.force)
		case <-s.done:
			return
		}
		<-s.done
	}()
	return ctx, s
}

// stop ends catching.
func (s *signals) stop() {
	signal.Stop(s.ch)
	close(s.done)
}
