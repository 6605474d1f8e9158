package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/toktee/toktee/internal/host/checks"
)

// PushChecks replaces the checks of a machine by those of its logs, of each repository by its name. Entries are as
// [checks.Entry.Shared] returns them.
func (l *Ledger) PushChecks(ctx context.Context, machine string, logs map[string][]checks.Entry) error {
	err := l.change(ctx, machine, func(p *push) error {
		if err := p.clear(ctx, tables[shared:]); err != nil {
			return err
		}
		for repository, entries := range logs {
			for i := range entries {
				b, err := json.Marshal(masked(entries[i]))
				if err != nil {
					return err
				}
				p.rows[shared] = append(p.rows[shared], []any{
					p.machine, text(repository), entries[i].Time.UnixNano(), string(b),
				})
			}
		}
		return p.flush(ctx)
	})
	if err != nil {
		return fmt.Errorf("pushing the checks of %q: %w", machine, err)
	}
	return nil
}

// masked returns an entry with its texts as [text] returns them. In JSON, escapes would be a part of what looks like a
// secret, and a mark in place of one would end the JSON.
func masked(e checks.Entry) checks.Entry {
	e.Session = session(e.Session)
	for _, s := range []*string{
		&e.Agent, &e.Root, &e.File, &e.ID, &e.Dir, &e.Command, &e.Outcome, &e.State.Head, &e.State.Branch,
	} {
		*s = text(*s)
	}
	e.Checks = slices.Clone(e.Checks)
	for i := range e.Checks {
		c := &e.Checks[i]
		c.Program, c.Outcome, c.Failures = text(c.Program), text(c.Outcome), slices.Clone(c.Failures)
		for j := range c.Failures {
			f := &c.Failures[j]
			f.Name, f.Package, f.File, f.Message = text(f.Name), text(f.Package), text(f.File), text(f.Message)
		}
	}
	return e
}

// Checks returns the checks of a repository on all machines, the earliest first.
func (l *Ledger) Checks(ctx context.Context, repository string) ([]checks.Entry, error) {
	rows, err := l.pool.Query(ctx,
		"SELECT entry FROM toktee.checks WHERE repository = $1 ORDER BY time, machine", text(repository))
	var all []checks.Entry
	if err == nil {
		all, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (e checks.Entry, err error) {
			var b []byte
			if err = row.Scan(&b); err == nil {
				err = json.Unmarshal(b, &e)
			}
			return e, err
		})
	}
	if err != nil {
		return nil, fmt.Errorf("reading the checks of %q: %w", repository, err)
	}
	return all, nil
}
