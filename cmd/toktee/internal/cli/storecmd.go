package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/internal/config"
	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/store"
)

// newStore is "toktee store".
func newStore(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "store",
		Short:   "Look after the outputs that are kept",
		Example: "  toktee store forget --all",
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usage("unknown command %q: want %s", args[0], strings.Join(commandNames(cmd), ", "))
			}
			return failed(cmd.Help())
		},
	}
	cmd.AddCommand(newStoreForget(a))
	return cmd
}

func newStoreForget(a *app) *cobra.Command {
	var which store.Which
	cmd := &cobra.Command{
		Use:   "forget ID | --session S | --all",
		Short: "Delete kept outputs for good",
		Long: `Deletes a result, those of a session with its sub-agents, or all: their outputs, unless another
result has the same, and what is remembered of them. It can't be undone.`,
		Example: `  toktee store forget 401882137095
  toktee store forget --session 3f6a
  toktee store forget --all`,
		Args: atMostOne("ID"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				which.ID = args[0]
			}
			switch n := count(which.ID != "", which.Session != "", which.All); {
			case n == 0:
				return usage("nothing named: want toktee store forget followed by an ID, --session S or --all")
			case n > 1:
				return usage("an ID, --session and --all exclude each other")
			}
			return a.forget(which)
		},
	}
	cmd.Flags().StringVar(&which.Session, "session", "", "what this session was given")
	cmd.Flags().BoolVar(&which.All, "all", false, "everything")
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

func (a *app) forget(which store.Which) error {
	h, err := a.open(config.Flags{}, host.RepeatsOff)
	if err != nil {
		return err
	}
	done, err := h.Store().Forget(context.Background(), which)
	if errors.Is(err, store.ErrNotFound) {
		return failed(err)
	}
	if done.Results > 0 || err == nil {
		noun := "results"
		if done.Results == 1 {
			noun = "result"
		}
		fmt.Fprintf(a.stdout, "forgotten: %d %s, %d KB\n", done.Results, noun, (done.Bytes+512)/1024)
	}
	return failed(err)
}
