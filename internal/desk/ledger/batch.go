package ledger

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"github.com/toktee/toktee/internal/desk/ledger/call"
	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/internal/host/store"
)

// A heard context is one that a batch has something to do with.
type heard struct {
	id       int64
	session  string
	main     string // the session without a sub-agent
	epoch    int
	requests int64
	touched  bool  // what its calls had of reread before the batch is taken out of the sums
	base     int64 // see [schema]
	without  int64 // tokens that its outputs would have without toktee: see [batch.roomFor]
	saved    int64 // tokens of them that weren't sent
}

// A batch is what one transaction adds.
type batch struct {
	l        *Ledger
	tx       *sql.Tx
	stmts    map[string]*sql.Stmt
	sums     cells
	sessions map[string]*heard // the newest context of each
	contexts map[int64]*heard
	kinds    map[[2]string]string
	events   int
	calls    int64
	bad      int
	changed  bool
}

func newBatch(l *Ledger, tx *sql.Tx) *batch {
	return &batch{
		l: l, tx: tx, stmts: map[string]*sql.Stmt{}, sums: cells{}, sessions: map[string]*heard{},
		contexts: map[int64]*heard{}, kinds: map[[2]string]string{},
	}
}

// change runs a function that adds and removes rows in one transaction.
func (l *Ledger) change(ctx context.Context, do func(b *batch) error) error {
	tx, err := l.writer().BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	b := newBatch(l, tx)
	if err := do(b); err != nil {
		return err
	}
	return b.commit(ctx)
}

// each runs statements with the same arguments.
func (b *batch) each(ctx context.Context, args []any, texts ...string) error {
	for _, text := range texts {
		if _, err := b.tx.ExecContext(ctx, text, args...); err != nil {
			return err
		}
	}
	return nil
}

// exec runs a statement, which is prepared once.
func (b *batch) exec(ctx context.Context, text string, args ...any) (sql.Result, error) {
	s, err := b.prepare(ctx, text)
	if err != nil {
		return nil, err
	}
	return s.ExecContext(ctx, args...)
}

func (b *batch) row(ctx context.Context, text string, args []any, to ...any) error {
	s, err := b.prepare(ctx, text)
	if err != nil {
		return err
	}
	return s.QueryRowContext(ctx, args...).Scan(to...)
}

func (b *batch) prepare(ctx context.Context, text string) (*sql.Stmt, error) {
	if s := b.stmts[text]; s != nil {
		return s, nil
	}
	s, err := b.tx.PrepareContext(ctx, text)
	if err == nil {
		b.stmts[text] = s
	}
	return s, err
}

// Events with times outside these bounds are ignored.
var (
	earliest = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	latest   = time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC)
)

// event adds one event of the journal.
func (b *batch) event(ctx context.Context, e *journal.Event) error {
	if e.Time.Before(earliest) || !e.Time.Before(latest) {
		b.bad++
		return nil
	}
	switch e.Kind {
	case journal.Result, journal.Passed:
		return b.call(ctx, e)
	case journal.Whole:
		return b.whole(ctx, e)
	case journal.Fetched, journal.Again:
		return b.refetched(ctx, e)
	case journal.Compacted:
		return b.compacted(ctx, e)
	case journal.Billed:
		return b.billed(ctx, e)
	case journal.Sized:
		return b.sized(ctx, e)
	case journal.Claimed:
		return b.claimed(ctx, e)
	case journal.Forgot:
		session := e.Session
		if e.SessionSum != "" {
			var err error
			if session, err = b.sessionOf(ctx, e.SessionSum); err != nil || session == "" {
				return err
			}
		}
		return b.forgot(ctx, store.Which{ID: e.ID, Session: session, All: e.All})
	}
	return nil // of a newer toktee
}

// call adds a result, or an output that was passed on.
func (b *batch) call(ctx context.Context, e *journal.Event) error {
	x, err := b.context(ctx, e.Session)
	if err != nil {
		return err
	}
	at := int64(0)
	c := call.Of(e, b.kind(e.Tool, e.Command))
	if x != nil {
		if x, err = b.roomFor(ctx, x, int64(c.Raw)); err != nil {
			return err
		}
		if err := b.touch(ctx, x); err != nil {
			return err
		}
		x.add(int64(c.Raw), int64(c.Given))
		x.requests++
		at = x.requests
	}
	if err := b.insert(ctx, &c, e.Kind == journal.Passed, x, at); err != nil {
		return err
	}
	b.calls++
	return nil
}

// insert adds a row of calls with its sums. Its context isn't touched.
func (b *batch) insert(ctx context.Context, c *Call, passed bool, x *heard, at int64) error {
	context := int64(0)
	if x != nil {
		context = x.id
	}
	if _, err := b.exec(ctx, `INSERT INTO calls (time, passed, context, at, id, call_id, door, program, dir, tool,
		command, kind, strategy, level, outcome, exit_code, kept, bytes, raw, given, regrets, regretted, lag, fallback,
		encoding) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, ?, ?)`,
		c.Time.UnixNano(), passed, context, at, c.ID, c.CallID, c.Door, c.Program, c.Dir, c.Tool, c.Command, c.Kind,
		c.Strategy, c.Level, c.Outcome, c.ExitCode, c.Kept, c.Bytes, c.Raw, c.Given, c.Fallback, c.Encoding,
	); err != nil {
		return err
	}
	b.changed = true
	s := sum{last: c.Time.UnixNano()}
	if passed {
		s.Passed = 1
	} else {
		s.Totals = Totals{
			Calls: 1, Bytes: c.Bytes, Raw: int64(c.Raw), Given: int64(c.Given),
			Failed: one(c.Outcome == "fail"), Unknown: one(c.Outcome == "unknown"), Fallbacks: one(c.Fallback),
		}
	}
	b.sums.add(placeOf(c, x), s)
	return nil
}

// placeOf are the sums that a call is in.
func placeOf(c *Call, x *heard) place {
	p := place{floorDiv(c.Time.UnixNano(), int64(quarter)), c.Tool, c.Kind, "", c.Program, c.Strategy}
	if x != nil {
		p.session = x.main
	}
	return p
}

func one(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// kind returns the group of similar calls that a call belongs to, such as "go test".
func (b *batch) kind(tool, command string) string {
	k, ok := b.kinds[[2]string{tool, command}]
	if !ok {
		k = kindOf(tool, command)
		b.kinds[[2]string{tool, command}] = k
	}
	return k
}

// context returns the newest context of a session, or nil without a session.
func (b *batch) context(ctx context.Context, session string) (*heard, error) {
	if session == "" {
		return nil, nil
	}
	if x := b.sessions[session]; x != nil {
		return x, nil
	}
	x, err := b.load(ctx, "session = ? ORDER BY epoch DESC LIMIT 1", session)
	if err == nil && x == nil {
		return b.begin(ctx, &ExportContext{Session: session}, 0)
	}
	b.sessions[session] = x
	return x, err
}

// load returns the context that a condition selects, or nil if there is none.
func (b *batch) load(ctx context.Context, where string, args ...any) (*heard, error) {
	x := &heard{}
	err := b.row(ctx, `SELECT id, session, main, epoch, requests, base,
		coalesce((SELECT sum(raw) FROM calls WHERE context = contexts.id), 0),
		coalesce((SELECT sum(raw - given - regretted) FROM calls WHERE context = contexts.id), 0)
		FROM contexts WHERE `+where, args, &x.id, &x.session, &x.main, &x.epoch, &x.requests, &x.base, &x.without,
		&x.saved)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, nil
	case err != nil:
		return nil, err
	case b.contexts[x.id] == nil:
		b.contexts[x.id] = x
	}
	return b.contexts[x.id], nil
}

// begin makes a context.
func (b *batch) begin(ctx context.Context, c *ExportContext, base int64) (*heard, error) {
	main, _, _ := strings.Cut(c.Session, "/")
	done, err := b.exec(ctx, "INSERT INTO contexts (session, main, epoch, requests, isfull, base) "+
		"VALUES (?, ?, ?, 0, ?, ?)", c.Session, main, c.Epoch, c.Full, base)
	if err != nil {
		return nil, err
	}
	id, err := done.LastInsertId()
	x := &heard{id: id, session: c.Session, main: main, epoch: c.Epoch, touched: true, base: base}
	b.contexts[id] = x
	if newest := b.sessions[c.Session]; newest == nil || newest.epoch < c.Epoch {
		b.sessions[c.Session] = x
	}
	return x, err
}

// compacted begins the session's next context.
func (b *batch) compacted(ctx context.Context, e *journal.Event) error {
	x, err := b.context(ctx, e.Session)
	if err != nil || x == nil {
		return err
	}
	b.changed = true
	_, err = b.begin(ctx, &ExportContext{Session: x.session, Epoch: x.epoch + 1}, 0)
	return err
}

// touch is called before a context's requests or calls change.
func (b *batch) touch(ctx context.Context, x *heard) error {
	if x == nil || x.touched {
		return nil
	}
	x.touched = true
	return b.addReread(ctx, x, -1)
}

// flush writes rows and sums that are only in memory, and clears them.
func (b *batch) flush(ctx context.Context) error {
	for _, x := range b.contexts {
		if !x.touched {
			continue
		}
		if _, err := b.exec(ctx, "UPDATE contexts SET requests = ? WHERE id = ?", x.requests, x.id); err != nil {
			return err
		}
		if err := b.addReread(ctx, x, 1); err != nil {
			return err
		}
	}
	if err := b.sums.commit(ctx, b.tx); err != nil {
		return err
	}
	b.sums, b.sessions, b.contexts = cells{}, map[string]*heard{}, map[int64]*heard{}
	return nil
}

// commit ends the transaction.
func (b *batch) commit(ctx context.Context) error {
	if err := b.flush(ctx); err != nil {
		return err
	}
	if b.changed {
		if err := b.set(ctx, "changed", 1); err != nil {
			return err
		}
	}
	return b.tx.Commit()
}

// set adds to a number of the table meta.
func (b *batch) set(ctx context.Context, name string, add int64) error {
	_, err := b.exec(ctx, "INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = value + excluded.value",
		name, add)
	return err
}
