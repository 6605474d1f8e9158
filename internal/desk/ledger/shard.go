package ledger

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// defaultShardText is the approximate number of bytes of lines in one part of the index. A part is a table of its own,
// so dropping the oldest part, or forgetting lines of one, doesn't touch the others.
const defaultShardText = 64 << 20

// words is the name of a part's table. It keeps no text, and of each chunk only which words are in it.
func words(shard int64) string { return fmt.Sprintf("words%d", shard) }

// openShard returns the part that is being filled, and makes it if there is none.
func (b *batch) openShard(ctx context.Context) (id int64, err error) {
	err = b.row(ctx, "SELECT id FROM shards WHERE NOT full ORDER BY id DESC LIMIT 1", nil, &id)
	if !errors.Is(err, sql.ErrNoRows) {
		return id, err
	}
	made, err := b.exec(ctx, "INSERT INTO shards (text, bytes, full) VALUES (0, 0, 0)")
	if err != nil {
		return 0, err
	}
	if id, err = made.LastInsertId(); err != nil {
		return 0, err
	}
	_, err = b.tx.ExecContext(ctx, "CREATE VIRTUAL TABLE "+words(id)+
		" USING fts5(words, content='', contentless_delete=1, detail=none, tokenize='ascii')")
	return id, err
}

// measure notes how large a part is, and closes one that is full.
func (b *batch) measure(ctx context.Context, shard int64) error {
	var text int64
	if err := b.row(ctx, "SELECT text FROM shards WHERE id = ?", []any{shard}, &text); err != nil {
		return err
	}
	full := text >= b.l.shardText
	if full {
		if err := b.optimize(ctx, shard); err != nil {
			return err
		}
	}
	_, err := b.tx.ExecContext(ctx, "UPDATE shards SET full = ?, bytes = (SELECT coalesce(sum(length(block)), 0) FROM "+
		words(shard)+"_data) WHERE id = ?", full, shard)
	return err
}

// optimize makes one tree of a part's index, which leaves nothing of deleted rows in it.
func (b *batch) optimize(ctx context.Context, shard int64) error {
	return b.each(ctx, nil, fmt.Sprintf("INSERT INTO %[1]s (%[1]s) VALUES ('optimize')", words(shard)))
}

// dropShard removes a part. Its outputs stay noted, so that they aren't indexed again.
func (b *batch) dropShard(ctx context.Context, shard int64) error {
	return b.each(ctx, nil,
		"DROP TABLE "+words(shard),
		fmt.Sprintf("DELETE FROM chunks WHERE output IN (SELECT number FROM outputs WHERE shard = %d)", shard),
		fmt.Sprintf("UPDATE outputs SET shard = 0, chunks = 0 WHERE shard = %d", shard),
		fmt.Sprintf("DELETE FROM shards WHERE id = %d", shard),
	)
}

// dropLines removes the lines of some outputs, o. The words of parts that lose some are written again, so that nothing
// of them is left there.
func (b *batch) dropLines(ctx context.Context, where string, args ...any) error {
	shards, err := column[int64](ctx, b.tx, "SELECT DISTINCT o.shard FROM outputs o WHERE o.shard > 0 AND "+where,
		args...)
	if err != nil {
		return err
	}
	for _, shard := range shards {
		text := fmt.Sprintf(`DELETE FROM %s WHERE rowid IN (SELECT k.number FROM chunks k JOIN outputs o
			ON o.number = k.output WHERE o.shard = %d AND %s)`, words(shard), shard, where)
		if err := b.each(ctx, args, text); err != nil {
			return err
		}
	}
	if err := b.each(ctx, args,
		"DELETE FROM chunks WHERE output IN (SELECT o.number FROM outputs o WHERE "+where+")",
		"DELETE FROM outputs AS o WHERE "+where,
	); err != nil {
		return err
	}
	for _, shard := range shards {
		var left int64
		err := b.row(ctx, "SELECT count(*) FROM outputs WHERE shard = ?", []any{shard}, &left)
		if err == nil && left == 0 {
			err = b.dropShard(ctx, shard)
		} else if err == nil {
			err = b.optimize(ctx, shard)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
