package data

import (
	"context"
	"strings"

	"github.com/toktee/toktee/strategies"
)

// record is a row of a table that has a line for each, or a line between rows.
type record struct {
	strategies.Line
	text   string // of all its lines: a quoted cell of CSV may hold line feeds
	row    int    // from 0; -1 for a line that is no row
	rule   bool   // it is drawn between rows
	header bool   // it names the columns
}

// scan yields the records of a table, in order.
func (l *layout) scan(lines strategies.Lines, yield func(record)) {
	row, started, ended := 0, !l.header, false
	var open record
	opened := 0
	for line := range lines.All() {
		if opened > 0 {
			open.text += "\n" + line.Text
			open.Open = line.Open
			if opened++; l.openQuote(line.Text) || opened > maxCSVRow {
				yield(open)
				opened = 0
			}
			continue
		}
		r := record{Line: line, text: line.Text, row: -1}
		switch {
		case strings.TrimSpace(line.Text) == "":
			ended = ended || l.delim == 0 && row > 0 // below it is an explanation of the table
		case ended:
		case isRule(line.Text), l.strict && ruled(line.Text) != nil:
			r.rule = true
		case !started:
			started = l.isHeader(line.Text)
			r.header = started
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
		open.Open = true
		yield(open)
	}
}

// isHeader reports whether a line is the header. That of df ends in a column of two words, "Mounted on".
func (l *layout) isHeader(s string) bool {
	if l.head != "" {
		return s == l.head
	}
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
		return s[0] != ' ' || l.starts == nil || l.starts[0] > 0
	}
	if l.boxed {
		return strings.HasPrefix(bars(strings.TrimSpace(s)), "|")
	}
	return l.delim != '|' || strings.Contains(s, "|")
}

// smallTable is the size of a table, in bytes, below which there is nothing to choose.
const smallTable = 2 << 10

// records digests rows that have a line each. The lines are shown as they are.
func records(ctx context.Context, in *strategies.Input, lines strategies.Lines, c *strategies.Collector) error {
	l := layoutOf(in.Head)
	if l.strict && in.Status.Bad() {
		return errForm // what failed comes before a table that may be none
	}
	s := l.survey(lines, in.Cut)
	if err := ctx.Err(); err != nil {
		return err
	}
	t := s.table
	if t.rows < 2 || s.others > t.rows/4+2 || s.size < smallTable {
		return errForm
	}
	p := &printer{e: emitter{c: c}, r: &report{format: l.format, part: in.Cut}}
	p.r.tables = []tableDetails{l.details(t)}
	rank := recordRanker{layout: l, table: t, picked: picked(t.cols, t.rows)}
	l.scan(lines, func(r record) {
		p.line = r.N
		if r.row >= 0 {
			p.verbatim(r, rank.next(r))
			return
		}
		p.between(r)
		if r.header && s.cut == 0 {
			p.classes(t, "", strategies.Context)
		}
	})
	p.e.flush(s.last)
	p.r.finish(c)
	return ctx.Err()
}

// recordSurvey has the findings of a first pass over a table.
type recordSurvey struct {
	table  *table
	cut    int // rows whose cells can't be told apart
	others int // lines that are neither rows nor part of the table's frame
	last   int // the last record's line
	size   int // bytes
}

// survey reads all rows and takes down what is known of their columns. cut means that the last row may be cut.
func (l *layout) survey(lines strategies.Lines, cut bool) recordSurvey {
	t := newTable()
	for _, n := range l.names {
		if !l.header {
			n = ""
		}
		n = strings.Trim(n, `"`)
		t.cols = append(t.cols, column{name: n, role: roleOf(n)})
	}
	s := recordSurvey{table: t}
	var cells []string
	row := -1 // the line before, if it is one
	note := func() {
		for i, v := range cells[:min(len(cells), len(t.cols))] {
			if l.starts != nil && t.cols[i].role == stating {
				v = stateOf(v)
			}
			t.cols[i].note(row, v, isNumber(v), false)
		}
	}
	l.scan(lines, func(r record) {
		cut = cut || r.Open
		if row >= 0 {
			note()
		}
		row = r.row
		s.last = r.N
		s.size += len(r.text)
		if r.row < 0 {
			if !r.rule && !r.header && strings.TrimSpace(r.text) != "" {
				s.others++
			}
			return
		}
		t.rows++
		if l.strict && l.cuts(r.Line.Text) {
			s.cut++
		}
		cells = l.split(cells[:0], r.text)
	})
	switch has := l.filled(cells); {
	case row < 0:
	case l.delim != 0 && has < len(t.cols) && (cut || has == 1): // it is cut, or no row at all
		t.rows--
	case cut:
		note()
		t.doubt(has)
	default:
		note()
	}
	return s
}

// filled returns how many cells a row has, less the empty ones at the end of a line that ends before their column.
func (l *layout) filled(cells []string) int {
	n := len(cells)
	for n > 0 && cells[n-1] == "" && l.starts != nil {
		n--
	}
	return n
}

// doubt counts no values of the columns from the last row's last cell on, if the row lacks cells: it may be cut there.
func (t *table) doubt(cells int) {
	if cells >= len(t.cols) {
		return
	}
	for i := max(cells-1, 0); i < len(t.cols); i++ {
		t.cols[i].many, t.cols[i].values = true, nil
	}
}

// recordRanker ranks the rows of a table in order.
type recordRanker struct {
	layout *layout
	table  *table
	picked map[int]bool // rows that differ from the rest
	bad    int          // rows with trouble so far
	cells  []string     // those of the row, kept for their memory
}

// next says how much the next row matters.
func (k *recordRanker) next(r record) strategies.Rank {
	k.cells = k.layout.split(k.cells[:0], r.Line.Text)
	switch {
	case k.bad < maxWorse && k.table.troubled(k.cells):
		if k.bad++; k.bad <= maxBad {
			return strategies.Critical
		}
		return strategies.Evidence
	case r.row < firstRows || r.row >= k.table.rows-lastRows || k.picked[r.row]:
		return strategies.Evidence
	case r.row < sampled || k.table.rows <= manyRows:
		return strategies.Context
	}
	return strategies.Detail
}

// verbatim prints a record as it is.
func (p *printer) verbatim(r record, rank strategies.Rank) {
	last := r.N + strings.Count(r.text, "\n")
	p.e.flush(r.N - 1)
	p.e.until = last
	p.e.c.Add(strategies.Fact{
		Kind: kindRow, Rank: rank, Text: r.text, Span: strategies.Span{First: r.N, Last: last},
		Whole: r.Cut == 0, Cut: r.Cut,
	})
}

// between prints a line that is no row: the header, a rule, or something else.
func (p *printer) between(r record) {
	switch {
	case r.header:
		p.e.raw(r.Line, strategies.Evidence, strategies.KindLine, "")
	case r.rule || strings.TrimSpace(r.text) == "":
		p.e.raw(r.Line, strategies.Noise, strategies.KindLine, "")
	default:
		p.stray(r.Line)
	}
}

// troubled reports whether a row's cells say that something went wrong.
func (t *table) troubled(cells []string) bool {
	for i, v := range cells[:min(len(cells), len(t.cols))] {
		switch c := &t.cols[i]; c.role {
		case trouble:
			// A message is as often good as bad, and a column of equal values distinguishes no row.
			if !strings.EqualFold(c.name, "message") && !emptyCell(v) && !c.constant(t.rows) {
				return true
			}
		case stating:
			if badState(v) {
				return true
			}
		}
		if isNearlyFull(t.cols[i].name, v) {
			return true
		}
	}
	return false
}

// emptyCell reports whether a cell says that there is nothing.
func emptyCell(s string) bool {
	return s == "" || s == "0" || s == "-" || strings.EqualFold(s, "none") || strings.EqualFold(s, "null")
}

// details is the table for the person's view.
func (l *layout) details(t *table) tableDetails {
	d := tableDetails{Rows: t.rows, columns: len(t.cols)}
	if l.header {
		d.describe(t, true)
		d.Columns = clipAll(d.Columns)
	}
	return d
}
