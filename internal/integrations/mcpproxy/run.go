package mcpproxy

import (
	"context"
	"errors"
	"io"
	"math"
	"syscall"
	"time"

	"github.com/toktee/toktee/internal/run/proc"
)

const (
	// farewell is how long the server has to end by itself once its input has ended. Clients wait two seconds before
	// they send a signal.
	farewell = 1500 * time.Millisecond
	// lastAnswers is how long answers are waited for that are still open when the client's input has ended.
	lastAnswers = 30 * time.Second
	// tick is how often it is looked whether there are any.
	tick = 50 * time.Millisecond
)

// errGone is the reason for stopping the server when its answers have no reader any more.
var errGone = errors.New("the client has closed the connection")

// Run starts the server and passes messages between it and the client until it has ended. If the client's input ends,
// or the context does, the server's input ends; then it is stopped, with all that has come from it. The Exit is the
// server's. Answers that are ready when the server ends by itself are still handed on.
func Run(ctx context.Context, o Options) (proc.Exit, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	p := newProxy(o)
	stdin, toServer := io.Pipe()
	p.toServer = &output{w: toServer}
	p.toClient.failed = func(err error) { cancel(errGone) }
	defer context.AfterFunc(ctx, func() { toServer.Close() })()

	ended := make(chan struct{})
	go p.pump(ctx, toServer, ended, cancel)
	answers := &splitter{
		line: func(b []byte) { p.fromServer(ctx, b) }, long: p.toClient, mask: p.masks(), max: maxLine,
	}
	started := ctx
	if o.Ahead != nil {
		started = proc.WhenStarted(ctx, o.Ahead)
	}
	exit, err := proc.Run(started, proc.Command{
		Argv: o.Argv, Stdin: stdin, Stdout: answers, Stderr: o.Stderr, Adopt: true, Force: o.Force,
	})
	close(ended)
	stdin.CloseWithError(syscall.EPIPE)
	if ctx.Err() == nil {
		answers.close()
	}
	p.working.Wait()
	var signal *proc.SignalError
	if errors.Is(err, errGone) || errors.As(err, &signal) {
		err = nil // the server has ended as it was asked to
	}
	return exit, err
}

// pump hands the client's lines on until they end, and then sees to it that the server ends.
func (p *proxy) pump(
	ctx context.Context, toServer io.Closer, ended <-chan struct{}, cancel context.CancelCauseFunc,
) {
	p.forward(ctx)
	toServer.Close()
	p.awaitAnswers(ctx, ended)
	select {
	case <-p.o.After(farewell):
		cancel(&proc.SignalError{Signal: syscall.SIGTERM})
	case <-ended:
	case <-ctx.Done():
	}
}

// forward hands the client's lines on until they end.
func (p *proxy) forward(ctx context.Context) {
	requests := &splitter{line: func(b []byte) { p.fromClient(ctx, b) }, long: p.toServer, max: maxLine}
	buf := make([]byte, 64<<10)
	for {
		n, err := p.o.Stdin.Read(buf)
		requests.Write(buf[:n])
		if err != nil {
			break
		}
	}
	requests.close()
}

// awaitAnswers waits for answers that are still open when the client's input has ended.
func (p *proxy) awaitAnswers(ctx context.Context, ended <-chan struct{}) {
	limit := p.o.After(lastAnswers)
	for p.calls.open() > 0 {
		select {
		case <-p.o.After(tick):
			continue
		case <-limit:
		case <-ended:
		case <-ctx.Done():
		}
		break
	}
}

// RunRemote passes messages between the client and a server that isn't a process of ours. connect connects to it: what
// is written to the connection goes to the server, a line at a time, and deliver gets the server's lines, from any
// goroutine. It returns when the client's input has ended, or the context.
func RunRemote(
	ctx context.Context, o Options, connect func(deliver func(line []byte)) (io.WriteCloser, error),
) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	p := newProxy(o)
	p.toClient.failed = func(error) { cancel(errGone) }
	server, err := connect(func(line []byte) { p.fromServer(ctx, line) })
	if err != nil {
		return err
	}
	whole := &splitter{line: func(b []byte) { server.Write(b) }, long: &output{w: server}, max: math.MaxInt}
	p.toServer = &output{w: whole}
	over := make(chan struct{})
	go func() {
		defer close(over)
		p.forward(ctx)
		p.awaitAnswers(ctx, nil)
	}()
	select {
	case <-over:
	case <-ctx.Done():
	}
	err = server.Close()
	p.working.Wait()
	return err
}
