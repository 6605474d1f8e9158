// Command tokbench measures what toktee saves and what it costs, on recorded outputs with labels.
//
//	tokbench eval --data DIR [--levels L,...] [--budgets N,...] [--families F,...] [--worst N] [--json FILE] [--times] [--jobs N]
//	tokbench show CASE --data DIR [--level L] [--budget N]
//	tokbench replay PATH... [--levels L,...] [--html FILE] [--md FILE] [--json FILE [--calls]] [--redact]
//	tokbench mix --data DIR [--json FILE] [--min-savings P]
//	tokbench compare OLD NEW [--max-loss P] [--md FILE]
//	tokbench peers --data DIR --peer NAME=TEMPLATE ... [--needs PROGRAM,...] [--any-call]
//
// eval prints a block for every family of cases: rows are levels and budgets, columns what was saved and kept, beside
// simple ways to cut as many tokens. It exits with 1 when any promise is broken. show prints one text as a model
// would get it, and the facts that it lacks. mix measures a session of the seed
// mix, built from the outputs of the corpus. compare exits with 1 when a report of eval, or what Go benchmarks allocate, got
// worse. peers puts the same outputs through other programs. replay asks what toktee would have made of an agent's own
// sessions, and what they would have missed. Packages bench and replay say what the figures mean.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/toktee/toktee/internal/bench"
)

// Exit codes.
const (
	exitOK     = 0
	exitBroken = 1 // a promise is broken, or the run failed
	exitUsage  = 2
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// usageError is a mistake of the caller: one line, exit 2.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// errViolations says that the report names broken promises.
var errViolations = errors.New("promises are broken, see the report")

// app is the command without its process.
type app struct {
	summarise bench.Summariser // what eval, show, mix and peers measure
}

// run is the whole command with toktee's own summariser.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	return app{summarise}.run(ctx, args, stdout, stderr)
}

func (a app) run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	commands := map[string]func(context.Context, []string, io.Writer) error{
		"eval": a.eval, "show": a.show, "mix": a.mix, "compare": compare, "peers": a.peers,
		"replay": func(ctx context.Context, args []string, stdout io.Writer) error {
			return replaySessions(ctx, args, stdout, stderr)
		},
	}
	var err error
	switch {
	case len(args) == 0:
		err = usageError{errors.New("want a command: eval, show, replay, mix, compare or peers")}
	case args[0] == "help" || args[0] == "-h" || args[0] == "--help":
		_, err = io.WriteString(stdout, usage)
	case commands[args[0]] == nil:
		err = usageError{fmt.Errorf("unknown command %q: want eval, show, replay, mix, compare or peers", args[0])}
	default:
		err = commands[args[0]](ctx, args[1:], stdout)
	}
	if errors.Is(err, flag.ErrHelp) {
		_, err = io.WriteString(stdout, usage)
	}
	if err == nil {
		return exitOK
	}
	fmt.Fprintln(stderr, "tokbench:", err)
	if errors.As(err, new(usageError)) {
		return exitUsage
	}
	return exitBroken
}
