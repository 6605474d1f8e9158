package ledger

import (
	"context"
	"fmt"
	"io"
	"iter"
	"slices"
)

// maxImported is how many bytes a line of an export may have: texts in it are cut as the journal cuts them.
const maxImported = 1 << 20

// Import adds the lines of an export, and returns the number of calls and re-reads added. It skips those that the
// ledger has, from an earlier import or from the journal. After an error, the lines before it stay.
func (l *Ledger) Import(ctx context.Context, r io.Reader, progress Progress) (added int64, err error) {
	l.indexing.Lock()
	defer l.indexing.Unlock()
	in := importing{l: l, made: map[contextKey]bool{}, seen: map[callKey]int{}}
	next, stop := iter.Pull2(ReadExport(r))
	defer stop()
	if _, err, _ := next(); err != nil {
		return 0, fmt.Errorf("importing: %w", err)
	}
	in.next, in.number = next, 1
	for more := true; more && err == nil; {
		more, err = in.batch(ctx)
		if progress != nil {
			progress(in.number, 0)
		}
	}
	if err != nil {
		return in.added, fmt.Errorf("importing line %d: %w", in.number, err)
	}
	return in.added, nil
}

// An importing reads an export.
type importing struct {
	l      *Ledger
	next   func() (ExportLine, error, bool)
	number int64 // of the line
	added  int64

	made map[contextKey]bool // contexts that weren't there before
	last int64               // the time of the last call
	seen map[callKey]int     // how many of its calls at that time are the same
}

type contextKey struct {
	session string
	epoch   int
}

// A callKey is what makes two calls one.
type callKey struct {
	time                                     int64
	id, callID, session, door, tool, command string
	passed                                   bool
}

// batch adds some lines in a transaction.
func (in *importing) batch(ctx context.Context) (more bool, err error) {
	grown := map[int64]*heard{} // contexts that were there before, and have more calls now
	added := int64(0)
	err = in.l.change(ctx, func(b *batch) error {
		for n := 0; n < batchEvents; n++ {
			line, err, ok := in.next()
			if !ok {
				break
			}
			in.number++
			if err == nil && line.Context != nil {
				err = in.context(ctx, b, line.Context)
			}
			if err == nil && line.Call != nil {
				err = in.call(ctx, b, &line, grown, &added)
			}
			if err != nil {
				return err
			}
			more = n == batchEvents-1
		}
		for _, x := range grown {
			if err := b.inOrder(ctx, x); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return false, err
	}
	in.added += added
	return more, nil
}

// context makes a context, unless there is one.
func (in *importing) context(ctx context.Context, b *batch, c *ExportContext) error {
	if c.Epoch < 0 || c.Requests < 0 || c.Requests > 1<<32 {
		return fmt.Errorf("context %d with %d requests: want numbers from 0 on", c.Epoch, c.Requests)
	}
	x, err := b.load(ctx, "session = ? AND epoch = ?", c.Session, c.Epoch)
	if err != nil || x != nil {
		return err
	}
	if x, err = b.begin(ctx, c, 0); err != nil {
		return err
	}
	x.requests = c.Requests
	in.made[contextKey{c.Session, c.Epoch}] = true
	b.changed = true
	return nil
}

// An arrival is a call of an export on its way into the ledger.
type arrival struct {
	*ExportLine
	context *heard // nil without a session
	seq     int64  // of its row, 0 before it has one
	added   int64  // new rows: itself and its re-reads
}

// call adds a call and its re-reads, unless the ledger has them.
func (in *importing) call(ctx context.Context, b *batch, line *ExportLine, grown map[int64]*heard, added *int64) error {
	c := line.Call
	if err := line.sane(); err != nil {
		return err
	}
	a := arrival{ExportLine: line}
	var err error
	if a.context, err = b.contextBefore(ctx, c); err != nil {
		return err
	}
	if a.seq, err = in.there(ctx, b, line); err != nil {
		return err
	}
	if err := b.touch(ctx, a.context); err != nil {
		return err
	}
	if a.seq == 0 {
		if err := b.insert(ctx, c, line.Passed, a.context, line.At); err != nil {
			return err
		}
		a.added++
		if err := b.row(ctx, "SELECT max(seq) FROM calls", nil, &a.seq); err != nil {
			return err
		}
	}
	for i := range line.Refetches {
		if err := b.addArrivedRefetch(ctx, &a, i); err != nil {
			return err
		}
	}
	*added += a.added
	if a.added > 0 && a.context != nil && !in.made[contextKey{c.Session, c.Epoch}] {
		grown[a.context.id] = a.context
	}
	return nil
}

// contextBefore returns the context of a call, which an export has before its calls; nil without a session.
func (b *batch) contextBefore(ctx context.Context, c *Call) (*heard, error) {
	if c.Session == "" {
		return nil, nil
	}
	x, err := b.load(ctx, "session = ? AND epoch = ?", c.Session, c.Epoch)
	if err == nil && x == nil {
		err = fmt.Errorf("there is no context %d of session %q before its calls", c.Epoch, c.Session)
	}
	return x, err
}

// addArrivedRefetch adds re-read i of a call, unless the ledger has it. Of equal ones, it has as many as the export.
func (b *batch) addArrivedRefetch(ctx context.Context, a *arrival, i int) error {
	r := &a.Refetches[i]
	var have, twins int
	for _, o := range a.Refetches[:i+1] {
		if o.Time.Equal(r.Time) && o.How == r.How && o.Given == r.Given {
			twins++
		}
	}
	err := b.row(ctx, "SELECT count(*) FROM regrets WHERE call = ? AND time = ? AND how = ? AND given = ?",
		[]any{a.seq, r.Time.UnixNano(), r.How, r.Given}, &have)
	if err != nil || have >= twins {
		return err
	}
	a.added++
	return b.addRefetch(ctx, a.seq, placeOf(a.Call, a.context), r)
}

// sane refuses times and numbers that no call has, and which would spoil the sums.
func (e *ExportLine) sane() error {
	if at := e.Call.Time; at.Before(earliest) || !at.Before(latest) {
		return fmt.Errorf("the time %v isn't between %d and %d", at, earliest.Year(), latest.Year())
	}
	const most, mostBytes = 1 << 32, 1 << 52
	type field struct {
		name     string
		n, limit int64
	}
	fields := []field{
		{"bytes", e.Call.Bytes, mostBytes}, {"raw_tokens", int64(e.Call.Raw), most},
		{"given_tokens", int64(e.Call.Given), most}, {"at", e.At, most},
	}
	for _, r := range e.Refetches {
		fields = append(fields, field{"given_tokens of a re-read", int64(r.Given), most},
			field{"at of a re-read", r.At, most})
	}
	for _, f := range fields {
		if f.n < 0 || f.n > f.limit {
			return fmt.Errorf("%s: %d isn't between 0 and %d", f.name, f.n, f.limit)
		}
	}
	return nil
}

// there is the row of a call that is there already, 0 for none. Of several that are the same, each is its own.
func (in *importing) there(ctx context.Context, b *batch, line *ExportLine) (int64, error) {
	c := line.Call
	k := callKey{c.Time.UnixNano(), c.ID, c.CallID, c.Session, c.Door, c.Tool, c.Command, line.Passed}
	if k.time != in.last {
		clear(in.seen)
		in.last = k.time
	}
	rows, err := column[int64](ctx, b.tx, `SELECT c.seq FROM calls c LEFT JOIN contexts x ON x.id = c.context
		WHERE c.time = ? AND c.id = ? AND c.call_id = ? AND coalesce(x.session, '') = ? AND c.door = ? AND c.tool = ?
		AND c.command = ? AND c.passed = ? ORDER BY c.seq`,
		k.time, k.id, k.callID, k.session, k.door, k.tool, k.command, k.passed)
	if err != nil {
		return 0, err
	}
	n := in.seen[k]
	in.seen[k]++
	slices.Sort(rows)
	if n < len(rows) {
		return rows[n], nil
	}
	return 0, nil
}

// addRefetch adds a re-read of a call.
func (b *batch) addRefetch(ctx context.Context, seq int64, p place, r *ExportRefetch) error {
	_, err := b.exec(ctx, `INSERT INTO regrets (time, how, call, at, first, last, grep, given, door)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		r.Time.UnixNano(), r.How, seq, r.At, r.Lines[0], r.Lines[1], r.Grep, r.Given, r.Door)
	if err == nil {
		_, err = b.exec(ctx, `UPDATE calls SET regrets = regrets + 1, regretted = regretted + ?, lag = lag + ?
			WHERE seq = ?`, r.Given, int64(r.Given)*r.At, seq)
	}
	b.changed = true
	b.sums.add(p, sum{Totals: Totals{Refetches: 1, RefetchTokens: int64(r.Given)}})
	return err
}

// inOrder numbers the calls of a context by their times, since the journal and an import may each have a part of them.
func (b *batch) inOrder(ctx context.Context, x *heard) error {
	if err := b.each(ctx, []any{x.id},
		`UPDATE calls SET at = o.n FROM (SELECT seq, row_number() OVER (ORDER BY time, seq) AS n FROM calls
			WHERE context = ?1) o WHERE o.seq = calls.seq`,
		`UPDATE regrets SET at = (SELECT count(*) FROM calls c WHERE c.context = ?1 AND c.time <= regrets.time)
			WHERE call IN (SELECT seq FROM calls WHERE context = ?1)`,
		`UPDATE calls SET lag = coalesce((SELECT sum(r.given * r.at) FROM regrets r WHERE r.call = calls.seq), 0)
			WHERE context = ?1 AND regrets > 0`,
	); err != nil {
		return err
	}
	return b.row(ctx, "SELECT count(*) FROM calls WHERE context = ?", []any{x.id}, &x.requests)
}
