// Command toktee-desk has the parts of toktee that would slow its start: servers, and the views of outputs and savings.
// toktee starts it; see "toktee --help".
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"github.com/toktee/toktee/agent/tool"
	"github.com/toktee/toktee/internal/desk"
	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/integrations/loopback"
	"github.com/toktee/toktee/internal/integrations/mcpserver"
	"github.com/toktee/toktee/internal/run/proc/pty"
	"github.com/toktee/toktee/internal/text/words"
)

const usage = desk.Name + " is a part of toktee, which starts it: see toktee --help"

func main() {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	go func() {
		s, _ := (<-signals).(syscall.Signal)
		cancel(stopped(s))
	}()
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// stopped is the cause of a context that a signal has ended.
type stopped syscall.Signal

func (s stopped) Error() string { return syscall.Signal(s).String() }

// streams are those of the process.
type streams struct {
	in  io.ReadCloser
	out io.WriteCloser
	err io.Writer
}

// commands are what toktee hands over, each with the function that gets its options as JSON.
var commands = map[string]func(ctx context.Context, options string, std streams) error{
	desk.Serve:      desk.Command(serve),
	desk.Proxy:      desk.Command(proxy),
	desk.UI:         desk.Command(serveUI),
	desk.Forget:     desk.Command(forget),
	desk.Stats:      desk.Command(stats),
	desk.Statusline: desk.Command(statusline),
	desk.Telemetry:  desk.Command(sendTelemetry),
	desk.Browse:     desk.Command(browse),
	desk.Store:      desk.Command(care),
	desk.Experiment: desk.Command(compare),
	desk.Gateway:    desk.Command(serveGateway),

	desk.GatewayWorker: desk.Command(serveWorker),
	desk.GatewayCheck:  desk.Command(checkGateway),
	desk.GatewayURL:    desk.Command(printGatewayURL),
}

// lasting are the commands that run until they are stopped.
var lasting = []string{
	desk.Serve, desk.Proxy, desk.UI, desk.Browse, desk.Statusline, desk.Gateway, desk.GatewayWorker,
}

// run runs a command, and returns the exit code: 1 for a failure, 2 for bad usage, 128 plus the signal's number if a
// signal stopped an unfinished command.
func run(ctx context.Context, args []string, stdin io.ReadCloser, stdout io.WriteCloser, stderr io.Writer) int {
	if len(args) != 2 || commands[args[0]] == nil {
		fmt.Fprintln(stderr, usage)
		return 2
	}
	err := commands[args[0]](ctx, args[1], streams{stdin, stdout, stderr})
	var signal stopped
	var usage usageError
	switch {
	case err == nil:
		return 0
	case errors.As(context.Cause(ctx), &signal):
		if slices.Contains(lasting, args[0]) {
			return 0
		}
		return 128 + int(signal)
	}
	warner(stderr)(err)
	if errors.Is(err, loopback.ErrAddr) || errors.As(err, &usage) {
		return 2
	}
	return 1
}

// A usageError is bad usage, such as an invalid date: it exits with 2.
type usageError struct{ error }

// warner prints errors on one line each. They may quote file names and other programs.
func warner(stderr io.Writer) func(error) {
	return func(err error) { fmt.Fprintf(stderr, "toktee: %s\n", words.Printable(err.Error())) }
}

// serve serves the tools until the client leaves or the context ends.
func serve(ctx context.Context, o desk.Server, std streams) error {
	warn := warner(std.err)
	root := o.Root
	if root == "" {
		dir, err := os.Getwd()
		if err != nil {
			return fmt.Errorf("the working folder: %w", err)
		}
		root = dir
	}
	session := ""
	if o.HTTP == "" { // over HTTP, clients may be many, and none of them is who started it
		session = host.CallersSession(os.LookupEnv)
	}
	h, err := host.Open(mcpserver.HostOptions(host.Options{
		Dir: root, Getenv: os.LookupEnv, Flags: o.Flags, Warn: warn, Log: std.err, Integration: "mcp", Session: session,
		Record: true,
	}))
	if err != nil {
		return err
	}
	s, err := mcpserver.New(mcpserver.Options{
		Host: h, Raw: o.Raw, Offer: o.Tools, Version: o.Version, Warn: warn, Rules: clientsRules(&o, root),
		Tools: tool.Options{
			Root: root, Unconfined: o.Unconfined, Timeout: o.Timeout, Env: os.Environ(),
			PassEnv: append(h.Settings().PassEnv, o.PassEnv...),
			Pty:     pty.Open(desk.PtyRows, desk.PtyColumns), Warn: warn,
		},
	})
	if err != nil {
		return err
	}
	if o.HTTP != "" {
		return serveHTTP(ctx, s, o, std.out)
	}
	return s.Run(ctx, mcpserver.Stdio(std.in, std.out))
}
