package cli

import (
	"context"
	"errors"
	"os"
	"time"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/integrations/hook"
	"github.com/toktee/toktee/internal/integrations/shim"
	"github.com/toktee/toktee/internal/run/proc"
)

// maxInMemory is the size in bytes from which the output of a failed command is read from its file.
const maxInMemory = 1 << 20

// runPrefixed runs a command line that Claude Code hands to the prefix of its shell, as it would run without toktee:
// in the same shell, with the same streams, signals and exit code. Claude Code captures a Bash call's output in a file,
// to which the call prints as it runs. If the call fails and its output can be shortened, the short text then takes the
// output's place in the file. Faults of toktee leave the output as it is.
func (a *app) runPrefixed(args []string) error {
	if len(args) != 1 {
		return usage("toktee prefix takes one argument, as Claude Code's shell prefix gets it: got %d", len(args))
	}
	line := args[0]
	if !shim.IsShellCall(line) {
		return a.runRaw(context.Background(), []string{"/bin/sh", "-c", shim.Started(line)}, 0)
	}
	argv := a.claudesShell(line)
	out := a.capture()
	if out == nil {
		return a.runRaw(context.Background(), argv, 0)
	}
	started := time.Now()
	code, err := proc.Follow(argv)
	if err != nil {
		return startFailure(err)
	}
	if code != 0 {
		if err := a.shortenFailure(out, line, started, code); err != nil && a.debugLog() != nil {
			a.warn(err)
		}
	}
	return &exitError{code, nil}
}

// claudesShell returns the shell of a Bash call with its arguments. Claude Code sets SHELL to the shell that it uses,
// and starts a login shell if it has no snapshot of one that the line could read.
func (a *app) claudesShell(line string) []string {
	sh, _ := a.getenv("SHELL")
	if sh == "" {
		sh = "/bin/sh"
	}
	if shim.ReadsSnapshot(line) {
		return []string{sh, "-c", line}
	}
	return []string{sh, "-c", "-l", line}
}

// capture returns the file in which Claude Code captures both outputs of a Bash call, nil if there is none or all
// outputs stay as they are.
func (a *app) capture() *os.File {
	gateway, _ := a.getenv(host.GatewayVariable)
	if a.rawSwitch(&flags{}) || a.nested() || gateway == "claude" {
		return nil
	}
	out, err := os.Stdout.Stat()
	if err != nil || !out.Mode().IsRegular() || out.Size() > 0 {
		return nil
	}
	if both, err := os.Stderr.Stat(); err != nil || !os.SameFile(out, both) {
		return nil
	}
	return os.Stdout
}

// shortenFailure puts the short text in the place of a failed call's output.
func (a *app) shortenFailure(out *os.File, line string, started time.Time, code int) error {
	command, ok := shim.ShellCall(line)
	if !ok {
		return errors.New("the form of Claude Code's shell call isn't known")
	}
	st, err := out.Stat()
	if err != nil {
		return err
	}
	session, _ := a.getenv("CLAUDE_CODE_SESSION_ID")
	f := hook.Failure{
		Session: session, Dir: workingDir(), Command: command, Started: started, Code: code, File: capturedFile,
	}
	if st.Size() <= maxInMemory {
		b, err := os.ReadFile(capturedFile)
		if err != nil {
			return err
		}
		f.File, f.Output = "", string(b)
	}
	o := hook.Options{Getenv: a.getenv, Environ: os.Environ(), Umask: proc.Umask, Log: a.debugLog()}
	text, err := hook.Shorten(context.Background(), o, f)
	if err != nil || text == "" {
		return err
	}
	captured := &heldFile{f: out, n: st.Size()}
	if !captured.giveWay() {
		return errors.New("another process prints to the file of the output")
	}
	_, err = out.WriteString(text + "\n")
	return err
}

// capturedFile opens our standard output for reading, which only Linux can do.
const capturedFile = "/proc/self/fd/1"
