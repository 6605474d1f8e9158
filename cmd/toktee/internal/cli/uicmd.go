package cli

import (
	"github.com/spf13/cobra"

	"github.com/toktee/toktee/internal/desk"
)

// newUI is "toktee ui".
func newUI(a *app) *cobra.Command {
	var addr string
	var open bool
	cmd := &cobra.Command{
		Use:   "ui [--addr ADDR] [--open]",
		Short: "Read sessions, outputs and savings in the browser",
		Long: `Serves a web page with the sessions of agents. For each session, the page shows the calls in order, and
the failures. It also shows checks that failed first and passed later, and lines that the model wasn't shown. The page
has every full output next to the text that the model got, a search over all outputs, savings and re-reads. New calls
appear as they arrive. The command prints the link to the page, and runs until it is stopped.

The first prompt, the branch and the edits of a session come from the agent's own transcript on this machine.

Only users of this machine who have the link can open the page, since the link contains a token. The page loads nothing
from other servers and changes no data.

The command needs a second executable, toktee-desk, in the same folder as toktee or in PATH.`,
		Example: `  toktee ui
  toktee ui --open
  toktee ui --addr 127.0.0.1:8080`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if addr == "" {
				return usage(`--addr "": want an address such as 127.0.0.1:0`)
			}
			return a.handOver(cmd.Context(), desk.UI, desk.Page{Addr: addr, Open: open})
		},
	}
	cmd.Flags().SortFlags = false
	cmd.Flags().StringVar(&addr, "addr", "127.0.0.1:0",
		"listen on `ADDR`, an address of this machine; with port 0, any free port")
	complete(cmd, "addr")
	cmd.Flags().BoolVar(&open, "open", false, "open the page in the browser")
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	return cmd
}
