package ledger

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"
)

// Origin is a number that no other ledger has, and the time of its oldest call, zero without one. A ledger that was
// made anew, since it was damaged or removed, has another number.
func (l *Ledger) Origin(ctx context.Context) (number int64, first time.Time, err error) {
	_, err = l.writer().ExecContext(ctx, "INSERT INTO meta VALUES ('origin', ?) ON CONFLICT DO NOTHING",
		1+rand.Int64N(1<<62))
	var at int64
	if err == nil {
		err = l.reader().QueryRowContext(ctx, "SELECT value, (SELECT coalesce(min(time), 0) FROM calls) FROM meta "+
			"WHERE name = 'origin'").Scan(&number, &at)
	}
	if err != nil {
		return 0, first, fmt.Errorf("reading where the ledger begins: %w", err)
	}
	if at > 0 {
		first = time.Unix(0, at).UTC()
	}
	return number, first, nil
}
