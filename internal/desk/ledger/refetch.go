package ledger

import (
	"cmp"
	"context"
	"database/sql"
	"errors"

	"github.com/toktee/toktee/internal/host/journal"
)

// A row of calls that a later event is about.
type row struct {
	seq, context int64
	raw, given   int64
	place
}

// find returns the newest call of a result, if possible one of the session.
func (b *batch) find(ctx context.Context, id, session string) (*row, error) {
	if id == "" {
		return nil, nil
	}
	var r row
	to := []any{
		&r.seq, &r.context, &r.raw, &r.given, &r.quarter, &r.tool, &r.kind, &r.program, &r.strategy, &r.session,
	}
	const calls = `SELECT c.seq, c.context, c.raw, c.given, c.time / ` + quarterNS + `, c.tool, c.kind, c.program,
		c.strategy, coalesce(x.main, '') FROM calls c LEFT JOIN contexts x ON x.id = c.context WHERE c.id = ?`
	// Each goes through the calls of the result from the newest on, and ends at the first that it looks for: a result
	// as that of git status may have thousands.
	const newest = ` ORDER BY c.seq DESC LIMIT 1`
	err := b.row(ctx, calls+` AND coalesce(x.session, '') = ?`+newest, []any{id, session}, to...)
	if errors.Is(err, sql.ErrNoRows) {
		err = b.row(ctx, calls+newest, []any{id}, to...)
	}
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil // from before the journal, or forgotten
	}
	return &r, err
}

// contextOf is the context of a call, nil for none.
func (b *batch) contextOf(ctx context.Context, id int64) (*heard, error) {
	if id == 0 {
		return nil, nil
	}
	if x := b.contexts[id]; x != nil {
		return x, nil
	}
	return b.load(ctx, "id = ?", id)
}

// whole notes that the model has all of a result, or the part that the event counts.
func (b *batch) whole(ctx context.Context, e *journal.Event) error {
	r, err := b.find(ctx, e.ID, e.Session)
	if err != nil || r == nil {
		return err
	}
	given, raw := r.raw, r.raw
	if e.Given > 0 {
		given, raw = int64(e.Given), int64(cmp.Or(e.Without, int(r.raw)))
	}
	x, err := b.contextOf(ctx, r.context)
	if err == nil {
		err = b.touch(ctx, x)
	}
	if err == nil {
		_, err = b.exec(ctx, "UPDATE calls SET given = ?, raw = ? WHERE seq = ?", given, raw, r.seq)
	}
	if x != nil {
		x.add(raw-r.raw, given-r.given)
	}
	b.changed = true
	b.sums.add(r.place, sum{Totals: Totals{Given: given - r.given, Raw: raw - r.raw}})
	return err
}

// refetched adds a re-read: a model needed a part that the text of a result had left out.
func (b *batch) refetched(ctx context.Context, e *journal.Event) error {
	r, err := b.find(ctx, e.ID, e.Session)
	if err != nil || r == nil {
		return err
	}
	x, err := b.contextOf(ctx, r.context)
	if err == nil {
		err = b.touch(ctx, x)
	}
	if err != nil {
		return err
	}
	at := int64(0)
	if x != nil {
		at = x.requests
		x.add(0, int64(e.Given))
	}
	return b.addRefetch(ctx, r.seq, r.place, &ExportRefetch{
		Time: e.Time, How: string(e.Kind), At: at, Lines: e.Lines, Grep: e.Grep, Given: e.Given, Door: e.Door,
	})
}
