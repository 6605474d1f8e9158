package ledger

import (
	"context"
	"errors"
	"fmt"

	"github.com/toktee/toktee/internal/host/journal"
)

// batchEvents is how many events are read in one transaction, which bounds how long others wait.
const batchEvents = 10_000

// IndexCalls is Index without the lines, which takes a fraction of the time.
func (l *Ledger) IndexCalls(ctx context.Context, progress Progress) (Indexed, error) {
	l.indexing.Lock()
	defer l.indexing.Unlock()
	done, err := l.indexCalls(ctx, progress)
	if damaged(err) && !l.o.KeepDamaged {
		if err = l.replace(ctx, err); err == nil {
			done, err = l.indexCalls(ctx, progress)
		}
	}
	if err != nil {
		return done, fmt.Errorf("indexing the journal: %w", err)
	}
	if err := l.purgeLeft(ctx); err != nil {
		l.o.Warn(err) // the part that was read is committed
	}
	return done, nil
}

func (l *Ledger) indexCalls(ctx context.Context, progress Progress) (Indexed, error) {
	var done Indexed
	behind, err := l.unread(ctx, l.reader())
	if err != nil || len(behind) == 0 {
		return done, err
	}
	var total, before int64
	for _, f := range behind {
		total += f.size - f.offset
	}
	for {
		left, err := l.indexBatch(ctx, &done)
		if err != nil || left == 0 {
			return done, err
		}
		if progress != nil {
			before = max(before, total-left)
			progress(before, max(total, before))
		}
	}
}

// A part is a file of the journal that has new lines from an offset on.
type part struct {
	name         string
	offset, size int64
}

// unread returns the files of the journal with new lines, the oldest first. Each has an offset of its own: a process
// that read the clock before midnight may write to that day's file after midnight.
func (l *Ledger) unread(ctx context.Context, q querier) ([]part, error) {
	days, err := journal.Days(l.o.Journal)
	if err != nil {
		return nil, err
	}
	read, err := positions(ctx, q)
	if err != nil {
		return nil, err
	}
	var parts []part
	for _, d := range days {
		p := part{d.File, read[d.File], d.Size}
		if p.size < p.offset {
			p.offset = 0 // another file of the same day: files only grow
		}
		if p.size > p.offset {
			parts = append(parts, p)
		}
	}
	return parts, nil
}

func positions(ctx context.Context, q querier) (map[string]int64, error) {
	read := map[string]int64{}
	err := each(ctx, q, "SELECT file, offset FROM positions", nil, func(scan scanner) error {
		var file string
		var offset int64
		err := scan(&file, &offset)
		read[file] = offset
		return err
	})
	return read, err
}

// Reasons to end the reading of the journal.
var (
	errFull  = errors.New("the batch is full")
	errOther = errors.New("another file")
)

// indexBatch reads some events in a transaction, and returns how many bytes of the journal are left.
func (l *Ledger) indexBatch(ctx context.Context, done *Indexed) (left int64, err error) {
	var read *batch
	bad, moved := 0, false
	err = l.change(ctx, func(b *batch) error {
		read = b
		parts, err := l.unread(ctx, b.tx)
		if err != nil {
			return err
		}
		for _, p := range parts {
			to, badHere, err := l.readPart(ctx, b, p)
			if err != nil {
				return err
			}
			bad += badHere
			left += max(p.size-to, 0)
			if to == p.offset {
				continue
			}
			moved = true
			if _, err := b.exec(ctx, "INSERT INTO positions VALUES (?, ?) ON CONFLICT DO UPDATE SET offset = "+
				"excluded.offset", p.name, to); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil || !moved {
		return 0, err
	}
	done.Calls += read.calls
	done.Bad += bad + read.bad
	if read.events < batchEvents {
		return 0, nil // the last line is still being written
	}
	return max(left, 1), nil
}

// readPart reads a file of the journal until the batch is full, and returns the offset that it reached.
func (l *Ledger) readPart(ctx context.Context, b *batch, p part) (to int64, bad int, err error) {
	to = p.offset
	from := journal.Position{File: p.name, Offset: p.offset}
	at, bad, err := journal.Read(ctx, l.o.Journal, from, func(e journal.Event, at journal.Position) error {
		switch {
		case at.File != p.name:
			return errOther
		case b.events == batchEvents:
			return errFull
		}
		b.events++
		to = at.Offset
		return b.event(ctx, &e)
	})
	switch {
	case errors.Is(err, errFull):
		return to, bad, nil
	case err != nil && !errors.Is(err, errOther):
		return to, bad, err
	case at.File == p.name:
		return at.Offset, bad, nil
	}
	return max(to, p.size), bad, nil
}

// Changed is a number that grows whenever calls were added, for views that follow.
func (l *Ledger) Changed(ctx context.Context) (int64, error) {
	var n int64
	err := l.reader().QueryRowContext(ctx, "SELECT coalesce(max(value), 0) FROM meta WHERE name = 'changed'").Scan(&n)
	return n, err
}
