package data

import (
	"github.com/toktee/toktee/strategies"
)

// The kinds of facts besides lines.
const (
	kindRow   strategies.Kind = "row"
	kindValue strategies.Kind = "value"
)

// emitter adds facts in the order of the output and gives each its span: from the line in which it starts to that
// before the next. Of facts that start in one line, only the first has a span.
type emitter struct {
	c     *strategies.Collector
	held  []strategies.Fact // those of the last line that a fact starts in
	until int               // the last line in a span
	from  int               // the start of a document of which no fact was added yet, 0 for none
	doc   string            // is put before the groups of one of several documents
}

// add adds a fact that starts in a line.
func (e *emitter) add(line int, f strategies.Fact) {
	if e.from > e.until {
		line = min(line, e.from)
	}
	e.from = 0
	f.Group = e.doc + f.Group
	taken := e.until // the last line in a span, or that a fact starts in
	if len(e.held) > 0 && e.held[0].Span.First != 0 {
		taken = e.held[0].Span.First
	}
	if line > taken {
		e.flush(line - 1)
		f.Span = strategies.Span{First: line, Last: line}
	} else {
		f.Whole = false
	}
	e.held = append(e.held, f)
}

// flush adds the facts that are held; the span of the first reaches to last.
func (e *emitter) flush(last int) {
	for i, f := range e.held {
		if i == 0 && f.Span.First != 0 {
			f.Span.Last = max(f.Span.First, last)
			f.Count = 1
			if f.Span.Len() > 1 || len(e.held) > 1 {
				f.Kind = strategies.KindLine // the omission then counts lines, of which it has more than one or a part
			}
			f.Whole = f.Whole && f.Span.Len() == 1
			e.until = f.Span.Last
		}
		e.c.Add(f)
	}
	e.held = e.held[:0]
}

// raw adds a line as it is.
func (e *emitter) raw(l strategies.Line, rank strategies.Rank, kind strategies.Kind, group string) {
	e.add(l.N, strategies.Fact{Kind: kind, Group: group, Rank: rank, Text: l.Text, Whole: l.Cut == 0, Cut: l.Cut})
	if l.N > e.until {
		e.flush(l.N)
	}
}
