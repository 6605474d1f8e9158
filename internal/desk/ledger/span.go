package ledger

import (
	"math"
	"time"
)

// A span is some nanoseconds since 1970, the second not included.
type Span struct{ From, To int64 }

// SpanOf returns the span of a query. An open end becomes a time that no call has.
func SpanOf(since, until time.Time) Span {
	s := Span{0, latest.UnixNano()}
	if !since.IsZero() {
		s.From = nanoseconds(since)
	}
	if !until.IsZero() {
		s.To = min(s.To, nanoseconds(until))
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
	Span
}

const single = -1 // the width of calls

// pieces divides a span into as few pieces as possible: whole days if allowed, quarter hours around them, and single
// calls around those.
func (s Span) pieces(days bool) []piece {
	if s.From >= s.To {
		return nil
	}
	if !days {
		return s.divide(widths[:byDay])
	}
	return s.divide(widths[:])
}

func (s Span) divide(widths []time.Duration) []piece {
	if s.From >= s.To {
		return nil
	}
	if len(widths) == 0 {
		return []piece{{single, s}}
	}
	n := len(widths) - 1
	width := int64(widths[n])
	first, last := -floorDiv(-s.From, width), floorDiv(s.To, width)
	if first >= last {
		return s.divide(widths[:n])
	}
	all := Span{s.From, first * width}.divide(widths[:n])
	all = append(all, piece{n, Span{first, last}})
	return append(all, Span{last * width, s.To}.divide(widths[:n])...)
}

// Offsets divides a span at each change of the location's difference from UTC. Nil is UTC.
func (s Span) Offsets(loc *time.Location) (parts []Offset) {
	if loc == nil {
		loc = time.UTC
	}
	for from := s.From; from < s.To; {
		t := time.Unix(0, from).In(loc)
		_, seconds := t.Zone()
		to := s.To
		if _, end := t.ZoneBounds(); !end.IsZero() && nanoseconds(end) < to {
			to = nanoseconds(end)
		}
		parts = append(parts, Offset{Span{from, to}, int64(seconds)})
		from = to
	}
	return parts
}

// An Offset is a span in which a location is so many seconds ahead of UTC.
type Offset struct {
	Span
	Seconds int64
}
