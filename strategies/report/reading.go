package report

import (
	"fmt"
	"slices"
	"strings"
)

// A Reading is a parser at work on one output: it hands on lines, and turns a panic of the parser into a distrusted
// report.
type Reading struct {
	parser Parser
	ender  Ender // the parser, if it is one
	run    *Run
	again  repetition
	over   bool
	panics string
}

// Read begins to read an output. The call is the one that runs the program, the zero Call if no command line names it.
func (p *Program) Read(c Call) *Reading {
	r := &Reading{parser: p.New(c), run: NewRun(p.Extent)}
	r.run.interleaved = p.Interleaved
	r.ender, _ = r.parser.(Ender)
	return r
}

// NewLine returns line n of a text, without the prefix of a CI service.
func NewLine(n int, text string) Line {
	return Line{N: n, Text: text, Bare: strings.TrimSpace(text), colon: strings.Index(text, separator) + 1}
}

// Line hands on a line.
func (r *Reading) Line(l Line) {
	if r.Over() {
		return
	}
	defer r.rescue()
	r.line(l)
}

// line works like Line for a parser that takes more lines, and lets it panic.
func (r *Reading) line(l Line) {
	if r.again.ended {
		if r.again.holds(&l) {
			return
		}
		r.flush()
	}
	r.parse(l)
	if r.run.interleaved {
		r.run.region.reading = false
	}
	if r.ender != nil {
		r.over = r.ender.Over()
	}
}

// Readings are parsers at work on the same output.
type Readings []*Reading

// Line hands on a line to each. It costs less than a call of [Reading.Line] for each.
func (rs Readings) Line(l Line) {
	for len(rs) > 0 {
		rs = rs[rs.lines(l):]
	}
}

// lines hands on a line to each up to one that panics, and returns how many have it.
func (rs Readings) lines(l Line) (n int) {
	defer func() {
		if n < len(rs) {
			rs[n].panics = fmt.Sprintf("panic: %v", recover())
			n++
		}
	}()
	for n < len(rs) {
		if r := rs[n]; !r.Over() {
			r.line(l)
		}
		n++
	}
	return n
}

// Over reports whether none of the parsers takes more lines.
func (rs Readings) Over() bool {
	return !slices.ContainsFunc(rs, func(r *Reading) bool { return !r.Over() })
}

// Over reports whether the parser takes no more lines.
func (r *Reading) Over() bool { return r.over || r.panics != "" }

// Report ends the reading and returns the report.
func (r *Reading) Report() (out Report) {
	defer func() {
		if r.panics != "" {
			out = Report{Distrust: r.panics}
		}
	}()
	defer r.rescue()
	r.flush()
	if c, ok := r.parser.(Closer); ok {
		c.Close(r.run)
	}
	return r.run.finish()
}

func (r *Reading) rescue() {
	if p := recover(); p != nil {
		r.panics = fmt.Sprintf("panic: %v", p)
	}
}
