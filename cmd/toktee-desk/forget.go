package main

import (
	"context"
	"fmt"
	"os"

	"github.com/toktee/toktee/internal/desk"
	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/ledger"
	"github.com/toktee/toktee/internal/store"
)

// forget makes the ledger forget. It reads the journal first, which may tell of what it hasn't seen yet.
func forget(ctx context.Context, o desk.Forgetting, std streams) error {
	dir, err := os.Getwd()
	if err != nil {
		return fmt.Errorf("the working folder: %w", err)
	}
	h, err := host.Open(host.Options{Dir: dir, Getenv: os.LookupEnv, Warn: warner(std.err)})
	if err != nil {
		return usageError{err}
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
			return fmt.Errorf("%w: %q was never kept, and no call is known that had it", store.ErrNotFound, o.Which.ID)
		}
	}
	if err := l.Forget(ctx, o.Which); err != nil {
		return err
	}
	if o.Missing {
		_, err = fmt.Fprintln(std.out, "forgotten: what the ledger had of it; no output was kept any more")
	}
	return err
}
