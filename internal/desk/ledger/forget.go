package ledger

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/internal/host/store"
)

// Forget removes a result, a session or everything for good: no byte of it remains in the database. Databases that were
// moved aside as damaged are removed too, since their contents aren't known. Otherwise it is not needed after the
// store and the journal have forgotten something: the journal's event has the same effect.
func (l *Ledger) Forget(ctx context.Context, which store.Which) error {
	l.indexing.Lock()
	defer l.indexing.Unlock()
	err := l.change(ctx, func(b *batch) error { return b.forgot(ctx, which) })
	if err == nil {
		err = l.purgeLeft(ctx)
	}
	if err == nil {
		err = l.forgetDamaged()
	}
	if err != nil {
		return fmt.Errorf("forgetting in the ledger: %w", err)
	}
	return nil
}

// forgetDamaged removes the databases that were moved aside.
func (l *Ledger) forgetDamaged() error {
	files, err := os.ReadDir(filepath.Dir(l.o.Path))
	for _, f := range files {
		if strings.HasPrefix(f.Name(), filepath.Base(l.o.Path)+damagedMark) {
			err = errors.Join(err, os.Remove(filepath.Join(filepath.Dir(l.o.Path), f.Name())))
		}
	}
	return err
}

// forgot deletes rows. purge removes their bytes after the transaction.
func (b *batch) forgot(ctx context.Context, which store.Which) error {
	if err := b.flush(ctx); err != nil {
		return err
	}
	var err error
	switch {
	case which.All:
		err = b.forgetAll(ctx)
	case which.Session != "":
		in, args := ofSession(which.Session)
		err = b.forgetCalls(ctx, in, args, false)
		if err == nil {
			const of = " WHERE session = ? OR session >= ? AND session < ?"
			err = b.each(ctx, args, "DELETE FROM contexts"+of, "DELETE FROM bills"+of, "DELETE FROM claims"+of)
		}
	case which.ID != "":
		err = b.forgetCalls(ctx, "c.id = ?", []any{which.ID}, true)
		if err == nil { // also of an output whose call isn't known
			err = b.dropLines(ctx, "o.id = ?", which.ID)
		}
		if err == nil { // a claim's line quotes the output
			err = b.each(ctx, []any{which.ID}, "DELETE FROM claims WHERE id = ?")
		}
	}
	if err != nil {
		return err
	}
	b.changed = true
	return b.set(ctx, "purge", 1)
}

// sessionOf returns the session with a sum, of which there are calls or calls of its sub-agents; "" for none.
func (b *batch) sessionOf(ctx context.Context, sum string) (string, error) {
	sessions, err := column[string](ctx, b.tx, `SELECT session FROM contexts UNION SELECT session FROM bills
		UNION SELECT session FROM claims`)
	for _, s := range sessions {
		for i := range len(s) + 1 {
			if (i == len(s) || s[i] == '/') && journal.SessionSum(s[:i]) == sum {
				return s[:i], nil
			}
		}
	}
	return "", err
}

// forgetAll empties all tables but that of the journal's positions.
func (b *batch) forgetAll(ctx context.Context) error {
	if err := b.dropLines(ctx, "true"); err != nil {
		return err
	}
	return b.each(ctx, nil, "DELETE FROM calls", "DELETE FROM regrets", "DELETE FROM contexts", "DELETE FROM sums",
		"DELETE FROM bills", "DELETE FROM claims")
}

// gone is a table of the connection with the calls that are being removed.
const gone = `CREATE TEMP TABLE IF NOT EXISTS gone (seq INTEGER PRIMARY KEY, context INTEGER, at INTEGER, id TEXT);
	CREATE INDEX IF NOT EXISTS temp.gone_context ON gone (context, at);
	DELETE FROM temp.gone`

// forgetCalls removes the calls that match a condition, with their re-reads. others reports that their
// contexts have other calls, which stay.
func (b *batch) forgetCalls(ctx context.Context, where string, args []any, others bool) error {
	if err := b.each(ctx, nil, gone); err != nil {
		return err
	}
	fill := "INSERT INTO temp.gone SELECT c.seq, c.context, c.at, c.id FROM calls c WHERE " + where
	if err := b.each(ctx, args, fill); err != nil {
		return err
	}
	// The tokens that later requests didn't have to read change for all calls of a context that has one less.
	days, err := column[int64](ctx, b.tx, `SELECT DISTINCT time / 86400000000000 FROM calls
		WHERE seq IN (SELECT seq FROM temp.gone)
		UNION SELECT DISTINCT time / 86400000000000 FROM calls WHERE context > 0 AND context IN (
			SELECT context FROM temp.gone)`)
	if err != nil {
		return err
	}
	if others {
		if err := b.renumber(ctx); err != nil {
			return err
		}
	}
	if err := b.each(ctx, nil,
		"DELETE FROM regrets WHERE call IN (SELECT seq FROM temp.gone)",
		"DELETE FROM calls WHERE seq IN (SELECT seq FROM temp.gone)",
	); err != nil {
		return err
	}
	if err := b.dropLines(ctx, `o.id IN (SELECT id FROM temp.gone WHERE id NOT IN (
		SELECT id FROM calls WHERE id <> ''))`); err != nil {
		return err
	}
	if err := b.each(ctx, nil, "DELETE FROM temp.gone"); err != nil {
		return err
	}
	for _, day := range days {
		if err := b.again(ctx, day); err != nil {
			return err
		}
	}
	return nil
}

// renumber closes the gaps that calls leave among the requests of their contexts.
func (b *batch) renumber(ctx context.Context) error {
	return b.each(ctx, nil,
		// how many requests before this one are gone
		`UPDATE calls SET at = at - (SELECT count(*) FROM temp.gone g WHERE g.context = calls.context
			AND g.at < calls.at) WHERE context > 0 AND context IN (SELECT context FROM temp.gone)`,
		`UPDATE regrets SET at = regrets.at - (SELECT count(*) FROM temp.gone g WHERE g.context = c.context
			AND g.at <= regrets.at) FROM calls c WHERE c.seq = regrets.call AND c.context > 0 AND c.context IN (
			SELECT context FROM temp.gone)`,
		`UPDATE calls SET lag = coalesce((SELECT sum(r.given * r.at) FROM regrets r WHERE r.call = calls.seq), 0)
			WHERE regrets > 0 AND context > 0 AND context IN (SELECT context FROM temp.gone)`,
		`UPDATE contexts SET requests = requests - (SELECT count(*) FROM temp.gone g WHERE g.context = contexts.id)
			WHERE id IN (SELECT context FROM temp.gone)`,
	)
}

// again makes the sums of a day again from its calls.
func (b *batch) again(ctx context.Context, day int64) error {
	from := day * int64(widths[byDay])
	for width, length := range widths {
		slots := int64(widths[byDay] / length)
		if _, err := b.exec(ctx, "DELETE FROM sums WHERE width = ? AND slot >= ? AND slot < ?", width, day*slots,
			(day+1)*slots); err != nil {
			return err
		}
		for dim, d := range dims {
			text := fmt.Sprintf("INSERT INTO sums SELECT %d, %d, c.time / %d, %s, %s%sWHERE c.time >= ? AND "+
				"c.time < ? GROUP BY 3, 4", width, dim, int64(length), d.value, ofCalls, fromCalls)
			if _, err := b.exec(ctx, text, from, from+int64(widths[byDay])); err != nil {
				return err
			}
		}
	}
	return nil
}

// purgeLeft removes deleted rows from the files if that is still to be done: SQLite leaves their bytes in free pages
// and in the write-ahead log.
func (l *Ledger) purgeLeft(ctx context.Context) error {
	var left int64
	err := l.reader().QueryRowContext(ctx, "SELECT coalesce(max(value), 0) FROM meta WHERE name = 'purge'").Scan(&left)
	if err != nil || left == 0 {
		return err
	}
	if _, err := l.writer().ExecContext(ctx, "VACUUM"); err != nil {
		return fmt.Errorf("clearing what was forgotten: %w", err)
	}
	if err := l.checkpoint(ctx); err != nil {
		return err
	}
	// Another process may have added to it since.
	_, err = l.writer().ExecContext(ctx, "UPDATE meta SET value = value - ? WHERE name = 'purge'", left)
	if err != nil {
		return fmt.Errorf("clearing what was forgotten: %w", err)
	}
	return nil
}

// checkpoint writes the log into the database and empties it. It waits for those who read only for a moment: the next
// one to index tries again.
func (l *Ledger) checkpoint(ctx context.Context) error {
	c, err := l.writer().Conn(ctx)
	if err != nil {
		return fmt.Errorf("clearing what was forgotten: %w", err)
	}
	defer c.Close()
	_, err = c.ExecContext(ctx, "PRAGMA busy_timeout(200)")
	var stuck, frames, done int
	if err == nil {
		err = c.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&stuck, &frames, &done)
	}
	_, again := c.ExecContext(ctx, fmt.Sprintf("PRAGMA busy_timeout(%d)", busy.Milliseconds()))
	if err := errors.Join(err, again); err != nil {
		return fmt.Errorf("clearing what was forgotten: %w", err)
	}
	if stuck != 0 {
		return errors.New("another process reads the ledger: some deleted data stays in its file until the next " +
			"indexing")
	}
	return nil
}
