package ledger

import (
	"context"
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
	err = each(ctx, f.l.reader(), "SELECT DISTINCT o.number, o.shard FROM "+from+w.String()+
		" ORDER BY o.number DESC LIMIT ?", append(w.args, fewOutputs+1), func(scan scanner) error {
		var s selected
		err := scan(&s.number, &s.shard)
		list = append(list, s)
		return err
	})
	return list, len(list) <= fewOutputs, err
}

// each goes through the chunks of some outputs that have all of the words.
func (f *finding) each(ctx context.Context, list []selected) error {
	for _, s := range list {
		if f.over() {
			return nil
		}
		var first, last int64
		err := f.l.reader().QueryRowContext(ctx, "SELECT coalesce(min(number), 0), coalesce(max(number), -1) FROM "+
			"chunks WHERE output = ?", s.number).Scan(&first, &last)
		if err == nil {
			err = f.shard(ctx, s.shard, first, last)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
