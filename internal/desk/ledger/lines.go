package ledger

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/toktee/toktee/internal/host/store"
)

// batchText is how many bytes of outputs are indexed in one transaction.
const batchText = 8 << 20

// Index reads new events of the journal, then the lines of outputs that aren't indexed yet. It waits for other
// processes that index. progress may be nil.
//
// It indexes the first 32 MiB of an output and the first 64 KiB of a line, and skips binary outputs. If the index is
// too large, its oldest part is dropped.
func (l *Ledger) Index(ctx context.Context, progress Progress) (Indexed, error) {
	done, err := l.IndexCalls(ctx, progress)
	if err != nil || l.o.Store == nil {
		return done, err
	}
	l.indexing.Lock()
	defer l.indexing.Unlock()
	if err := l.indexLines(ctx, &done, progress); err != nil {
		return done, fmt.Errorf("indexing lines: %w", err)
	}
	return done, nil
}

func (l *Ledger) indexLines(ctx context.Context, done *Indexed, progress Progress) error {
	kept, err := l.o.Store.Snapshot()
	if err != nil {
		return err
	}
	ids := kept.IDs()
	todo, err := l.missing(ctx, l.reader(), ids)
	if err != nil {
		return err
	}
	total := int64(len(todo))
	for len(todo) > 0 {
		n, err := l.indexSome(ctx, kept, todo, done)
		if err != nil {
			return err
		}
		todo = todo[n:]
		if progress != nil {
			progress(total-int64(len(todo)), total)
		}
	}
	return l.trim(ctx, kept)
}

// missing are the ids that the index doesn't have.
func (l *Ledger) missing(ctx context.Context, q querier, ids []string) ([]string, error) {
	list, err := column[string](ctx, q, "SELECT id FROM outputs")
	have := map[string]bool{}
	for _, id := range list {
		have[id] = true
	}
	return slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return have[id] }), err
}

// indexSome indexes the first of some outputs in a transaction, and returns how many.
func (l *Ledger) indexSome(
	ctx context.Context, kept *store.Snapshot, ids []string, done *Indexed,
) (n int, err error) {
	x := indexing{kept: kept, seen: map[string]bool{}}
	err = l.change(ctx, func(b *batch) error {
		x.b = b
		if x.shard, err = b.openShard(ctx); err != nil {
			return err
		}
		if err := b.expireDaily(ctx); err != nil {
			return err
		}
		for ; n < len(ids) && x.text < batchText; n++ {
			if err := x.output(ctx, ids[n]); err != nil {
				return err
			}
		}
		if _, err := b.exec(ctx, "UPDATE shards SET text = text + ? WHERE id = ?", x.text, x.shard); err != nil {
			return err
		}
		return b.measure(ctx, x.shard)
	})
	if err != nil {
		return 0, err
	}
	done.Lines += x.lines
	return n, nil
}

// indexing adds outputs to a part of the index.
type indexing struct {
	b     *batch
	kept  *store.Snapshot
	shard int64
	text  int64
	lines int64

	seen map[string]bool // the words of a chunk
	line []byte          // the same in a line
	word []byte
}

// output indexes an output, unless another process has done so meanwhile.
func (x *indexing) output(ctx context.Context, id string) error {
	added, err := x.b.exec(ctx,
		"INSERT INTO outputs (id, shard, lines, chunks) VALUES (?, ?, 0, 0) ON CONFLICT DO NOTHING", id, x.shard)
	if err != nil {
		return err
	}
	if n, err := added.RowsAffected(); err != nil || n == 0 {
		return err
	}
	number, err := added.LastInsertId()
	if err != nil {
		return err
	}
	_, payload, err := x.kept.Open(id)
	if err != nil {
		return nil // pruned, damaged, or kept without an output: there is nothing to index
	}
	defer payload.Close()
	c := newChunks(payload, x.b.l.o.Mask)
	if c.binary() {
		return nil
	}
	lines, count := int64(0), 0
	for {
		first, n, text, err := c.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			break // damaged: what came before it is found
		}
		if err := x.chunk(ctx, number, first, n, text); err != nil {
			return err
		}
		lines += int64(n)
		count++
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	x.lines += lines
	_, err = x.b.exec(ctx, "UPDATE outputs SET lines = ?, chunks = ? WHERE number = ?", lines, count, number)
	return err
}

// chunk indexes some lines. Each word is given to SQLite once.
func (x *indexing) chunk(ctx context.Context, output int64, first, lines int, text []byte) error {
	clear(x.seen)
	x.line = x.line[:0]
	x.word = eachWord(text, x.word, func(w []byte) {
		if !x.seen[string(w)] {
			x.seen[string(w)] = true
			x.line = append(append(x.line, w...), ' ')
		}
	})
	x.text += int64(len(text))
	if len(x.line) == 0 {
		return nil
	}
	added, err := x.b.exec(ctx, "INSERT INTO chunks (output, first, lines) VALUES (?, ?, ?)", output, first, lines)
	if err != nil {
		return err
	}
	number, err := added.LastInsertId()
	if err == nil {
		_, err = x.b.exec(ctx, "INSERT INTO "+words(x.shard)+" (rowid, words) VALUES (?, ?)", number, string(x.line))
	}
	return err
}

// trim drops the oldest parts while the index is too large, and those whose outputs are all gone from the store.
func (l *Ledger) trim(ctx context.Context, kept *store.Snapshot) error {
	drop, err := l.superfluous(ctx, kept)
	if err != nil {
		return err
	}
	lost, err := l.lost(ctx, kept)
	if err != nil || len(drop) == 0 && len(lost) == 0 {
		return err
	}
	return l.change(ctx, func(b *batch) error {
		for _, shard := range drop {
			var there int
			if err := b.row(ctx, "SELECT count(*) FROM shards WHERE id = ?", []any{shard}, &there); err != nil {
				return err
			}
			if there == 0 {
				continue // another process was faster
			}
			if err := b.dropShard(ctx, shard); err != nil {
				return err
			}
		}
		for _, number := range lost {
			if _, err := b.exec(ctx, "DELETE FROM outputs WHERE number = ? AND shard = 0", number); err != nil {
				return err
			}
		}
		return nil
	})
}

// lost are the outputs that are neither indexed any more nor kept.
func (l *Ledger) lost(ctx context.Context, kept *store.Snapshot) (numbers []int64, err error) {
	err = each(ctx, l.reader(), "SELECT number, id FROM outputs WHERE shard = 0", nil, func(scan scanner) error {
		var number int64
		var id string
		err := scan(&number, &id)
		if !kept.Has(id) {
			numbers = append(numbers, number)
		}
		return err
	})
	return numbers, err
}

// superfluous are the parts that trim drops.
func (l *Ledger) superfluous(ctx context.Context, kept *store.Snapshot) ([]int64, error) {
	type part struct {
		id, bytes  int64
		full, used bool
	}
	var parts []part
	err := each(ctx, l.reader(), "SELECT s.id, s.bytes, s.full, o.id FROM shards s LEFT JOIN outputs o "+
		"ON o.shard = s.id ORDER BY s.id DESC", nil, func(scan scanner) error {
		var p part
		var id *string
		err := scan(&p.id, &p.bytes, &p.full, &id)
		if n := len(parts); n == 0 || parts[n-1].id != p.id {
			parts = append(parts, p)
		}
		parts[len(parts)-1].used = parts[len(parts)-1].used || id != nil && kept.Has(*id)
		return err
	})
	var drop []int64
	var total int64
	for _, p := range parts {
		total += p.bytes
		if p.full && (!p.used || total > l.o.MaxIndex) {
			drop = append(drop, p.id)
		}
	}
	return drop, err
}
