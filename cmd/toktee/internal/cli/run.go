package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/agent/tool"
	"github.com/toktee/toktee/internal/desk"
	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/run/proc"
	"github.com/toktee/toktee/internal/run/proc/pty"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/summarize"
)

// toolExec is the tool's name for commands that we run: settings, rules and results call them so.
const toolExec = "exec"

// runOptions are the flags of "toktee run".
type runOptions struct {
	flags
	sessionFlags
	timeout given[time.Duration]
	json    bool
	// noBefore ignores earlier runs of the command.
	noBefore bool
	// unlessUnchanged answers with the last result if no input of the command has changed since.
	unlessUnchanged bool
	pty             bool
	terminal        *pty.Shared // the command's own; nil for none
	held            held        // in a shim: the output that the agent sees before the end
}

// newRun is "toktee run".
func newRun(a *app) *cobra.Command {
	var o runOptions
	cmd := &cobra.Command{
		Use:   "run [flags] -- CMD [ARG]...",
		Short: "Run a command, print the short text of its output, keep the full output",
		Long: `Runs a command, prints the short text of its output, and keeps the full output for "toktee show".

The command reads toktee's standard input. toktee exits with the command's exit code, or with one of these:

  2      the command was stopped on request
  124    the time limit ended the command
  125    toktee itself failed
  126    the command can't be executed
  127    the command isn't found
  128+n  signal n ended the command

If standard error is a terminal, the command's output appears there while the command runs. If standard output is a
terminal too, toktee doesn't print the short text after the output.

With --pty, the command gets a terminal of the same size as yours, and the keys that you type. The standard output and
standard error of the command are recorded as one stream, with escape sequences.

Inside Claude Code, Codex, Gemini CLI and opencode, toktee checks the agent's rules. If a rule to deny or to ask may
apply to the command, toktee doesn't run the command and exits with 126.

If the command failed, toktee compares its output with earlier runs of the same command in the same folder. The text
first shows lines that the last passing run didn't print. The text also counts failures that are new, gone or the same
since the last run.

A check is a test run, build or lint. If a check fails and its inputs haven't changed since its last run, the text
states "same inputs as 14:02". With --unless-unchanged, toktee doesn't run a check again if its inputs haven't changed.
The text then begins with "not run: same inputs as 14:02". The rest of the text and the exit code are those of the run
at 14:02.

If TOKTEE_RAW=1 is in the environment, or inside another "toktee run", the output passes through unchanged.`,
		Example: `  toktee run -- go test ./...
  toktee run --level minimal -- make
  toktee run --budget 500 --timeout 5m -- sh -c 'make 2>&1 | tail -100'
  toktee run --session 7f3a -- go test ./...
  toktee run --unless-unchanged -- go vet ./...
  toktee run --pty -- npm test
  toktee run --json -- npm test | jq .metadata.savings_percent`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("no command: want toktee run [flags] -- CMD [ARG]...")
			}
			if o.pty {
				var err error
				if o.terminal, err = pty.Share(a.stdin, desk.PtyRows, desk.PtyColumns); err != nil {
					return usage("--pty: %w", err)
				}
			}
			return withMeant(a.run(cmd.Context(), &o, args), args)
		},
	}
	cmd.Flags().SetInterspersed(false)
	cmd.Flags().SortFlags = false
	o.addShape(cmd)
	o.timeout.add(cmd, "timeout", "D", parseTimeout, "time limit, such as 30s or 5m; 0 for none")
	cmd.Flags().BoolVar(&o.json, "json", false, "print the whole result as JSON")
	cmd.Flags().BoolVar(&o.pty, "pty", false,
		"give the command a terminal (Unix); some programs print less, or nothing, without a terminal")
	cmd.Flags().BoolVar(&o.noBefore, "no-before", false,
		"don't compare with earlier runs of the command in this folder, and don't record this run for later ones")
	cmd.Flags().BoolVar(&o.unlessUnchanged, "unless-unchanged", false,
		"don't run a check if all its inputs are the same as in its last run; print the result of that run again")
	addSwitch(cmd, &o.raw, "raw", "pass the output through unchanged")
	o.addNoStore(cmd)
	o.sessionFlags.add(cmd)
	return cmd
}

// run runs the command, and shortens its output unless that is switched off.
func (a *app) run(ctx context.Context, o *runOptions, argv []string) error {
	a.oneOutput()
	if err := a.mayRun(argv); err != nil {
		return err
	}
	raw := a.rawSwitch(&o.flags)
	raw = raw || host.Retrieves(shell.Quote(argv)) || a.isWayBackRefused()
	if !o.json && (raw || a.nested()) {
		return a.runRaw(ctx, argv, o.timeout.value)
	}
	h, err := a.openCall("run", &o.flags, &o.sessionFlags, !o.noBefore, !o.noBefore)
	if err != nil {
		return err
	}
	cfg := configFor(h, raw)
	if !o.json && cfg.Enabled && h.IsControl(o.session) {
		return a.runPassed(ctx, h, o, argv)
	}
	if !o.json && (!cfg.Enabled || cfg.Tools[toolExec].Disabled || h.Never(shell.Quote(argv))) {
		return a.runRaw(ctx, argv, o.timeout.value)
	}
	if o.unlessUnchanged {
		req := summarize.Request{Tool: toolExec, Command: shell.Quote(argv), Session: o.session}
		if r, ok := h.Recorded(req); ok {
			return a.printRecorded(r, o.json)
		}
	}
	return a.runSummarised(ctx, o, h, cfg, argv)
}

// withMeant adds the right command to the error of a command line in one word, which is no program:
//
//	ls | wc -l: command not found; did you mean toktee run -- sh -c 'ls | wc -l'?
func withMeant(err error, argv []string) error {
	if len(argv) != 1 || !errors.Is(err, proc.ErrNotFound) || !strings.ContainsAny(argv[0], " \t\n|&;<>$`") {
		return err
	}
	meant, simple := shell.Simple(argv[0])
	if !simple || strings.ContainsAny(argv[0], "*?[~") {
		meant = []string{"sh", "-c", argv[0]}
	}
	return &exitError{exitNotFound, fmt.Errorf("%w; did you mean toktee run -- %s?", err, shell.Quote(meant))}
}

// printRecorded prints the result of an earlier run in place of a new one, and exits as that run did.
func (a *app) printRecorded(r host.Recorded, asJSON bool) error {
	code, _ := r.Result.ExitCode()
	if asJSON {
		return a.finishRun(code, a.print(r.Result.WithWarnings(r.Line), true))
	}
	if _, err := fmt.Fprintln(a.stdout, r.Line); err != nil {
		return a.finishRun(code, err)
	}
	return a.finishRun(code, a.print(r.Result, false))
}

// runPassed runs the command of a session whose outputs an experiment leaves as they are, and notes that it has run.
func (a *app) runPassed(ctx context.Context, h *host.Host, o *runOptions, argv []string) error {
	h.NoteControl(summarize.Request{Tool: toolExec, Command: shell.Quote(argv), Session: o.session}, 0)
	return a.runRaw(ctx, argv, o.timeout.value)
}

// runRaw runs the command as without toktee: it replaces this process unless a time limit needs watching.
func (a *app) runRaw(ctx context.Context, argv []string, timeout time.Duration) error {
	if timeout == 0 {
		err := proc.Exec(argv, nil)
		if !errors.Is(err, errors.ErrUnsupported) {
			return startFailure(err)
		}
	}
	ctx, sig := a.catchSignals(ctx)
	exit, err := proc.Run(ctx, proc.Command{
		Argv: argv, Stdin: a.stdin, Stdout: a.stdout, Stderr: a.stderr, Timeout: timeout, Force: sig.force,
		Terminal: true, Adopt: true,
	})
	sig.stop()
	return rawEnding(exit, err)
}

// runSummarised runs the command, keeps its output, and prints the short text.
func (a *app) runSummarised(
	ctx context.Context, o *runOptions, h *host.Host, cfg summarize.Config, argv []string,
) error {
	ctx, run := a.begin(ctx, shell.Quote(argv), h.SpoolDir())
	ctx, sig := a.catchSignals(ctx) // last, since it waits for work in the background
	opts := a.toolOptions(h, cfg, &o.sessionFlags)
	opts.Deliver = run.endsBeside(opts.Deliver)
	opts.Force, opts.Watch = sig.force, run.watch()
	if o.held != nil {
		opts.Live = o.held
	}
	cmd := tool.Command{
		Tool: toolExec, Argv: argv, Env: run.env(), Stdin: a.stdin, Timeout: o.timeout.value, Terminal: true,
	}
	if o.terminal != nil {
		a.usePty(o.terminal, &opts, &cmd)
	}
	var seen *lineWatcher
	if o.held == nil && opts.Live != nil {
		seen = &lineWatcher{Writer: opts.Live}
		opts.Live = seen
	}
	r, err := tool.NewRunner(opts).Run(proc.WhenStarted(ctx, h.Warm), cmd)
	o.terminal.Close()
	sig.stop()
	run.end()
	if o.held != nil && !o.held.giveWay() {
		h.NotePassThrough(o.session, r)
		code, _ := a.ending(r, err)
		return &exitError{code, nil} // the agent has the output as it is
	}
	code, err := a.ending(r, err)
	if err != nil { // nothing has run
		if o.json {
			if e := a.print(r, true); e != nil && !brokenPipe(e) {
				a.note("%v", e)
			}
		}
		return &exitError{code, err}
	}
	if seen != nil && !o.json && a.isTerminal(a.stdout) { // by a person
		h.NotePassThrough(o.session, r)
		_, err := h.Store().Get(r.ID())
		a.noteSaved(r, seen.inLine.Load(), err == nil && !h.Settings().NoStore)
		return a.finishRun(code, nil)
	}
	return a.finishRun(code, a.print(r, o.json))
}

// usePty gives a command a terminal, and shares ours with it if the output is seen there. Else it can't
// read from ours: another program, such as a pager, may do that.
func (a *app) usePty(t *pty.Shared, opts *tool.Options, cmd *tool.Command) {
	opts.Pty, cmd.Pty = t.Open, true
	switch toTerminal := a.isTerminal(a.stdout); {
	case !toTerminal && proc.IsTerminal(a.stdin):
		cmd.Stdin = nil
	case toTerminal && opts.Live == nil && !a.toAgent():
		opts.Live = a.stdout
	}
}

// finishRun is the exit with the command's own code. A text that couldn't be printed is one line on standard error, or
// none if the reader has gone away.
func (a *app) finishRun(code int, err error) error {
	if err == nil || brokenPipe(err) {
		return &exitError{code, nil}
	}
	return &exitError{code, fmt.Errorf("printing the text: %w", err)}
}
