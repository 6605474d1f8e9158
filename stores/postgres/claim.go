package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// ErrTaken is the error for the name of a machine that another store has.
var ErrTaken = errors.New("another machine has this name, or this one had it with another store")

// Claim notes that the name of a machine belongs to a store, by the store's id, so that two machines of one name don't
// replace each other's rows. A name that another store has is [ErrTaken], unless it is taken over.
func (l *Ledger) Claim(ctx context.Context, machine, store string, takeOver bool) error {
	err := l.change(ctx, machine, func(p *push) error {
		var owner string
		err := p.tx.QueryRow(ctx, "SELECT store FROM toktee.stores WHERE machine = $1", p.machine).Scan(&owner)
		switch {
		case errors.Is(err, pgx.ErrNoRows):
		case err != nil || owner == store:
			return err
		case !takeOver:
			return ErrTaken
		default:
			if _, err := p.tx.Exec(ctx, "DELETE FROM toktee.stores WHERE machine = $1", p.machine); err != nil {
				return err
			}
		}
		_, err = p.tx.Exec(ctx, "INSERT INTO toktee.stores VALUES ($1, $2)", p.machine, store)
		return err
	})
	if err != nil {
		return fmt.Errorf("claiming the name %q: %w", machine, err)
	}
	return nil
}
