package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/internal/desk"
	"github.com/toktee/toktee/internal/host/config"
)

// newStoreSync is "toktee store sync".
func newStoreSync(a *app) *cobra.Command {
	var o desk.TeamSync
	cmd := &cobra.Command{
		Use:   "sync [--take-over | --remove]",
		Short: "Push this machine's ledger to the team's database",
		Long: `Copies this machine's ledger to the team's database, and shared outputs to the team's bucket. An
output is shared after "toktee store share". With the setting share_payloads, all outputs are shared. The command
removes calls and outputs from the team's store if they were forgotten here or are no longer shared. You can stop and
repeat the command at any time.

The database gets commands, folders and sessions, with secrets masked. Outputs that aren't shared never leave this
machine. With the setting share_history, the database also gets the checks that ran and the tests that failed.

The database, the bucket and the machine's name are in the user's settings, below [team]. The drivers for the database
and the bucket are in a separate executable, toktee-team. docs/stores.md explains how to build toktee-team, and how a
team limits what each member can read.`,
		Example: `  toktee store sync
  toktee stats --team
  toktee history --team`,
		Args:              noArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.TakeOver && o.Remove {
				return usage("--take-over and --remove can't be used together")
			}
			return a.start(cmd.Context(), desk.TeamArgv, desk.Sync, o)
		},
	}
	cmd.Flags().BoolVar(&o.TakeOver, "take-over", false,
		"give the machine's name to this store: replace what another store pushed under this name, "+
			"or move what this store pushed under an earlier name")
	cmd.Flags().BoolVar(&o.Remove, "remove", false,
		"remove from the team's store everything that this machine pushed, and push nothing")
	return cmd
}

// newStoreShare is "toktee store share".
func newStoreShare(a *app) *cobra.Command {
	var undo, list bool
	cmd := &cobra.Command{
		Use:   "share ID [--undo] | --list",
		Short: "Share a kept output with the team",
		Long: `Marks a result's output as shared. "toktee store sync" then copies it to the team's bucket, with secrets
masked. --undo removes the mark, and the next sync removes the output from the bucket. "toktee store forget" also
removes the output from the bucket at the next sync.`,
		Example: `  toktee store share 401882137095
  toktee store share 401882137095 --undo
  toktee store share --list`,
		Args: atMostOne("ID"),
		RunE: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) == 0 && !list:
				return usage("nothing named: want toktee store share followed by an ID, or --list")
			case list && (undo || len(args) > 0):
				return usage("--list takes neither an ID nor --undo")
			case list:
				return a.shared()
			}
			return a.share(args[0], undo)
		},
	}
	cmd.Flags().SortFlags = false
	cmd.Flags().BoolVar(&undo, "undo", false, "stop sharing it")
	cmd.Flags().BoolVar(&list, "list", false, "print the ids of shared results")
	return cmd
}

// share notes a consent, or takes it back.
func (a *app) share(id string, undo bool) error {
	h, err := a.open()
	if err != nil {
		return err
	}
	if undo {
		whole, err := h.Store().Unshare(id)
		if err == nil {
			_, err = fmt.Fprintf(a.stdout, "not shared: %s; the next toktee store sync removes it from the bucket\n",
				whole)
		}
		return failed(err)
	}
	r, err := h.Store().Share(id)
	if err != nil {
		return failed(err)
	}
	_, err = fmt.Fprintf(a.stdout, "shared: %s, %d bytes; the next toktee store sync puts it into the bucket\n", r.ID,
		r.Bytes)
	if h.Settings().Team.Bucket == "" {
		a.note("no bucket is set: want bucket in [team] of %s", config.UserFile(a.getenv))
	}
	return failed(err)
}

// shared prints the ids of shared results, one per line.
func (a *app) shared() error {
	h, err := a.open()
	if err != nil {
		return err
	}
	ids, err := h.Store().Shared()
	if err == nil && len(ids) > 0 {
		_, err = fmt.Fprintln(a.stdout, strings.Join(ids, "\n"))
	}
	return failed(err)
}
