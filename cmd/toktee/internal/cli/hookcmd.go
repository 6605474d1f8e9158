package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/toktee/toktee/internal/host/config"
	"github.com/toktee/toktee/internal/integrations/hook"
	"github.com/toktee/toktee/internal/run/proc"
)

// newHook is "toktee hook".
func newHook(a *app) *cobra.Command {
	var name string
	var isNotice bool
	agents := strings.Join(hook.Agents(), ", ")
	cmd := &cobra.Command{
		Use:   "hook AGENT",
		Short: "Answer an event of a coding agent (the agent's hooks run this command)",
		Long: `Reads an event from standard input, in the agent's own form. The command prints either nothing, or an
answer that replaces a tool's result with the short text. The exit code is always 0, so that the agent uses the full
result after an error. With TOKTEE_DEBUG=1, the command prints each error to standard error.

AGENT is one of ` + agents + `.`,
		Example:   "  toktee hook claude <event.json",
		ValidArgs: hook.Agents(),
		Args:      cobra.ArbitraryArgs,
		// An agent may take a failing hook for a refusal, so a wrong command line is no failure either.
		FParseErrWhitelist: cobra.FParseErrWhitelist{UnknownFlags: true},
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				a.answerEvent(args[0], name, isNotice)
			}
			return nil
		},
	}
	cmd.SetFlagErrorFunc(func(_ *cobra.Command, err error) error {
		if errors.Is(err, pflag.ErrHelp) {
			return err
		}
		return nil
	})
	cmd.Flags().StringVar(&name, "event", "", "the event's `NAME`, for agents whose events don't contain their name")
	cmd.Flags().BoolVar(&isNotice, "notice", false,
		"only print a line for the person at the start and the end of a session")
	return cmd
}

// answerEvent answers an event of an agent.
func (a *app) answerEvent(agent, name string, isNotice bool) {
	a.oneOutput()
	o := hook.Options{
		Agent: agent, Event: name, Getenv: a.getenv, Nested: a.nested, Shell: a.agentsShell,
		Environ: os.Environ(), Umask: proc.Umask, Log: a.debugLog(), Notice: isNotice,
	}
	hook.Run(context.Background(), o, a.stdin, a.stdout)
}

// agentsShell puts the shims, if there are any, into the shell of the agent that started this process.
func (a *app) agentsShell() (string, error) {
	f, err := a.shims()
	if err != nil {
		return "", err
	}
	if links, err := f.Links(); err != nil || len(links) == 0 {
		return "", err
	}
	return f.Shell(os.Getppid()), nil
}

// debugLog returns the writer for errors that are hidden by default.
func (a *app) debugLog() io.Writer {
	if on, err := config.Switch(a.getenv, "debug"); err != nil || !on {
		return nil
	}
	return a.stderr
}
