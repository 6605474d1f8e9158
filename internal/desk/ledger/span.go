package ledger

import (
	"math"
	"time"
)

// A span is some nanoseconds since 1970, the second not included.
type span struct{ from, to int64 }

// spanOf returns the span of a query. An open end becomes a time that no call has.
func spanOf(since, until time.Time) span {
	s := span{0, latest.UnixNano()}
	if !since.IsZero() {
		s.from = nanoseconds(since)
	}
	if !until.IsZero() {
		s.to = min(s.to, nanoseconds(until))
	}
	return s
}

// nanoseconds converts a time, limited to the range of an int64.
func nanoseconds(t time.Time) int64 {
	switch {
	case t.Before(earliest):
		return 0
	case t.After(latest):
		return math.MaxInt64
	}
	return t.UnixNano()
}

// A piece is a part of a span whose totals come from one place: sums of a width, from one slot to another that isn't
// included, or single calls, in nanoseconds.
type piece struct {
	width int
	span
}

const single = -1 // the width of calls

// pieces divides a span into as few pieces as possible: whole days if allowed, quarter hours around them, and single
// calls around those.
func (s span) pieces(days bool) []piece {
	if s.from >= s.to {
		return nil
	}
	if !days {
		return s.divide(widths[:byDay])
	}
	return s.divide(widths[:])
}

func (s span) divide(widths []time.Duration) []piece {
	if s.from >= s.to {
		return nil
	}
	if len(widths) == 0 {
		return []piece{{single, s}}
	}
	n := len(widths) - 1
	width := int64(widths[n])
	first, last := -floorDiv(-s.from, width), floorDiv(s.to, width)
	if first >= last {
		return s.divide(widths[:n])
	}
	all := span{s.from, first * width}.divide(widths[:n])
	all = append(all, piece{n, span{first, last}})
	return append(all, span{last * width, s.to}.divide(widths[:n])...)
}

// offsets divides a span at each change of the location's difference from UTC.
func (s span) offsets(loc *time.Location) (parts []offset) {
	for from := s.from; from < s.to; {
		t := time.Unix(0, from).In(loc)
		_, seconds := t.Zone()
		to := s.to
		if _, end := t.ZoneBounds(); !end.IsZero() && nanoseconds(end) < to {
			to = nanoseconds(end)
		}
		parts = append(parts, offset{span{from, to}, int64(seconds)})
		from = to
	}
	return parts
}

// An offset is a span in which a location is so many seconds ahead of UTC.
type offset struct {
	span
	seconds int64
}
