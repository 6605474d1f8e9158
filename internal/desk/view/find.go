package view

import (
	"bytes"
	"context"
	"iter"

	"github.com/toktee/toktee/internal/text/clean"
)

// Find returns the nearest line that matches, at or after line from, or at or before it. Forward, it waits for lines
// that aren't known yet; backward, it waits for line from. It returns false if there is none in that direction. A
// search ends with ctx. It reads about 100 MB a second, plain texts faster, and only the first MiB of a line.
func (d *Document) Find(ctx context.Context, q Query, from int, dir Direction) (line int, ok bool, err error) {
	c := d.content.fork()
	for from = max(from, 1); ; {
		if err := d.index.wait(ctx, from); err != nil {
			return 0, false, err
		}
		if dir == Backward {
			lines, _, _, _ := d.index.known()
			from = min(from, lines)
		}
		s, known := d.index.stretch(from)
		if !known {
			return 0, false, nil
		}
		i, err := q.in(c, s, from-s.line, dir)
		if err != nil {
			return 0, false, err
		}
		if i >= 0 {
			return s.line + i, true, ctx.Err()
		}
		if dir == Forward {
			from = s.next
		} else if from = s.line - 1; from < 1 {
			return 0, false, nil
		}
		if err := ctx.Err(); err != nil {
			return 0, false, err
		}
	}
}

// All yields the numbers of all lines that match, as they are found. An error is the last that it yields.
func (d *Document) All(ctx context.Context, q Query) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		c := d.content.fork()
		for next := 1; ; {
			if err := d.index.wait(ctx, next); err != nil {
				yield(0, err)
				return
			}
			s, ok := d.index.stretch(next)
			if !ok {
				return
			}
			buf, err := readStretch(c, s)
			if err != nil {
				yield(0, err)
				return
			}
			if !q.absent(buf) {
				for i, r := range split(c, s, buf) {
					if s.line+i >= next && q.matches(r.text) && !yield(s.line+i, nil) {
						return
					}
				}
			}
			next = s.next
		}
	}
}

// in is the index of the first line of a stretch that matches, from one on in a direction, or -1.
func (q Query) in(c content, s stretch, i int, dir Direction) (int, error) {
	buf, err := readStretch(c, s)
	if err != nil || q.absent(buf) {
		return -1, err
	}
	for raws := split(c, s, buf); i >= 0 && i < len(raws); i += int(dir) {
		if q.matches(raws[i].text) {
			return i, nil
		}
	}
	return -1, nil
}

// absent reports whether no line of a piece of raw text can match. It is false if cleaning would change the piece.
func (q Query) absent(buf []byte) bool {
	if q.literal == nil || !isPlain(buf) {
		return false
	}
	return !q.contains(buf)
}

// matches reports whether a raw line matches.
func (q Query) matches(raw []byte) bool {
	text := clean.Bytes(bytes.TrimRight(raw, "\r"))
	if q.literal == nil {
		return q.re.Match(text)
	}
	return q.contains(text)
}

// contains reports whether a text holds the literal.
func (q Query) contains(text []byte) bool {
	if q.fold {
		text = bytes.ToLower(text)
	}
	return bytes.Contains(text, q.literal)
}
