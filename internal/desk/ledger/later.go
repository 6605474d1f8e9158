package ledger

import (
	"context"

	"github.com/toktee/toktee/internal/host/journal"
)

// roomFor returns the context that outputs of so many tokens go to. Without toktee, a context without room for them
// would have been compacted, and requests wouldn't have read its outputs any more. So the session's next context
// begins, as after a compaction.
//
// The size of a context without toktee is that of its outputs. If the size of its requests is known, it is that with
// what was saved ([batch.sized]).
func (b *batch) roomFor(ctx context.Context, x *heard, tokens int64) (*heard, error) {
	if x.requests == 0 || x.without+tokens <= b.l.o.Window {
		return x, nil
	}
	return b.begin(ctx, &ExportContext{Session: x.session, Epoch: x.epoch + 1, Full: true}, unknownBase)
}

// unknownBase is the base of a context until the size of a request is known.
const unknownBase = -1

// sized notes the size of a request. Beyond base, nothing of it is kept, so that the figures don't depend on when the
// journal is read. The largest request of a session is smaller than the window of its model.
func (b *batch) sized(ctx context.Context, e *journal.Event) error {
	x, err := b.context(ctx, e.Session)
	sent := int64(e.Input) + int64(e.Cached) + int64(e.Written)
	if err != nil || x == nil || x.requests == 0 || sent < x.base { // of a model that names the session, or compacted
		return err
	}
	if x.base == unknownBase {
		x.base = max(sent-(x.without-x.saved), 0)
		if _, err := b.exec(ctx, "UPDATE contexts SET base = ? WHERE id = ?", x.base, x.id); err != nil {
			return err
		}
	}
	if max(x.without, sent-x.base+x.saved) <= max(b.l.o.Window, sent) {
		return nil
	}
	_, err = b.begin(ctx, &ExportContext{Session: x.session, Epoch: x.epoch + 1, Full: true}, sent)
	return err
}

// add adds an output: its tokens without toktee, and those that were sent.
func (x *heard) add(without, sent int64) {
	x.without += without
	x.saved += without - sent
}

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
