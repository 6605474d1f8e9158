// Command toktee-team is the part of toktee that a team's store needs: drivers of databases and buckets. toktee starts
// it for "toktee store sync", "toktee stats --team" and "toktee history --team"; see docs/stores.md.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/toktee/toktee/internal/desk"
	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/config"
)

const usage = desk.TeamName + " is a part of toktee, which starts it: see toktee store sync --help"

func main() {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	go func() {
		sig := <-signals
		signal.Stop(signals) // a second one ends us at once
		cancel(stopped{sig})
	}()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// stopped is why a command has ended early.
type stopped struct{ os.Signal }

func (s stopped) Error() string { return "stopped by a signal: " + s.String() }

// streams are those of the process.
type streams struct{ out, err io.Writer }

// commands are what toktee hands over, each with the function that gets its options as JSON.
var commands = map[string]func(ctx context.Context, options string, std streams) error{
	desk.Sync:    desk.Command(sync),
	desk.Stats:   desk.Command(stats),
	desk.History: desk.Command(history),
}

// run runs a command, and returns the exit code: 1 for a failure, 2 for bad usage, 128 and the signal's number for a
// command that was stopped.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	if len(args) != 2 || commands[args[0]] == nil {
		fmt.Fprintln(stderr, usage)
		return 2
	}
	err := commands[args[0]](ctx, args[1], streams{stdout, stderr})
	var sig stopped
	var bad usageError
	switch {
	case err == nil:
		return 0
	case errors.As(context.Cause(ctx), &sig):
		fmt.Fprintln(stderr, "toktee: stopped: what isn't done yet, the next time does")
		if n, ok := sig.Signal.(syscall.Signal); ok {
			return 128 + int(n)
		}
		return 1
	case errors.As(err, &bad):
		report(stderr, err)
		return 2
	}
	report(stderr, err)
	return 1
}

// report prints an error as one line. The driver lists an address that it has tried with TLS and without it twice.
func report(stderr io.Writer, err error) {
	text := ""
	for line := range strings.Lines(err.Error()) {
		if line = strings.TrimSpace(line); !strings.Contains(text, line) {
			text += " " + line
		}
	}
	fmt.Fprintf(stderr, "toktee:%s\n", text)
}

// A usageError is about the settings: it exits with 2.
type usageError struct{ error }

// open reads the settings, and returns an error that lists those of [team] that are missing.
func open(std streams, machine bool) (*host.Host, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, fmt.Errorf("the working folder: %w", err)
	}
	warn := func(err error) { report(std.err, err) }
	h, err := host.Open(host.Options{Dir: dir, Getenv: os.LookupEnv, Warn: warn, Strict: true})
	if err != nil {
		return nil, usageError{err}
	}
	t := h.Settings().Team
	file := config.UserFile(os.LookupEnv)
	switch {
	case t.Database == "":
		return nil, usageError{fmt.Errorf(`no team's database is set: want [team] database = `+
			`"postgres://USER@HOST/DATABASE" in %s, or TOKTEE_TEAM_DATABASE`, file)}
	case machine && t.Machine == "":
		return nil, usageError{fmt.Errorf(`this machine has no name for its team: want [team] machine = `+
			`"anna-laptop" in %s, or TOKTEE_TEAM_MACHINE`, file)}
	}
	return h, nil
}
