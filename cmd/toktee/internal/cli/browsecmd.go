package cli

import (
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/internal/desk"
	"github.com/toktee/toktee/internal/run/proc"
)

// newBrowse is "toktee browse".
func newBrowse(a *app) *cobra.Command {
	var o desk.View
	var since given[time.Time]
	cmd := &cobra.Command{
		Use:   "browse [flags]",
		Short: "Look through sessions and results in the terminal",
		Long: `Shows the sessions of agents on the whole screen. Enter opens a session. An open session shows its
failures with their reasons, the lines that the model wasn't shown, and all calls in order. There, enter opens the
output of a call next to the text that the model got. The key ? lists all keys. New calls appear as they arrive.

Without a terminal, the command prints the newest results as plain text. Programs should use "toktee ls" instead. The
command needs a second executable, toktee-desk, in the same folder as toktee or in PATH.`,
		Example: `  toktee browse
  toktee browse --since today
  toktee browse --session 7c1f`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if cmd.Flags().Changed("session") && o.Session == "" {
				return usage(`--session "": want a session's id`)
			}
			o.Since, o.Plain = since.value, !a.screen()
			return a.handOver(cmd.Context(), desk.Browse, o)
		},
	}
	cmd.Flags().SortFlags = false
	cmd.Flags().StringVar(&o.Session, "session", "", "begin with the session that has this `ID`")
	complete(cmd, "session")
	since.add(cmd, "since", "TIME", parsePeriod,
		"begin with the results from this time on: today, week, 7d, 12h or a date such as 2026-11-23",
		"today", "yesterday", "week", "7d")
	return cmd
}

// screen reports whether there is a terminal to draw on and to type into.
func (a *app) screen() bool {
	out, ok := a.stdout.(*os.File)
	term, _ := a.getenv("TERM")
	return ok && term != "" && term != "dumb" && proc.IsTerminal(out) && proc.IsTerminal(a.stdin)
}
