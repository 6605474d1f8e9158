package postgres

import (
	"context"
	"fmt"
	"iter"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toktee/toktee/internal/desk/ledger"
)

// batch is how many rows of an export are in memory at once.
const batch = 10_000

// tables are those with rows of machines.
var tables = []table{
	{"contexts", []string{"machine", "session", "epoch", "requests"}},
	{"calls", []string{"machine", "seq", "time", "passed", "at", "id", "call_id", "door", "program", "session", "epoch",
		"dir", "tool", "command", "kind", "strategy", "level", "outcome", "exit_code", "kept", "bytes", "raw", "given",
		"fallback", "encoding"}},
	{"regrets", []string{"machine", "call", "time", "how", "at", "first", "last", "grep", "given", "door"}},
	{"checks", []string{"machine", "repository", "time", "entry"}},
}

const (
	contexts = iota // in tables
	calls
	regrets
	shared // checks
)

type table struct {
	name    string
	columns []string
}

// Push replaces the rows of a machine by the lines of its ledger, and returns the number of calls. The lines are those
// of [ledger.Ledger.Lines], or of a file by [ledger.ReadExport]. The first is asked for when no other push of the
// machine runs. The name of the machine is for the team to choose. After an error nothing has changed.
func (l *Ledger) Push(ctx context.Context, machine string, lines iter.Seq2[ledger.ExportLine, error]) (int64, error) {
	var done int64
	err := l.change(ctx, machine, func(p *push) error {
		if err := p.clear(ctx, tables[:shared]); err != nil {
			return err
		}
		err := p.read(ctx, lines)
		done = p.calls
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("pushing the ledger of %q: %w", machine, err)
	}
	return done, nil
}

// Remove removes the rows of a machine. Its name is free then.
func (l *Ledger) Remove(ctx context.Context, machine string) error {
	err := l.change(ctx, machine, func(p *push) error {
		if err := p.clear(ctx, tables); err != nil {
			return err
		}
		_, err := p.tx.Exec(ctx, "DELETE FROM toktee.stores WHERE machine = $1", p.machine)
		return err
	})
	if err != nil {
		return fmt.Errorf("removing the ledger of %q: %w", machine, err)
	}
	return nil
}

// A push is a transaction that changes the rows of a machine.
type push struct {
	tx      pgx.Tx
	machine string
	rows    [4][][]any // by table
	calls   int64
}

// silence is how long a server waits in a transaction for a machine that sends nothing, as one whose lid was closed.
// Until then, it keeps the next sync of that machine waiting.
var silence = 10 * time.Minute

// change runs a transaction, once no other changes the rows of the machine.
func (l *Ledger) change(ctx context.Context, machine string, do func(*push) error) error {
	return pgx.BeginFunc(ctx, l.pool, func(tx pgx.Tx) error {
		p := push{tx: tx, machine: clean(machine)}
		_, err := tx.Exec(ctx,
			fmt.Sprintf("SET LOCAL idle_in_transaction_session_timeout = %d", silence.Milliseconds()))
		if err == nil {
			_, err = tx.Exec(ctx, "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", p.machine)
		}
		if err != nil {
			return err
		}
		return do(&p)
	})
}

func (p *push) clear(ctx context.Context, of []table) error {
	for _, t := range of {
		if _, err := p.tx.Exec(ctx, "DELETE FROM toktee."+t.name+" WHERE machine = $1", p.machine); err != nil {
			return err
		}
	}
	return nil
}

func (p *push) read(ctx context.Context, lines iter.Seq2[ledger.ExportLine, error]) error {
	n := 0
	for l, err := range lines {
		if n++; err != nil {
			return fmt.Errorf("line %d of the export: %w", n, err)
		}
		p.add(&l)
		if len(p.rows[calls]) >= batch || len(p.rows[regrets]) >= batch {
			if err := p.flush(ctx); err != nil {
				return err
			}
		}
	}
	return p.flush(ctx)
}

func (p *push) add(l *ledger.ExportLine) {
	if x := l.Context; x != nil {
		p.rows[contexts] = append(p.rows[contexts], []any{p.machine, session(x.Session), int64(x.Epoch), x.Requests})
	}
	c := l.Call
	if c == nil {
		return
	}
	p.calls++
	var exit *int64
	if c.ExitCode != nil {
		code := int64(*c.ExitCode)
		exit = &code
	}
	p.rows[calls] = append(p.rows[calls], []any{
		p.machine, c.Seq, c.Time.UnixNano(), l.Passed, l.At, text(c.ID), text(c.CallID), text(c.Door), text(c.Program),
		session(c.Session), int64(c.Epoch), text(c.Dir), text(c.Tool), text(c.Command), text(c.Kind), text(c.Strategy),
		text(c.Level), text(c.Outcome), exit, c.Kept, c.Bytes, int64(c.Raw), int64(c.Given), c.Fallback,
		text(c.Encoding),
	})
	for _, r := range l.Refetches {
		p.rows[regrets] = append(p.rows[regrets], []any{
			p.machine, c.Seq, r.Time.UnixNano(), text(r.How), r.At, int64(r.Lines[0]), int64(r.Lines[1]), r.Grep,
			int64(r.Given), text(r.Door),
		})
	}
}

// flush writes the rows that were added. It inserts them from arrays, a column each: COPY is refused if the database
// has policies on rows by role.
func (p *push) flush(ctx context.Context) error {
	for i, t := range tables {
		if len(p.rows[i]) == 0 {
			continue
		}
		columns, types := columnsOf(p.rows[i])
		_, err := p.tx.Exec(ctx, "INSERT INTO toktee."+t.name+" ("+strings.Join(t.columns, ", ")+
			") SELECT * FROM unnest("+types+")", columns...)
		if err != nil {
			return err
		}
		p.rows[i] = p.rows[i][:0]
	}
	return nil
}

// columnsOf returns the columns of rows, and their parameters: "$1::text[], $2::bigint[]".
func columnsOf(rows [][]any) (columns []any, types string) {
	for i, value := range rows[0] {
		name := "bigint"
		var c any
		switch value.(type) {
		case string:
			name, c = "text", column[string](rows, i)
		case bool:
			name, c = "boolean", column[bool](rows, i)
		case *int64:
			c = column[*int64](rows, i)
		default:
			c = column[int64](rows, i)
		}
		if i > 0 {
			types += ", "
		}
		types += fmt.Sprintf("$%d::%s[]", i+1, name)
		columns = append(columns, c)
	}
	return columns, types
}

func column[T any](rows [][]any, i int) []T {
	c := make([]T, len(rows))
	for n, r := range rows {
		c[n] = r[i].(T)
	}
	return c
}
