// Package cli is the command line: flags in, one call, text out. internal/host and package tool do the work.
//
// Each command is a file. A command's errors are one line on standard error. Bad usage, which includes bad settings,
// ends with exit code 2 before anything is run or written. Later failures end with 1, and with 125 in toktee run, which
// otherwise exits as its command did. A reader that goes away early, such as head, is no error.
//
// Commands open and read nothing before they need it, since run precedes every command that an agent calls.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/toktee/toktee/internal/integrations/shim"
	"github.com/toktee/toktee/internal/text/words"
)

// The exit codes that are ours. Those of run follow env and timeout.
const (
	exitFailure       = 1
	exitUsage         = 2
	exitAborted       = 2
	exitTimeout       = 124
	exitInternal      = 125
	exitNotExecutable = 126
	exitNotFound      = 127
)

// An app is the process that a command runs in, so that tests can replace it.
type app struct {
	stdin          *os.File
	stdout, stderr io.Writer
	getenv         func(string) (string, bool)

	signals *signals // those of a run, if it is known early
}

// An exitError ends the command with a code. If err is nil, nothing is printed.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// failed returns the error of a command that was used correctly but failed.
func failed(err error) error {
	var e *exitError
	if err == nil || errors.As(err, &e) {
		return err
	}
	return &exitError{exitFailure, err}
}

// usage is the error of a command line that is wrong.
func usage(format string, args ...any) error {
	return &exitError{exitUsage, fmt.Errorf(format, args...)}
}

// Main runs toktee with the given arguments, of which the first is the name that it was called by, and returns its exit
// code. Called by the name of a shim, it runs that program. "toktee prefix" isn't one of the commands, since it must
// start fast.
func Main(args []string) int {
	if len(args) > 1 && args[1] == "prefix" && shim.IsOwn(args[0]) {
		a := &app{stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, getenv: os.LookupEnv}
		return a.exitCode(a.runPrefixed(args[2:]))
	}
	stdout, ok := outFile(os.Stdout)
	stderr, ok2 := outFile(os.Stderr)
	if !ok || !ok2 {
		keepOnClosedPipe()
	}
	a := &app{stdin: os.Stdin, stdout: stdout, stderr: stderr, getenv: os.LookupEnv}
	isShim := !shim.IsOwn(args[0])
	if (isShim || len(args) > 1 && args[1] == "run") && shim.PipeIsIgnored() {
		signal.Ignore(syscall.SIGPIPE) // so that the program inherits it
	}
	if isShim {
		return a.exitCode(a.standIn(filepath.Base(args[0]), args[1:]))
	}
	if len(args) == 3 && args[1] == "hook" && !strings.HasPrefix(args[2], "-") { // as agents call it, without flags
		a.answerEvent(args[2], "", false)
		return 0
	}
	if len(args) > 1 && (args[1] == "run" || args[1] == "mcp-proxy") {
		a.ahead()
	}
	root := newTree(a, args[1:])
	root.SetArgs(args[1:])
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	return a.exitCode(root.ExecuteContext(context.Background()))
}

// keepOnClosedPipe lets a write to a closed pipe fail with EPIPE instead of ending us. Children are not affected, as
// they would be if the signal were ignored.
func keepOnClosedPipe() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }

// exitCode returns the exit code for a command's error, and prints the error if needed.
func (a *app) exitCode(err error) int {
	if err == nil {
		return 0
	}
	var e *exitError
	if !errors.As(err, &e) {
		e = &exitError{exitUsage, err} // it is the flag parser's: errors of the commands are exitErrors
	}
	if e.err != nil && !brokenPipe(e.err) {
		a.note("%v", e.err)
	} else if brokenPipe(e.err) && e.code == exitFailure {
		return 0
	}
	return e.code
}

// note prints a line to standard error.
func (a *app) note(format string, args ...any) {
	isLineEnd := func(r rune) bool { return r == '\n' || r == '\r' }
	text := strings.Join(strings.FieldsFunc(fmt.Sprintf(format, args...), isLineEnd), " ")
	fmt.Fprintf(a.stderr, "toktee: %s\n", words.Printable(text))
}

// warn prints an error that doesn't end the command.
func (a *app) warn(err error) { a.note("%v", err) }

// brokenPipe reports whether a write failed because its reader has closed the pipe.
func brokenPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }
