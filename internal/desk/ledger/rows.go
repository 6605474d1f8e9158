package ledger

import (
	"context"
	"database/sql"
)

// A querier is a database or a transaction of it.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// A scanner reads the columns of a row.
type scanner = func(to ...any) error

// each hands the rows of a query to a function, until it returns an error.
func each(ctx context.Context, q querier, text string, args []any, row func(scan scanner) error) error {
	rows, err := q.QueryContext(ctx, text, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := row(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

// column returns the values of a query's only column.
func column[T any](ctx context.Context, q querier, text string, args ...any) (all []T, err error) {
	err = each(ctx, q, text, args, func(scan scanner) error {
		var v T
		err := scan(&v)
		all = append(all, v)
		return err
	})
	return all, err
}
