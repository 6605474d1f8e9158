package data

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/strategies"
)

const (
	firstRows = 3  // rows at the start that come before the others
	lastRows  = 1  // rows at the end that do too
	manyRows  = 60 // rows above which most are detail
	sampled   = 24 // rows at the start that aren't detail then
	maxBad    = 5  // rows with trouble that are critical
	maxWorse  = 40 // rows with trouble that come before other rows
)

// rows prints the elements of an array, or the documents of a stream, as a table: a line for each, with the most useful
// columns. Values that don't fit the line follow it.
type rows struct {
	p        *printer
	t        *table
	path     string          // of the array, such as "items"; "" for the document itself
	floor    strategies.Rank // the rank of an ordinary row
	columns  bool            // a row is a line of values, whose columns are named once
	picked   map[int]bool    // rows that differ from the rest
	failures bool            // each row is what went wrong: the path is "errors"
	bad      int             // rows with trouble so far
	i        int             // rows so far
	cells    []cell          // those of the row, kept for their memory
}

// array prints the elements of an array of which most are objects.
func (p *printer) array(path string, n *node, floor strategies.Rank) {
	t := newTable()
	var buf []cell
	for i := range n.kids {
		buf = t.add(&n.kids[i], buf)
	}
	r := p.begin(path, t, n, floor)
	for i := range n.kids {
		r.row(&n.kids[i])
	}
	p.flush()
}

// stream prints documents that follow each other.
func (p *printer) stream(t *table, docs iter.Seq[*node]) {
	r := p.begin("", t, nil, strategies.Context)
	for n := range docs {
		r.row(n)
	}
	p.flush()
}

// begin prints the common facts of all rows: their number, the columns' names, values that all rows share, and how
// often each value of a column occurs. n is nil for a stream.
func (p *printer) begin(path string, t *table, n *node, floor strategies.Rank) *rows {
	t.settle()
	r := &rows{p: p, t: t, path: path, floor: floor, picked: picked(t.cols, t.rows)}
	r.failures = roleOf(path) == trouble
	r.columns = t.uniform() && slices.Contains(t.main, true)
	count, first, exact, part := t.rows, p.line, true, ""
	if n != nil {
		count, first, exact = n.count, n.first, len(n.kids) == n.count
		part = p.partOf(n)
	}
	var left []string
	if r.columns {
		left = t.leaveOut()
	}
	p.r.table(path, count, t, left, exact)
	p.line = first
	if !r.columns && path == "" {
		return r // the verdict counts the rows
	}
	label := path
	if label != "" {
		label += " "
	}
	if n != nil {
		defer p.within(n)()
	}
	p.open(above(floor), path, kindValue)
	p.say(label + "(" + words.Count(count, "row", "rows") + part + "):")
	if !r.columns {
		p.flush()
		return r
	}
	r.names(left)
	if exact {
		p.classes(t, path, floor)
	}
	return r
}

// names prints the columns' names after the number of rows, then the values that all rows share and the columns left
// out.
//
//	(70 rows): name,status,restarts
//	every row: namespace: prod, ready: true
func (r *rows) names(left []string) {
	p, t := r.p, r.t
	p.say(" ")
	for i := range t.cols {
		if t.main[i] {
			p.value(",", t.cols[i].name)
		}
	}
	p.flush()
	if slices.Contains(t.fixed, true) {
		p.open(r.floor, r.path, kindValue)
		p.say("every row: ")
		for i := range t.cols {
			if t.fixed[i] {
				p.value(", ", t.cols[i].name+": "+plainText(t.cols[i].last))
			}
		}
		p.flush()
	}
	if len(left) > 0 {
		p.open(r.floor, r.path, kindValue)
		count := words.Count(len(left), "column", "columns")
		p.say("left out of each row: " + count + " of links and keys such as " + left[0])
		p.flush()
	}
}

// classes prints how often each value of a column occurs, of columns that have few:
//
//	by status: Running 69, CrashLoopBackOff 1
func (p *printer) classes(t *table, path string, floor strategies.Rank) {
	for i := range t.cols {
		c := &t.cols[i]
		vs := c.classes(t.rows)
		if vs == nil || c.role == noise || c.wide > 0 {
			continue
		}
		p.open(above(floor), path, kindValue)
		p.say("by " + c.name + ": ")
		for _, v := range vs {
			p.value(", ", plainText(v.text)+" "+strconv.Itoa(v.n))
		}
		p.flush()
	}
}

// above is the rank of what matters more than the rest; deep in a document nothing does.
func above(r strategies.Rank) strategies.Rank {
	if r == strategies.Critical || r >= strategies.Detail {
		return r
	}
	return r - 1
}

// rank returns the rank of the next row.
func (r *rows) rank(n *node) strategies.Rank {
	i := r.i
	r.i++
	switch {
	case troubled(n, 0) && r.bad < maxWorse:
		if r.bad++; r.bad <= maxBad {
			return above(above(r.floor))
		}
		return above(r.floor)
	case i < firstRows || i >= r.t.rows-lastRows || r.picked[i]:
		return above(r.floor)
	case i < sampled || r.t.rows <= manyRows:
		return max(strategies.Context, r.floor)
	}
	return strategies.Detail
}

// troubled reports whether an object, or one in it, names an error.
func troubled(n *node, level int) bool {
	if n.kind != obj || level > maxLevels {
		return false
	}
	for i := range n.kids {
		k := &n.kids[i]
		switch roleOf(k.name()) {
		case trouble:
			if key := strings.ToLower(k.name()); key != "message" && isTrouble(k) {
				return true
			}
		case stating:
			if k.kind == str && badWord(k.content()) {
				return true
			}
		}
		if k.kind == obj && troubled(k, level+1) {
			return true
		}
	}
	return false
}
