// Package cli is the command line of tokbench: flags in, one measurement, a report out.
//
// Each command is a file. An error is one line on standard error. Bad usage, which includes a corpus that can't be
// read, ends with exit code 2; a broken promise, a figure that got worse and a run that failed end with 1.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/toktee/toktee/cmd/tokbench/internal/score"
	"github.com/toktee/toktee/cmd/tokbench/internal/subject"
	"github.com/toktee/toktee/cmd/tokbench/internal/summary"
	"github.com/toktee/toktee/internal/run/parallel"
	"github.com/toktee/toktee/internal/run/proc"
	"github.com/toktee/toktee/internal/run/progress"
	"github.com/toktee/toktee/tokens"
)

// Exit codes.
const (
	exitOK     = 0
	exitBroken = 1 // a promise is broken, a figure got worse, or the run failed
	exitUsage  = 2
)

// app is what the commands work on.
type app struct {
	summarise      summary.Summariser // what eval, show, mix and peers measure
	stdout, stderr io.Writer
}

// Main runs tokbench with the arguments of its command line and returns its exit code. summarise is what eval, show,
// mix and peers measure: toktee, or in a test toktee with a fault.
func Main(ctx context.Context, summarise summary.Summariser, args []string, stdout, stderr io.Writer) int {
	a := &app{summarise, stdout, stderr}
	line := a.progress()
	ctx = parallel.Watched(ctx, measured(line))
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

// progress is a line that says how far a command is, where a person looks on.
func (a *app) progress() *progress.Line {
	f, ok := a.stderr.(*os.File)
	return progress.New(a.stderr, ok && proc.IsTerminal(f), time.Now)
}

// measured shows how many pieces of the work are done, and nothing any more when all are.
func measured(line *progress.Line) func(done, total int) {
	return func(done, total int) {
		line.Report("measuring", int64(done), int64(total))
		if done == total {
			line.Done()
		}
	}
}

// bench scores cases with the summariser that is measured.
func (a *app) bench(settings []summary.Setting, jobs int) *score.Bench {
	return &score.Bench{
		Summarise: a.summarise, Clean: subject.Clean, Settings: settings, Encoding: tokens.Default, Jobs: jobs,
	}
}

// usageError is a mistake of the caller: one line, exit code 2.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// usage says what is wrong with a command line.
func usage(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// errViolations says that the report names broken promises.
var errViolations = errors.New("promises are broken, see the report")

// checkJobs refuses a number of jobs that makes no sense.
func checkJobs(jobs int) error {
	if jobs < 1 {
		return usage("--jobs %d: want at least 1", jobs)
	}
	return nil
}

// list splits a flag's value at its commas.
func list(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' })
}
