package ledger

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"time"
)

// defaultLimit is the length of a list if the filter sets none.
const defaultLimit = 100

// callColumns are what scanCall reads: c is the call, x its context.
const callColumns = `c.seq, c.time, c.id, c.call_id, c.door, c.program, coalesce(x.session, ''), coalesce(x.epoch, 0),
	c.dir, c.tool, c.command, c.kind, c.strategy, c.level, c.outcome, c.exit_code, c.kept, c.bytes, c.raw, c.given,
	c.regrets, c.regretted, c.fallback, c.encoding, c.passed`

const fromCalls = " FROM calls c LEFT JOIN contexts x ON x.id = c.context "

// scanCall reads a row; before are the columns that precede the call's.
func scanCall(scan scanner, before ...any) (Call, error) {
	var c Call
	var at int64
	var exit sql.NullInt64
	err := scan(append(before, &c.Seq, &at, &c.ID, &c.CallID, &c.Door, &c.Program, &c.Session, &c.Epoch, &c.Dir,
		&c.Tool, &c.Command, &c.Kind, &c.Strategy, &c.Level, &c.Outcome, &exit, &c.Kept, &c.Bytes, &c.Raw, &c.Given,
		&c.Refetches, &c.RefetchTokens, &c.Fallback, &c.Encoding, &c.Untouched)...)
	c.Time = time.Unix(0, at).UTC()
	if exit.Valid {
		code := int(exit.Int64)
		c.ExitCode = &code
	}
	return c, err
}

// A where collects the conditions of a statement.
type where struct {
	texts []string
	args  []any
}

func (w *where) and(text string, args ...any) {
	w.texts = append(w.texts, text)
	w.args = append(w.args, args...)
}

func (w *where) String() string { return "WHERE " + strings.Join(w.texts, " AND ") }

// where returns the conditions for the calls of a filter.
func (f *Filter) where() *where {
	var w where
	if f.Untouched {
		w.and("1")
	} else {
		w.and("c.passed = 0")
	}
	if f.NoSession {
		w.and("c.context = 0")
	}
	if f.NoDir {
		w.and("c.dir = ''")
	}
	if f.Text != "" {
		like := "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(f.Text) + "%"
		w.and(`(c.command LIKE ? ESCAPE '\' OR c.tool LIKE ? ESCAPE '\' OR c.id LIKE ? ESCAPE '\')`, like, like, like)
	}
	for _, equal := range []struct{ column, value string }{
		{"c.tool", f.Tool}, {"c.program", f.Program}, {"c.strategy", f.Strategy}, {"c.outcome", f.Outcome},
		{"c.dir", f.Dir},
	} {
		if equal.value != "" {
			w.and(equal.column+" = ?", equal.value)
		}
	}
	if f.ID != "" {
		w.and("c.id = ?", f.ID)
	}
	if f.Session != "" {
		text, args := ofSession(f.Session)
		w.and(text, args...)
	}
	if !f.Since.IsZero() || !f.Until.IsZero() {
		s := SpanOf(f.Since, f.Until)
		w.and("c.time >= ? AND c.time < ?", s.From, s.To)
	}
	if f.Refetched {
		w.and("c.regrets > 0")
	}
	if f.Fallback {
		w.and("c.fallback > 0")
	}
	if f.Before > 0 {
		w.and("(c.time, c.seq) < (coalesce((SELECT time FROM calls WHERE seq = ?), 0), ?)", f.Before, f.Before)
	}
	return &w
}

func (f *Filter) limit() int { return cmp.Or(f.Limit, defaultLimit) }

// Calls lists calls, the newest first.
func (l *Ledger) Calls(ctx context.Context, f Filter) ([]Call, error) {
	w := f.where()
	var list []Call
	err := each(ctx, l.reader(), "SELECT "+callColumns+fromCalls+w.String()+
		" ORDER BY c.time DESC, c.seq DESC LIMIT ?", append(w.args, f.limit()), func(scan scanner) error {
		c, err := scanCall(scan)
		list = append(list, c)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("listing calls: %w", err)
	}
	return list, nil
}

// SessionCalls lists the calls of a session and its sub-agents, untouched ones too, the oldest first. They have neither
// Strategy, Level, Bytes, Fallback nor Encoding. It takes less than half the time of [Ledger.Calls], since the
// database neither sorts nor joins the rows. Their Epoch counts the compactions before them.
func (l *Ledger) SessionCalls(ctx context.Context, session string) ([]Call, error) {
	type origin struct {
		session string
		epoch   int
	}
	origins := map[int64]origin{} // by context
	in, args := ofSession(session)
	err := each(ctx, l.reader(), `SELECT c.id, c.session, c.epoch - (SELECT count(*) FROM contexts f
		WHERE f.session = c.session AND f.epoch <= c.epoch AND f.isfull) FROM contexts c WHERE `+
		strings.Replace(in, "c.context", "c.id", 1), args, func(scan scanner) error {
		var id int64
		var o origin
		err := scan(&id, &o.session, &o.epoch)
		origins[id] = o
		return err
	})
	var list []Call
	if err == nil {
		err = each(ctx, l.reader(), `SELECT c.seq, c.time, c.id, c.call_id, c.door, c.program, c.context, c.dir, c.tool,
			c.command, c.kind, c.outcome, c.exit_code, c.kept, c.raw, c.given, c.regrets, c.regretted, c.passed
			FROM calls c WHERE `+in, args, func(scan scanner) error {
			var c Call
			var at, context int64
			err := scan(&c.Seq, &at, &c.ID, &c.CallID, &c.Door, &c.Program, &context, &c.Dir, &c.Tool, &c.Command,
				&c.Kind, &c.Outcome, &c.ExitCode, &c.Kept, &c.Raw, &c.Given, &c.Refetches, &c.RefetchTokens,
				&c.Untouched)
			c.Time, c.Session, c.Epoch = time.Unix(0, at).UTC(), origins[context].session, origins[context].epoch
			list = append(list, c)
			return err
		})
	}
	if err != nil {
		return nil, fmt.Errorf("listing the calls of a session: %w", err)
	}
	slices.SortFunc(list, func(a, b Call) int { return cmp.Or(a.Time.Compare(b.Time), cmp.Compare(a.Seq, b.Seq)) })
	return list, nil
}

// Refetches lists re-reads, the newest first. The filter selects by their calls; its times are those of the re-reads.
func (l *Ledger) Refetches(ctx context.Context, f Filter) ([]Refetch, error) {
	s := SpanOf(f.Since, f.Until)
	limit := f.limit()
	f.Since, f.Until = time.Time{}, time.Time{}
	w := f.where()
	w.and("r.time >= ? AND r.time < ?", s.From, s.To)
	var list []Refetch
	// Re-reads at the same time come in the order of their calls, in which they are exported.
	const order = " ORDER BY r.time DESC, c.time DESC, c.seq DESC, r.seq DESC LIMIT ?"
	err := each(ctx, l.reader(), "SELECT r.time, r.how, r.first, r.last, r.grep, r.given, r.door, "+
		callColumns+" FROM regrets r JOIN calls c ON c.seq = r.call LEFT JOIN contexts x ON x.id = c.context "+
		w.String()+order, append(w.args, limit), func(scan scanner) (err error) {
		var r Refetch
		var at int64
		r.Call, err = scanCall(scan, &at, &r.How, &r.Lines[0], &r.Lines[1], &r.Grep, &r.Given, &r.Door)
		r.Time = time.Unix(0, at).UTC()
		list = append(list, r)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("listing regrets: %w", err)
	}
	return list, nil
}

// IDs are those of the results that calls have.
func (l *Ledger) IDs(ctx context.Context) (map[string]bool, error) {
	list, err := column[string](ctx, l.reader(), "SELECT DISTINCT id FROM calls WHERE id <> ''")
	if err != nil {
		return nil, fmt.Errorf("listing results: %w", err)
	}
	ids := map[string]bool{}
	for _, id := range list {
		ids[id] = true
	}
	return ids, nil
}
