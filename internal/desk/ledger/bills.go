package ledger

import (
	"context"
	"fmt"

	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/internal/measure/cost"
)

// A Bill has the tokens that providers billed for requests through the gateway, and those that they would have billed
// besides for the same requests without toktee.
type Bill struct {
	Program  string `json:"program"`
	Model    string `json:"model"`
	Requests int64  `json:"requests"`
	Input    int64  `json:"input_tokens"` // neither cached nor written to the cache
	Cached   int64  `json:"cached_tokens"`
	Written  int64  `json:"written_tokens"`
	Output   int64  `json:"output_tokens"`
	// More tokens without toktee.
	MoreInput   int64 `json:"more_input_tokens"`
	MoreCached  int64 `json:"more_cached_tokens"`
	MoreWritten int64 `json:"more_written_tokens"`
	Lost        int64 `json:"lost"` // results that passed as they are, because the earlier text isn't known any more
}

// Price returns the cost of the requests, and their cost without toktee.
func (b *Bill) Price(p cost.Prices) (paid, without cost.Amount) {
	paid = p.Of(b.Input, b.Cached, b.Written, b.Output)
	return paid, paid + p.Of(b.MoreInput, b.MoreCached, b.MoreWritten, 0)
}

func (b *Bill) fields() []any {
	return []any{
		&b.Requests, &b.Input, &b.Cached, &b.Written, &b.Output, &b.MoreInput, &b.MoreCached, &b.MoreWritten, &b.Lost,
	}
}

// billed adds a request. What it left out for the first time would have been written to the cache like the rest of the
// request, or been plain input if the provider reports no such writes. What it left out like earlier requests would
// have been read from the cache, if the provider read anything from it.
func (b *batch) billed(ctx context.Context, e *journal.Event) error {
	bill := Bill{
		Requests: 1, Input: int64(e.Input), Cached: int64(e.Cached), Written: int64(e.Written), Output: int64(e.Output),
		Lost: int64(e.Lost),
	}
	written := &bill.MoreInput
	if e.Written > 0 {
		written = &bill.MoreWritten
	}
	*written += int64(e.LeftOut)
	if e.Cached > 0 {
		written = &bill.MoreCached
	}
	*written += int64(e.LeftOutEarlier)
	b.changed = true
	if err := b.sized(ctx, e); err != nil {
		return err
	}
	_, err := b.exec(ctx, `INSERT INTO bills VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
		requests = requests + excluded.requests, input = input + excluded.input, cached = cached + excluded.cached,
		written = written + excluded.written, output = output + excluded.output,
		more_input = more_input + excluded.more_input, more_cached = more_cached + excluded.more_cached,
		more_written = more_written + excluded.more_written, lost = lost + excluded.lost`,
		append([]any{floorDiv(e.Time.UnixNano(), int64(quarter)), e.Session, e.Program, e.Model},
			values(bill.fields())...)...)
	return err
}

// Bills adds up the requests of a query for each program and model, those with the most tokens first. Periods are
// rounded to quarter hours. Query.By is ignored.
func (l *Ledger) Bills(ctx context.Context, q Query) ([]Bill, error) {
	s := SpanOf(q.Since, q.Until)
	text := `SELECT program, model, sum(requests), sum(input), sum(cached), sum(written), sum(output), sum(more_input),
		sum(more_cached), sum(more_written), sum(lost) FROM bills WHERE quarter >= ? AND quarter <= ?`
	args := []any{floorDiv(s.From, int64(quarter)), floorDiv(s.To-1, int64(quarter))}
	if q.Session != "" {
		text += " AND (session = ? OR session >= ? AND session < ?)"
		args = append(args, q.Session, q.Session+"/", q.Session+"0")
	}
	var list []Bill
	err := each(ctx, l.reader(), text+` GROUP BY program, model
		ORDER BY sum(input) + sum(cached) + sum(written) DESC, program, model`, args, func(scan scanner) error {
		var bill Bill
		err := scan(append([]any{&bill.Program, &bill.Model}, bill.fields()...)...)
		list = append(list, bill)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("adding up bills: %w", err)
	}
	return list, nil
}
