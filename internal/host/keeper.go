package host

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/run/spool"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// A keeper puts results into the store until that fails. From then on it keeps nothing, so that a broken disk costs one
// attempt and one warning instead of one for each call.
type keeper struct {
	dir   string // the store's folder, "" if there is no place for it
	work  string // the working folder
	store *store.Store
	warn  func(error)

	mu      sync.Mutex
	checked bool
	failure error // why nothing is kept any more
}

// ready returns why results can't be kept, nil if they can. The first call makes the store's folder.
func (k *keeper) ready() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.checked {
		k.checked = true
		if err := k.check(); err != nil {
			k.stop(err)
		}
	}
	return k.failure
}

func (k *keeper) check() error {
	if k.dir == "" {
		return errors.New("no folder for the store: HOME is not set, and neither is TOKTEE_STORE")
	}
	return k.store.Check(k.warn)
}

// stop warns once and stops keeping. The caller holds mu.
func (k *keeper) stop(reason error) {
	if k.failure == nil {
		k.failure = fmt.Errorf("the output is not kept: %w", reason)
		k.warn(k.failure)
	}
}

// keep puts a result and its recording into the store. An error means that the result isn't there, and was warned of.
// If only something else fails, such as the removal of old results, keep warns and returns nil.
func (k *keeper) keep(
	ctx context.Context, r result.ToolResult, req *summarize.Request, sp *spool.Spool,
) error {
	b, err := r.MarshalJSON()
	if err == nil {
		err = k.store.Put(ctx, store.Record{
			ID: r.ID(), Command: req.Command, Dir: k.work, Session: req.Session, Envelope: string(req.Envelope),
			Result: json.RawMessage(b), Source: sp,
		})
	}
	if err == nil {
		return nil
	}
	if _, missing := k.store.Get(r.ID()); missing == nil {
		k.warn(err)
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.stop(err)
	return k.failure
}
