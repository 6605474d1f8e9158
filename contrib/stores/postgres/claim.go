package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// Errors of [Ledger.Claim].
var (
	ErrTaken   = errors.New("another machine has this name, or this one had it with another store")
	ErrShorter = errors.New("this machine's ledger was made anew, and the team has older calls of it")
)

// An Origin is the source of a machine's rows.
type Origin struct {
	Store  string    // the id of the machine's store
	Ledger int64     // the number of its ledger, which one that was made anew doesn't have
	First  time.Time // of the calls of that
}

// Claim notes that the name of a machine belongs to a store, so that two machines of one name don't replace each
// other's rows. A name that another store has is [ErrTaken], and a ledger that has lost calls which the team has is
// [ErrShorter], unless the existing rows are taken over.
func (l *Ledger) Claim(ctx context.Context, machine string, from Origin, takeOver bool) error {
	err := l.change(ctx, machine, func(p *push) error {
		var have Origin
		err := p.tx.QueryRow(ctx, "SELECT store, ledger FROM toktee.stores WHERE machine = $1", p.machine).
			Scan(&have.Store, &have.Ledger)
		switch {
		case errors.Is(err, pgx.ErrNoRows) || err == nil && takeOver:
		case err != nil:
			return err
		case have.Store != from.Store:
			return ErrTaken
		case have.Ledger == from.Ledger:
			return nil
		case have.Ledger != 0:
			var older bool
			err := p.tx.QueryRow(ctx, "SELECT EXISTS (SELECT FROM toktee.calls WHERE machine = $1 AND time < $2)",
				p.machine, max(from.First.UnixNano(), 0)).Scan(&older)
			if err != nil {
				return err
			}
			if older {
				return ErrShorter
			}
		}
		if _, err := p.tx.Exec(ctx, "DELETE FROM toktee.stores WHERE machine = $1", p.machine); err != nil {
			return err
		}
		_, err = p.tx.Exec(ctx, "INSERT INTO toktee.stores (machine, store, ledger) VALUES ($1, $2, $3)", p.machine,
			from.Store, from.Ledger)
		return err
	})
	if err != nil {
		return fmt.Errorf("claiming the name %q: %w", machine, err)
	}
	return nil
}

// Names returns the names that a store has, in their order.
func (l *Ledger) Names(ctx context.Context, store string) ([]string, error) {
	rows, err := l.pool.Query(ctx, "SELECT machine FROM toktee.stores WHERE store = $1 ORDER BY machine", store)
	var names []string
	if err == nil {
		names, err = pgx.CollectRows(rows, pgx.RowTo[string])
	}
	if err != nil {
		return nil, fmt.Errorf("looking up the names of this store: %w", err)
	}
	return names, nil
}
