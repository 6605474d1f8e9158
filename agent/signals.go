package agent

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/toktee/toktee/internal/run/proc"
)

// Signals returns a context that the first SIGINT or SIGTERM ends, for a run to stop and save what there is. The
// second signal kills the commands of tools that run under the context, with all that has come from them, and calls
// exit with 130 or 143: the log stays as it is then, and is repaired when it is read. [ExitCode] turns a run that the
// first signal ended into the same codes.
//
// The function that it returns gives the signals back. Call it when the run is over. For a program's main:
//
//	ctx, stop := agent.Signals(context.Background(), os.Exit)
//	defer stop()
func Signals(parent context.Context, exit func(code int)) (context.Context, context.CancelFunc) {
	ctx, kill := proc.WithKill(parent)
	ctx, cancel := context.WithCancelCause(ctx)
	got := make(chan os.Signal, 2)
	signal.Notify(got, os.Interrupt, syscall.SIGTERM)
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for first := true; ; first = false {
			select {
			case s := <-got:
				if !first {
					kill(killWait)
					exit(signalCode(s))
					return
				}
				cancel(&proc.SignalError{Signal: s})
			case <-done:
				return
			}
		}
	}()
	stopped := false
	return ctx, func() {
		if stopped {
			return
		}
		stopped = true
		signal.Stop(got)
		close(done)
		<-ended
		cancel(context.Canceled)
	}
}

// killWait is how long a forced exit waits for commands to be gone. One that hangs in the kernel outlives it.
const killWait = 2 * time.Second

// signalCode returns the exit code of a program that a signal ended.
func signalCode(s os.Signal) int {
	if n, ok := s.(syscall.Signal); ok {
		return 128 + int(n)
	}
	return 130 // os.Interrupt on a system whose signals have no numbers
}
