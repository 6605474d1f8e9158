package ledger

import (
	"context"
)

// reread is the SQL expression for the tokens that later requests of a call's context didn't have to read: c is the
// call, x its context. The saving of a call counts once for each later request, and the tokens of a re-read are
// subtracted once for each request after it:
//
//	(raw - given) * (requests - at) - the sum over its re-reads of tokens * (requests - at of the re-read)
const reread = `((c.raw - c.given) * (coalesce(x.requests, c.at) - c.at)
	- c.regretted * coalesce(x.requests, 0) + c.lag)`

// addReread adds the value of reread for the calls of a context to the sums, multiplied by sign.
func (b *batch) addReread(ctx context.Context, x *heard, sign int64) error {
	return each(ctx, b.tx, `
		SELECT c.time / `+quarterNS+`, c.tool, c.kind, c.strategy, c.program, sum(`+reread+`)
		FROM calls c JOIN contexts x ON x.id = c.context WHERE c.context = ?
		GROUP BY 1, 2, 3, 4, 5`, []any{x.id}, func(scan scanner) error {
		p := place{session: x.main}
		var tokens int64
		err := scan(&p.quarter, &p.tool, &p.kind, &p.strategy, &p.program, &tokens)
		b.sums.add(p, sum{Totals: Totals{Reread: sign * tokens}})
		return err
	})
}
