package postgres

import (
	"context"
	"encoding/json"
	"fmt"

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
				e := entries[i]
				e.Session, e.Command = session(e.Session), text(e.Command)
				b, err := json.Marshal(e)
				if err != nil {
					return err
				}
				p.rows[shared] = append(p.rows[shared], []any{
					p.machine, text(repository), e.Time.UnixNano(), text(string(b)),
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
