package data

import (
	"context"
	"strings"

	"github.com/toktee/toktee/strategies"
)

// record is a row of a table that has a line for each, or what stands between them.
type record struct {
	strategies.Line
	text string // of all its lines
	row  int    // from 0; -1 for what is no row
	rule bool
	name bool // it names the columns
}

// scan yields the records of a table.
func (l *layout) scan(lines strategies.Lines, yield func(record)) {
	row, started := 0, !l.header
	var open record
	opened := 0
	for line := range lines.All() {
		if opened > 0 {
			open.text += "\n" + line.Text
			if opened++; l.openQuote(line.Text) || opened > maxCSVRow {
				yield(open)
				opened = 0
			}
			continue
		}
		r := record{Line: line, text: line.Text, row: -1}
		switch {
		case strings.TrimSpace(line.Text) == "":
		case isRule(line.Text):
			r.rule = true
		case !started:
			started = l.named(line.Text)
			r.name = started
		case l.fits(line.Text):
			r.row = row
			row++
			if l.openQuote(line.Text) && line.Cut == 0 {
				open, opened = r, 1
				continue
			}
		}
		yield(r)
	}
	if opened > 0 {
		yield(open)
	}
}

// named reports whether a line is the header.
func (l *layout) named(s string) bool {
	cells := l.split(nil, s)
	for i := range cells {
		if i >= len(l.names) || cells[i] != l.names[i] {
			return l.starts == nil && l.delim == 0 && strings.HasPrefix(s, "Filesystem ")
		}
	}
	return true
}

// fits reports whether a line has the cells of a row.
func (l *layout) fits(s string) bool {
	if l.delim == 0 {
		return s[0] != ' ' || l.starts == nil
	}
	if l.boxed {
		return strings.HasPrefix(strings.TrimSpace(s), "|")
	}
	return l.delim != '|' || strings.Contains(s, "|")
}

// smallTable is the size of a table, in bytes, below which there is nothing to choose.
const smallTable = 2 << 10

// records digests rows that have a line each. The lines are shown as they stand.
func records(ctx context.Context, in *strategies.Input, lines strategies.Lines, c *strategies.Collector) error {
	l := layoutOf(in.Head)
	t := newTable()
	for _, n := range l.names {
		if !l.header {
			n = ""
		}
		t.cols = append(t.cols, column{name: strings.Trim(n, `"`), role: roleOf(strings.Trim(n, `"`))})
	}
	var cells []string
	others, last, size := 0, 0, 0
	l.scan(lines, func(r record) {
		last = r.N
		size += len(r.text)
		if r.row < 0 {
			if !r.rule && !r.name && strings.TrimSpace(r.text) != "" {
				others++
			}
			return
		}
		t.rows++
		cells = l.split(cells[:0], r.Line.Text)
		for i, v := range cells[:min(len(cells), len(t.cols))] {
			t.cols[i].note(r.row, v, isNumber(v), false)
		}
	})
	if err := ctx.Err(); err != nil {
		return err
	}
	if t.rows < 2 || others > t.rows/4+2 || size < smallTable {
		return errForm
	}
	p := &printer{e: emitter{c: c}, r: &report{format: l.format, part: in.Cut}}
	p.r.tables = []tableDetails{l.details(t)}
	picks := picked(t.cols, t.rows)
	bad := 0
	l.scan(lines, func(r record) {
		p.line = r.N
		if r.row < 0 {
			p.between(l, r)
			if r.name {
				p.classes(t, "", strategies.Context)
			}
			return
		}
		rank := strategies.Detail
		cells = l.split(cells[:0], r.Line.Text)
		switch {
		case l.bad(t, cells) && bad < maxWorse:
			if bad++; bad <= maxBad {
				rank = strategies.Critical
			} else {
				rank = strategies.Evidence
			}
		case r.row < firstRows || r.row >= t.rows-lastRows || picks[r.row]:
			rank = strategies.Evidence
		case r.row < sampled || t.rows <= plentyOf:
			rank = strategies.Context
		}
		p.verbatim(r, rank)
	})
	p.e.flush(last)
	p.r.finish(c)
	return ctx.Err()
}

// verbatim prints a record as it stands.
func (p *printer) verbatim(r record, rank strategies.Rank) {
	n := strings.Count(r.text, "\n")
	p.e.flush(r.N - 1)
	p.e.until = r.N + n
	p.e.c.Add(
		strategies.Fact{
			Kind:  kindRow,
			Rank:  rank,
			Text:  r.text,
			Span:  strategies.Span{First: r.N, Last: r.N + n},
			Whole: r.Cut == 0,
			Cut:   r.Cut,
		},
	)
}

// between prints what stands between rows.
func (p *printer) between(l *layout, r record) {
	switch {
	case r.name:
		p.e.raw(r.Line, strategies.Evidence, strategies.KindLine, "")
	case r.rule || strings.TrimSpace(r.text) == "":
		p.e.raw(r.Line, strategies.Noise, strategies.KindLine, "")
	default:
		p.stray(r.Line)
	}
}

// bad reports whether a row tells of trouble.
func (l *layout) bad(t *table, cells []string) bool {
	for i, v := range cells[:min(len(cells), len(t.cols))] {
		switch c := &t.cols[i]; c.role {
		case trouble:
			if v != "" && v != "0" && v != "-" && !strings.EqualFold(v, "none") && !strings.EqualFold(v, "null") &&
				!strings.EqualFold(c.name, "message") &&
				!c.constant(t.rows) {
				return true
			}
		case telling:
			if badWord(v) {
				return true
			}
		}
	}
	return false
}

// details is the table for the person's view.
func (l *layout) details(t *table) tableDetails {
	d := tableDetails{Rows: t.rows, columns: len(t.cols)}
	if !l.header {
		return d
	}
	for i := range t.cols {
		c := &t.cols[i]
		d.Columns = append(d.Columns, clip(c.name))
		if vs := c.classes(t.rows); vs != nil {
			if d.Values == nil {
				d.Values = map[string]map[string]int64{}
			}
			d.Values[c.name] = map[string]int64{}
			for _, v := range vs {
				d.Values[c.name][plainText(v.text)] += int64(v.n)
			}
		}
	}
	d.Columns = d.Columns[:min(len(d.Columns), maxNames)]
	return d
}
