package ledger

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/toktee/toktee/internal/host/store"
)

// Pruned counts what [Ledger.Prune] has removed.
type Pruned struct {
	Calls   int64 // that were too old
	Outputs int64 // whose lines were indexed, and which the store has no more
}

// Prune removes the calls older than [Options].TTL, in whole days, and the lines of outputs that the store no longer
// has. The file shrinks.
func (l *Ledger) Prune(ctx context.Context) (Pruned, error) {
	l.indexing.Lock()
	defer l.indexing.Unlock()
	done, err := l.prune(ctx)
	if err == nil {
		err = l.purgeLeft(ctx)
	}
	if err != nil {
		return done, fmt.Errorf("pruning the ledger: %w", err)
	}
	return done, nil
}

func (l *Ledger) prune(ctx context.Context) (Pruned, error) {
	var done Pruned
	var kept *store.Snapshot
	if l.o.Store != nil {
		var err error
		if kept, err = l.o.Store.Snapshot(); err != nil {
			return done, err
		}
	}
	err := l.change(ctx, func(b *batch) (err error) {
		if done.Calls, err = b.expire(ctx); err != nil {
			return err
		}
		if kept != nil {
			if done.Outputs, err = b.pruneLines(ctx, kept); err != nil {
				return err
			}
		}
		if done == (Pruned{}) {
			return nil
		}
		b.changed = true
		return b.set(ctx, "purge", 1)
	})
	return done, err
}

// expire removes calls that are too old, with all that belongs to them.
func (b *batch) expire(ctx context.Context) (int64, error) {
	day := floorDiv(b.l.o.Now().Add(-b.l.o.TTL).UnixNano(), int64(widths[byDay]))
	before := day * int64(widths[byDay])
	removed, err := column[int64](ctx, b.tx, "SELECT count(*) FROM calls WHERE time < ?", before)
	if err != nil || removed[0] == 0 {
		return 0, err
	}
	for _, s := range []struct {
		text string
		arg  int64
	}{
		{"DELETE FROM regrets WHERE call IN (SELECT seq FROM calls WHERE time < ?)", before},
		{"DELETE FROM calls WHERE time < ?", before},
		{"DELETE FROM sums WHERE width = 0 AND slot < ?", day * quartersDay},
		{"DELETE FROM sums WHERE width = 1 AND slot < ?", day},
		{"DELETE FROM bills WHERE quarter < ?", day * quartersDay},
		{"DELETE FROM claims WHERE time < ?", before},
		{`DELETE FROM contexts WHERE session NOT IN (SELECT x.session FROM contexts x JOIN calls c ON c.context = x.id)
			AND ? > 0`, 1},
	} {
		if _, err := b.exec(ctx, s.text, s.arg); err != nil {
			return 0, err
		}
	}
	return removed[0], nil
}

// pruneLines removes the lines of outputs that aren't kept any more.
func (b *batch) pruneLines(ctx context.Context, kept *store.Snapshot) (int64, error) {
	lost, err := column[string](ctx, b.tx, "SELECT id FROM outputs")
	lost = slices.DeleteFunc(lost, kept.Has)
	if err != nil || len(lost) == 0 {
		return 0, err
	}
	if _, err := b.tx.ExecContext(ctx, "CREATE TEMP TABLE IF NOT EXISTS lost (id TEXT PRIMARY KEY)"); err != nil {
		return 0, err
	}
	for _, id := range lost {
		if _, err := b.exec(ctx, "INSERT INTO temp.lost VALUES (?) ON CONFLICT DO NOTHING", id); err != nil {
			return 0, err
		}
	}
	if err := b.dropLines(ctx, "o.id IN (SELECT id FROM temp.lost)"); err != nil {
		return 0, err
	}
	_, err = b.tx.ExecContext(ctx, "DELETE FROM temp.lost")
	return int64(len(lost)), err
}

// Rebuild computes all derived tables again: the sums from the calls, and the index of lines from the store. Calls and
// re-reads stay, since the journal doesn't reach back as far.
func (l *Ledger) Rebuild(ctx context.Context, progress Progress) (Indexed, error) {
	l.indexing.Lock()
	err := l.change(ctx, func(b *batch) error { return b.rebuild(ctx) })
	l.indexing.Unlock()
	if err != nil {
		return Indexed{}, fmt.Errorf("making the index again: %w", err)
	}
	return l.Index(ctx, progress)
}

func (b *batch) rebuild(ctx context.Context) error {
	if err := b.dropLines(ctx, "true"); err != nil {
		return err
	}
	days, err := column[int64](ctx, b.tx, "SELECT DISTINCT time / 86400000000000 FROM calls")
	if err != nil {
		return err
	}
	if _, err := b.exec(ctx, "DELETE FROM sums"); err != nil {
		return err
	}
	for _, day := range days {
		if err := b.again(ctx, day); err != nil {
			return err
		}
	}
	b.changed = true
	return nil
}

// expireDaily removes calls that are too old, unless that was done today.
func (b *batch) expireDaily(ctx context.Context) error {
	today := b.l.o.Now().Unix() / int64(24*time.Hour/time.Second)
	last, err := column[int64](ctx, b.tx, "SELECT value FROM meta WHERE name = 'expired'")
	if err != nil || len(last) > 0 && last[0] == today {
		return err
	}
	if _, err := b.expire(ctx); err != nil {
		return err
	}
	_, err = b.exec(ctx, "INSERT INTO meta VALUES ('expired', ?) ON CONFLICT DO UPDATE SET value = excluded.value",
		today)
	return err
}
