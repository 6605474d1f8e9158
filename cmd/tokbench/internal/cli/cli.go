// Package cli is the command line of tokbench.
//
// Each command is a file. An error is one line on standard error. Exit code 2 is a mistake in the call, such as a
// corpus that can't be read. Exit code 1 is a broken promise, a figure that got worse, or a run that failed.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/toktee/toktee/cmd/tokbench/internal/score"
	"github.com/toktee/toktee/internal/run/parallel"
	"github.com/toktee/toktee/internal/run/proc"
	"github.com/toktee/toktee/internal/run/progress"
)

// Exit codes.
const (
	exitOK     = 0
	exitBroken = 1
	exitUsage  = 2
)

// app is the context of all commands.
type app struct {
	summarise      score.Summariser // measured by eval and show
	stdout, stderr io.Writer
}

// Main runs tokbench with the arguments of its command line and returns its exit code. eval and show measure summarise:
// toktee ([Summarise]), or in a test toktee with a fault.
func Main(ctx context.Context, summarise score.Summariser, args []string, stdout, stderr io.Writer) int {
	a := &app{summarise, stdout, stderr}
	line := a.progress()
	ctx = parallel.Watched(ctx, func(done, total int) {
		line.Report("measuring", int64(done), int64(total))
		if done == total {
			line.Done()
		}
	})
	root := newRoot(a)
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	line.Done()
	if err == nil {
		return exitOK
	}
	fmt.Fprintln(stderr, "tokbench:", err)
	if errors.As(err, new(usageError)) {
		return exitUsage
	}
	return exitBroken
}

// progress returns the line that shows a command's progress on a terminal.
func (a *app) progress() *progress.Line {
	f, ok := a.stderr.(*os.File)
	return progress.New(a.stderr, ok && proc.IsTerminal(f), time.Now)
}

// bench returns a bench that scores cases with the measured summariser.
func (a *app) bench(settings []score.Setting, jobs int) *score.Bench {
	return &score.Bench{Summarise: a.summarise, Clean: clean, Settings: settings, Jobs: jobs}
}

// usageError is a mistake of the caller: one line, exit code 2.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// usage returns the error for a mistake in the command line.
func usage(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// errViolations is the error of a report with broken promises.
var errViolations = errors.New("promises are broken, see the report")
