package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/toktee/toktee/internal/desk"
	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/host/store"
)

// forget removes results from the ledger. It reads the journal first, which may have calls that the ledger hasn't.
func forget(ctx context.Context, o desk.Forgetting, std streams) error {
	h, err := openHost(std)
	if err != nil {
		return err
	}
	l, err := openLedger(ctx, h, warner(std.err))
	if err != nil {
		return err
	}
	defer l.Close()
	if _, err := l.IndexCalls(ctx, nil); err != nil {
		return err
	}
	if o.Missing {
		calls, err := l.Calls(ctx, ledger.Filter{ID: o.Which.ID, Limit: 1})
		if err != nil {
			return err
		}
		if len(calls) == 0 {
			return fmt.Errorf("%w: %q; no call is known that had it", store.ErrNotFound, o.Which.ID)
		}
	}
	if err := errors.Join(l.Forget(ctx, o.Which), l.Close()); err != nil {
		return err
	}
	switch {
	case o.Missing:
		_, err = fmt.Fprintln(std.out, "forgotten: the entries of the ledger; their outputs were no longer kept")
	case o.Which.All:
		err = desk.PrintLeft(std.out, h.Store(), h.StoreDir())
	}
	return err
}
