package ledger

import (
	"context"
	"errors"
)

// fewOutputs is the number of outputs up to which a search reads them one by one.
const fewOutputs = 1000

// A selected output is one of those that a filter leaves.
type selected struct{ number, shard int64 }

// selected returns the outputs that the search's filter selects, the newest first; few reports that the list is
// complete. In a large index, looking for a common word in a few outputs through all chunks that have it would take
// seconds.
func (f *finding) selected(ctx context.Context) (list []selected, few bool, err error) {
	w := f.s.Filter.where()
	w.and("o.shard > 0")
	from := "outputs o CROSS JOIN calls c ON c.id = o.id " // there are fewer outputs than calls
	if f.s.Filter.Session != "" {
		from = "calls c CROSS JOIN outputs o ON o.id = c.id "
	}
	rows, err := f.l.reader().QueryContext(ctx, "SELECT DISTINCT o.number, o.shard FROM "+from+w.String()+
		" ORDER BY o.number DESC LIMIT ?", append(w.args, fewOutputs+1)...)
	if err != nil {
		return nil, false, err
	}
	defer rows.Close()
	for rows.Next() {
		var s selected
		if err := rows.Scan(&s.number, &s.shard); err != nil {
			return nil, false, err
		}
		list = append(list, s)
	}
	return list, len(list) <= fewOutputs, rows.Err()
}

// each goes through some outputs.
func (f *finding) each(ctx context.Context, list []selected) error {
	for _, s := range list {
		if f.over() {
			return nil
		}
		if err := f.one(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// one looks through the chunks of one output that have all of the words.
func (f *finding) one(ctx context.Context, s selected) error {
	var first, last int64
	err := f.l.reader().QueryRowContext(ctx, "SELECT coalesce(min(number), 0), coalesce(max(number), -1) FROM chunks "+
		"WHERE output = ?", s.number).Scan(&first, &last)
	if err != nil {
		return err
	}
	table := words(s.shard)
	rows, err := f.l.reader().QueryContext(ctx, "SELECT k.number, k.output, o.id, k.first, k.lines FROM (SELECT rowid "+
		"AS n FROM "+table+" WHERE "+table+" MATCH ? AND rowid >= ? AND rowid <= ?) JOIN chunks k ON k.number = n "+
		"JOIN outputs o ON o.number = k.output ORDER BY n DESC", f.match, first, last)
	if err != nil {
		if dropped, e := f.dropped(ctx, s.shard); e == nil && dropped {
			return nil
		}
		return err
	}
	found, err := scanCandidates(rows)
	if err = errors.Join(err, rows.Close()); err != nil || len(found) == 0 {
		return err
	}
	return f.output(ctx, found)
}
