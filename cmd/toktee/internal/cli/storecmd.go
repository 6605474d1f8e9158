package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/agent/abort"
	"github.com/toktee/toktee/internal/desk"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/measure/experiment/assign"
	"github.com/toktee/toktee/internal/text/words"
)

// newStore is "toktee store".
func newStore(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "store",
		Short:   "Maintain the kept outputs",
		Example: "  toktee store forget --all",
		Args:    cobra.ArbitraryArgs,
		RunE:    helpOnly,
	}
	cmd.AddCommand(newStoreForget(a), newStoreVerify(a), newStoreIndex(a), newStoreGC(a), newStoreExport(a),
		newStoreImport(a), newStoreSync(a), newStoreShare(a))
	return cmd
}

func newStoreForget(a *app) *cobra.Command {
	var which store.Which
	cmd := &cobra.Command{
		Use:   "forget ID | --session S | --all",
		Short: "Delete kept outputs for good",
		Long: `Deletes one result, the results of a session and its sub-agents, or all results. The outputs of these
results are deleted too, unless another result has the same output. The command deletes the entries about these results
from the notes on sessions, the journal and the ledger. It does so even if the outputs are no longer kept. The command
also deletes all files that killed processes of toktee left. With --all, the command lists the files that it doesn't
delete. The deletion can't be undone.`,
		Example: `  toktee store forget 401882137095
  toktee store forget --session 3f6a
  toktee store forget --all`,
		Args: atMostOne("ID"),
		RunE: func(cmd *cobra.Command, args []string) error {
			which.ID = cmp.Or(args...)
			switch n := count(which.ID != "", which.Session != "", which.All); {
			case n == 0:
				return usage("nothing named: want toktee store forget followed by an ID, --session S or --all")
			case n > 1:
				return usage("an ID, --session and --all can't be used together")
			}
			return a.forget(cmd.Context(), which)
		},
	}
	cmd.Flags().StringVar(&which.Session, "session", "", "delete the results of the session `S`")
	cmd.Flags().BoolVar(&which.All, "all", false, "delete all results")
	return cmd
}

// count is how many of these are so.
func count(of ...bool) (n int) {
	for _, b := range of {
		if b {
			n++
		}
	}
	return n
}

// forget deletes results and prints how many. The ledger applies the journal's requests to forget when it is next
// opened, which is done here, so that nothing is left. Without a ledger, toktee-desk isn't needed.
func (a *app) forget(ctx context.Context, which store.Which) error {
	h, err := a.open()
	if err != nil {
		return err
	}
	if err := assign.Forget(h.StoreDir(), which.Session, which.All); err != nil {
		return failed(err)
	}
	if _, err := abort.List(""); err != nil { // removes the command lines of killed runs
		a.warn(err)
	}
	done, err := h.Store().Forget(ctx, which)
	ledger := desk.HasLedger(h.StoreDir())
	missing := errors.Is(err, store.ErrNotFound)
	if err != nil && (!missing || done.ID == "" || !ledger) {
		if done.Results > 0 {
			a.printForgotten(done)
		}
		return failed(err)
	}
	if !missing {
		a.printForgotten(done)
	}
	if !ledger {
		if which.All {
			err = desk.PrintLeft(a.stdout, h.Store(), h.StoreDir())
		}
		return failed(err)
	}
	which.ID = done.ID
	err = a.handOver(ctx, desk.Forget, desk.Forgetting{Which: which, Missing: missing})
	if err != nil {
		return failed(fmt.Errorf("the entries in the ledger will be deleted when the ledger is opened next: %w", err))
	}
	return nil
}

func (a *app) printForgotten(done store.Forgotten) {
	if done.Results == 0 && done.Events > 0 {
		fmt.Fprintf(a.stdout, "forgotten: %s of the journal; their outputs were no longer kept\n",
			words.Count(done.Events, "entry", "entries"))
		return
	}
	results := words.Count(done.Results, "result", "results")
	fmt.Fprintf(a.stdout, "forgotten: %s, %d KB\n", results, (done.Bytes+512)/1024)
}
