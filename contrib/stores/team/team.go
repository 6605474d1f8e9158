// Package team copies a machine's data into a team's database and bucket: its ledger, and the outputs that its user
// shares. Command toktee-team calls it for "toktee store sync". It is a module of its own, since the drivers of
// databases and buckets are larger than toktee.
//
//	s := team.Sync{Settings: settings, Ledger: l, Store: st}
//	done, err := s.Run(ctx)
//
// # What holds
//
// After a sync without an error, the rows of the machine are exactly those of its ledger, and its objects are exactly
// the shared outputs. A sync that fails or is stopped at any time leaves the rows as they were, or as they should be,
// and whole objects alone; the next one does the rest. So it may be repeated, and missed, as often as one likes.
//
// # What leaves the machine
//
// The rows of the ledger, with keys and tokens masked; package postgres describes them. The checks of repositories
// leave if the settings allow it ([checks.Entry.Shared]). An output leaves only with consent: that of the user's
// settings for all, or for a single one ([store.Store.Share]). Keys and tokens are masked in it too. No error has a
// password of the settings' URLs in it.
//
// # Limits and cost
//
// A name belongs to the store that has synced under it first, until another one takes it over, and a store has one
// name. A ledger that was made anew and doesn't reach back as far as the team's rows replaces them only on request. A
// copy of a store is the same store: of two that sync under its name, the last one's rows are there. Each sync writes
// all rows, 200,000 in some 5 s, and lists the machine's objects; an output is written once.
package team

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/toktee/toktee/contrib/stores/postgres"
	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/host/checks"
	"github.com/toktee/toktee/internal/host/config"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/run/repo"
)

// A Sync is one of a machine.
type Sync struct {
	Settings config.Team
	Ledger   *ledger.Ledger // as new as the journal
	Store    *store.Store
	TakeOver bool                  // rows under the machine's name, or of its store under another
	Warn     func(error)           // gets an output that can't be read and stays here; nil drops it
	Progress func(done, total int) // of outputs; nil drops it
}

// Done counts the changes of a sync.
type Done struct {
	Calls                int64 // in the database now
	Shared, Put, Removed int   // outputs: in the bucket now, put and removed by this sync
	NoBucket             bool  // outputs are shared, and there is no bucket for them
}

// Run syncs: first the database, which knows whether the name is this machine's, then the bucket.
func (s *Sync) Run(ctx context.Context) (done Done, err error) {
	err = s.run(ctx, &done)
	return done, Hide(err, s.Settings)
}

func (s *Sync) run(ctx context.Context, done *Done) error {
	db, err := postgres.Open(ctx, s.Settings.Database)
	if err != nil {
		return err
	}
	defer db.Close()
	former, err := s.claim(ctx, db)
	if err != nil {
		return err
	}
	shared, err := s.shared(ctx)
	if err != nil {
		return err
	}
	if err := s.pushLedger(ctx, db, done); err != nil {
		return err
	}
	if err := db.PushChecks(ctx, s.Settings.Machine, s.checks()); err != nil {
		return err
	}
	if err := s.leave(ctx, db, former, shared, done); err != nil {
		return err
	}
	if s.Settings.Bucket == "" {
		done.NoBucket = len(shared.wanted) > 0
		return nil
	}
	return s.syncBucket(ctx, shared, done)
}

// claim makes sure that the name is this machine's, and returns the names that its store had before.
func (s *Sync) claim(ctx context.Context, db *postgres.Ledger) (former []string, err error) {
	var from postgres.Origin
	if from.Store, err = s.Store.ID(); err != nil {
		return nil, err
	}
	if from.Ledger, from.First, err = s.Ledger.Origin(ctx); err != nil {
		return nil, err
	}
	if from.First.IsZero() {
		from.First = time.Now()
	}
	names, err := db.Names(ctx, from.Store)
	if err != nil {
		return nil, err
	}
	name := s.Settings.Machine
	former = slices.DeleteFunc(names, func(n string) bool { return n == name })
	if len(former) > 0 && !s.TakeOver {
		return nil, fmt.Errorf("the team has this store as %q: want that as [team] machine, or toktee store sync "+
			"--take-over, which moves it to %q", former[0], name)
	}
	err = db.Claim(ctx, name, from, s.TakeOver && len(former) == 0) // who moves doesn't take another's place too
	switch {
	case errors.Is(err, postgres.ErrTaken) && len(former) > 0:
		err = fmt.Errorf("%w: want another [team] machine", err)
	case errors.Is(err, postgres.ErrTaken):
		err = fmt.Errorf("%w: want another [team] machine, or toktee store sync --take-over", err)
	case errors.Is(err, postgres.ErrShorter):
		err = fmt.Errorf("%w: want them back by toktee store import, or gone by toktee store sync --take-over", err)
	}
	return former, err
}

// Remove removes the store's rows and outputs from the team's database and bucket, under any name. The next Run puts
// it there again.
func (s *Sync) Remove(ctx context.Context) (done Done, err error) {
	err = s.remove(ctx, &done)
	return done, Hide(err, s.Settings)
}

func (s *Sync) remove(ctx context.Context, done *Done) error {
	db, err := postgres.Open(ctx, s.Settings.Database)
	if err != nil {
		return err
	}
	defer db.Close()
	id, err := s.Store.ID()
	if err != nil {
		return err
	}
	names, err := db.Names(ctx, id)
	if err != nil {
		return err
	}
	return s.leave(ctx, db, names, &sharing{}, done)
}

// leave removes the team's data under names of the store, but for shared outputs: these move to its name now.
func (s *Sync) leave(ctx context.Context, db *postgres.Ledger, names []string, sh *sharing, done *Done) error {
	for _, name := range names {
		if s.Settings.Bucket != "" {
			if err := s.leaveBucket(ctx, name, sh, done); err != nil {
				return fmt.Errorf("removing from the team's bucket what is of %q: %w", name, err)
			}
		}
		if err := db.Remove(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

// pushLedger makes the rows of the machine those of its ledger.
func (s *Sync) pushLedger(ctx context.Context, db *postgres.Ledger, done *Done) (err error) {
	done.Calls, err = db.Push(ctx, s.Settings.Machine, s.Ledger.Lines(ctx))
	return err
}

// checks returns the checks of repositories with a name that the team knows, none without consent. The log of a
// repository doesn't name it, so a worktree of it must exist.
func (s *Sync) checks() map[string][]checks.Entry {
	if !s.Settings.ShareHistory {
		return nil
	}
	all, dir := map[string][]checks.Entry{}, s.Store.ChecksDir()
	for _, log := range checks.Logs(dir) {
		entries, err := log.Read()
		if err != nil && s.Warn != nil {
			s.Warn(err)
		}
		for i := len(entries) - 1; i >= 0; i-- {
			r, ok := repo.Find(entries[i].Root)
			if !ok || checks.Open(dir, r.Common) != log {
				continue
			}
			if name := r.Origin(); name != "" {
				for _, e := range entries {
					if e, ok := e.Shared(s.Settings.Machine); ok {
						all[name] = append(all[name], e)
					}
				}
			}
			break
		}
	}
	return all
}

// A sharing lists the outputs that belong in the bucket.
type sharing struct {
	wanted map[string]bool // ids of outputs that were consented to
	known  map[string]bool // ids of all results that weren't forgotten, whose outputs the bucket may keep
	all    bool            // all that are known are consented to
	kept   *store.Snapshot
}

// shared returns the outputs that belong in the bucket. Consent for a forgotten output ends here.
func (s *Sync) shared(ctx context.Context) (*sharing, error) {
	consents, err := s.Store.Shared() // first, since outputs made and shared meanwhile are unknown
	if err != nil {
		return nil, err
	}
	known, err := s.Ledger.IDs(ctx)
	if err != nil {
		return nil, err
	}
	kept, err := s.Store.Snapshot()
	if err != nil {
		return nil, err
	}
	sh := &sharing{wanted: map[string]bool{}, known: known, all: s.Settings.SharePayloads, kept: kept}
	for _, id := range kept.IDs() {
		known[id] = true
		if sh.all {
			sh.wanted[id] = true
		}
	}
	for _, id := range consents {
		if known[id] {
			sh.wanted[id] = true
		} else if _, err := s.Store.Unshare(id); err != nil && !errors.Is(err, store.ErrNotFound) {
			return nil, fmt.Errorf("a result that is forgotten is shared no more: %w", err)
		}
	}
	return sh, nil
}

// keeps reports whether an output that is in the bucket may stay there.
func (sh *sharing) keeps(id string) bool { return sh.wanted[id] || sh.all && sh.known[id] }
