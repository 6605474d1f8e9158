package ledger

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"unicode/utf8"

	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/text/secrets"
)

const (
	candidates = 256      // chunks that are asked for at once
	maxText    = 500      // bytes of a line that are shown
	maxSearch  = 16 << 20 // bytes of outputs that are read for one search
	opening    = 8 << 10  // bytes that could be read in the time that opening an output takes
)

// Search finds lines, in the newest outputs first. more reports that there are or may be others: a search ends after 16
// MiB of outputs that contain all words, but in no single line.
//
// A line matches if it has each word of the text, ignoring case, and each quoted phrase. Words aren't cut: "bar" finds
// foo_bar.baz and not foobar; bar* finds bars. Search finds only lines that [Ledger.Index] has indexed and the store
// still has.
func (l *Ledger) Search(ctx context.Context, s Search) (hits []Hit, more bool, err error) {
	list, err := terms(s.Text)
	if err != nil {
		return nil, false, err
	}
	if s.Limit <= 0 {
		s.Limit = defaultLimit
	}
	f := finding{l: l, s: s, terms: list, match: match(list), left: maxSearch, calls: map[int64]*Call{}}
	if l.o.Store != nil {
		if f.kept, err = l.o.Store.Snapshot(); err != nil {
			return nil, false, fmt.Errorf("searching: %w", err)
		}
		if err := f.run(ctx); err != nil {
			return nil, false, fmt.Errorf("searching: %w", err)
		}
	}
	if len(f.hits) > s.Limit {
		return f.hits[:s.Limit], true, nil
	}
	return f.hits, f.left <= 0, nil
}

// A finding answers one search.
type finding struct {
	l     *Ledger
	s     Search
	terms []term
	match string
	kept  *store.Snapshot
	left  int64           // bytes that may still be read
	calls map[int64]*Call // of outputs that were seen, nil for one that the filter leaves out
	hits  []Hit
	low   []byte // a chunk in small letters
}

func (f *finding) over() bool { return len(f.hits) > f.s.Limit || f.left <= 0 }

func (f *finding) run(ctx context.Context) error {
	if (f.s.Filter != Filter{}) {
		list, few, err := f.selected(ctx)
		if err != nil {
			return err
		}
		if few {
			return f.each(ctx, list)
		}
	}
	shards, err := column[int64](ctx, f.l.reader(), "SELECT id FROM shards ORDER BY id DESC")
	if err != nil {
		return err
	}
	for _, shard := range shards {
		if err := f.shard(ctx, shard, 0, math.MaxInt64); err != nil {
			return err
		}
		if f.over() {
			break
		}
	}
	return nil
}

// A candidate is a chunk that has all of the words.
type candidate struct {
	number, output int64
	id             string
	first, lines   int
}

// shard goes through a part of the index from one chunk up to another, the newest outputs first.
func (f *finding) shard(ctx context.Context, shard, first, last int64) error {
	var open []candidate // of the output whose chunks may go on in the next page
	for !f.over() {
		page, err := f.page(ctx, shard, first, last)
		if err != nil {
			return err
		}
		for _, c := range page {
			if len(open) > 0 && open[0].output != c.output {
				if err := f.output(ctx, open); err != nil {
					return err
				}
				open = open[:0]
				if f.over() {
					return nil
				}
			}
			open = append(open, c)
		}
		if len(page) < candidates {
			break
		}
		last = page[len(page)-1].number - 1
	}
	if len(open) == 0 {
		return nil
	}
	return f.output(ctx, open)
}

// page returns the candidates of a part of the index from one chunk up to another, the last ones first. A part that
// another process has dropped meanwhile has none.
func (f *finding) page(ctx context.Context, shard, first, last int64) ([]candidate, error) {
	table := words(shard)
	var page []candidate
	err := each(ctx, f.l.reader(), "SELECT k.number, k.output, o.id, k.first, k.lines FROM (SELECT rowid "+
		"AS n FROM "+table+" WHERE "+table+" MATCH ? AND rowid >= ? AND rowid <= ? ORDER BY rowid DESC LIMIT ?) JOIN "+
		"chunks k ON k.number = n JOIN outputs o ON o.number = k.output ORDER BY n DESC",
		[]any{f.match, first, last, candidates}, func(scan scanner) error {
			var c candidate
			err := scan(&c.number, &c.output, &c.id, &c.first, &c.lines)
			page = append(page, c)
			return err
		})
	if err != nil {
		if dropped, e := f.dropped(ctx, shard); e == nil && dropped {
			return nil, nil
		}
	}
	return page, err
}

// dropped reports whether another process has dropped a part meanwhile.
func (f *finding) dropped(ctx context.Context, shard int64) (bool, error) {
	var n int
	err := f.l.reader().QueryRowContext(ctx, "SELECT count(*) FROM shards WHERE id = ?", shard).Scan(&n)
	return n == 0, err
}

// output looks through the chunks of an output, which come in with the last one first.
func (f *finding) output(ctx context.Context, list []candidate) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if (f.s.Filter != Filter{}) {
		if call, err := f.call(ctx, list[0]); err != nil || call == nil {
			return err
		}
	}
	_, payload, err := f.kept.Open(list[0].id)
	if err != nil {
		return nil // pruned meanwhile, or damaged
	}
	defer payload.Close()
	chunks := newChunks(payload, f.l.o.Mask)
	defer func() { f.left -= chunks.read + opening }()
	for i := len(list) - 1; i >= 0 && !f.over(); i-- {
		text, err := chunks.exactly(list[i].first, list[i].lines)
		if err != nil {
			return nil
		}
		if !f.likely(text) {
			continue
		}
		if err := f.chunk(ctx, list[i], text); err != nil {
			return err
		}
	}
	return nil
}

// likely reports whether a chunk may have a line that matches: many chunks with the words don't have the phrase. It
// reads all lines at once, which is much faster than one by one.
func (f *finding) likely(text []byte) bool {
	f.low = f.low[:0]
	for _, c := range text {
		if c >= utf8.RuneSelf {
			return true
		}
		f.low = append(f.low, lowByte(c))
	}
	for _, t := range f.terms {
		if !bytes.Contains(f.low, []byte(t.text)) {
			return false
		}
	}
	return true
}

// chunk adds the lines that match.
func (f *finding) chunk(ctx context.Context, c candidate, text []byte) error {
	number := c.first - 1
	for line := range bytes.Lines(text) {
		number++
		text := string(bytes.TrimSuffix(line, []byte{'\n'}))
		found := marks(f.terms, text)
		if found == nil || len(f.hits) > f.s.Limit {
			continue
		}
		call, err := f.call(ctx, c)
		if err != nil || call == nil {
			return err
		}
		text, found = around(text, found)
		f.hits = append(f.hits, Hit{Call: *call, Line: number, Text: text, Marks: found})
	}
	return nil
}

// around is the part of a long line that is shown, with the marks in it.
func around(text string, found [][2]int) (string, [][2]int) {
	if len(text) <= maxText {
		return text, found
	}
	from := max(0, min(found[0][0]-maxText/4, len(text)-maxText))
	to := from + maxText
	for from < len(text) && !utf8.RuneStart(text[from]) {
		from++
	}
	for to < len(text) && to > from && !utf8.RuneStart(text[to]) {
		to--
	}
	var in [][2]int
	for _, m := range found {
		if m[0] < to && m[1] > from {
			in = append(in, [2]int{max(m[0]-from, 0), min(m[1], to) - from})
		}
	}
	return text[from:to], in
}

// call returns the newest call of an output that the filter selects, or nil. An output that is older than the journal
// has the fields of its record.
func (f *finding) call(ctx context.Context, c candidate) (*Call, error) {
	if call, ok := f.calls[c.output]; ok {
		return call, nil
	}
	w := f.s.Filter.where()
	w.and("c.id = ?", c.id)
	row := f.l.reader().QueryRowContext(ctx, "SELECT "+callColumns+fromCalls+w.String()+
		" ORDER BY c.time DESC, c.seq DESC LIMIT 1", w.args...)
	call, err := scanCall(row.Scan)
	switch {
	case err == nil:
		f.calls[c.output] = &call
	case !errors.Is(err, sql.ErrNoRows):
		return nil, err
	case f.s.Filter == Filter{}:
		r, err := f.kept.Get(c.id)
		if err == nil {
			f.calls[c.output] = &Call{
				ID: r.ID, Time: r.Time.UTC(), Command: secrets.Mask(r.Command), Session: r.Session,
				Kept: true, Bytes: r.Bytes,
			}
		}
	default:
		f.calls[c.output] = nil
	}
	return f.calls[c.output], nil
}
