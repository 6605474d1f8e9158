package data

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/toktee/toktee/strategies"
)

const (
	firstRows = 3  // rows at the start that come before the others
	lastRows  = 1  // the same at the end
	plentyOf  = 60 // rows above which most are detail
	sampled   = 24 // rows at the start that are not, then
	maxBad    = 5  // rows with trouble in them that are critical
	maxWorse  = 40 // the same that come before other rows
)

// rows prints the elements of an array, or the documents of a stream, as a table: a line for each, with the columns
// that tell most. What doesn't fit its row follows it.
type rows struct {
	p      *printer
	t      *table
	path   string
	floor  strategies.Rank
	picked map[int]bool
	bad    int
	i      int
	cells  []cell
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

// begin prints what is said once of all rows. n is nil for a stream.
func (p *printer) begin(path string, t *table, n *node, floor strategies.Rank) *rows {
	t.settle()
	r := &rows{p: p, t: t, path: path, floor: floor}
	count, first := t.rows, p.line
	part := ""
	if n != nil {
		count, first = n.count, n.first
		if n.cut {
			part = p.partWord()
		}
	}
	r.picked = picked(t.cols, t.rows)
	var left []string
	columns := t.uniform() && slices.Contains(t.main, true)
	if columns {
		for i := range t.cols {
			if c := &t.cols[i]; c.role == noise || c.links(t.rows) {
				c.role = noise
				left = append(left, t.cols[i].name)
			}
		}
	}
	p.r.table(path, count, t, left, n == nil || len(n.kids) == n.count)
	p.line = first
	head := above(floor)
	label := path
	if label != "" {
		label += " "
	}
	if !columns && path == "" {
		return r // the verdict says how many rows there are
	}
	p.open(head, path, kindValue)
	p.say(label + "(" + plural(count, "row") + part + "):")
	if !columns {
		p.flush()
		return r
	}
	p.say(" ")
	for i := range t.cols {
		if t.main[i] {
			p.value(",", t.cols[i].name)
		}
	}
	p.flush()
	if slices.Contains(t.fixed, true) {
		p.open(floor, path, kindValue)
		p.say("every row: ")
		for i := range t.cols {
			if t.fixed[i] {
				p.value(", ", t.cols[i].name+": "+plainText(t.cols[i].last))
			}
		}
		p.flush()
	}
	if len(left) > 0 {
		p.open(floor, path, kindValue)
		p.say("left out of each row: " + plural(len(left), "column") + " of links and keys such as " + left[0])
		p.flush()
	}
	if n == nil || len(n.kids) == n.count {
		p.classes(t, path, floor)
	}
	return r
}

// classes prints how often each value comes, of columns that have few.
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

// rank says how much the next row matters.
func (r *rows) rank(n *node) strategies.Rank {
	i := r.i
	r.i++
	switch {
	case bad(n, 0) && r.bad < maxWorse:
		if r.bad++; r.bad <= maxBad {
			return above(above(r.floor))
		}
		return above(r.floor)
	case i < firstRows || i >= r.t.rows-lastRows || r.picked[i]:
		return above(r.floor)
	case i < sampled || r.t.rows <= plentyOf:
		return max(strategies.Context, r.floor)
	}
	return strategies.Detail
}

// bad reports whether an object tells of trouble.
func bad(n *node, level int) bool {
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
		case telling:
			if k.kind == str && badWord(k.content()) {
				return true
			}
		}
		if k.kind == obj && bad(k, level+1) {
			return true
		}
	}
	return false
}

// row prints the next row.
func (r *rows) row(n *node) {
	p, t := r.p, r.t
	p.line = n.first
	rank := r.rank(n)
	if p.e.from == 0 && len(p.e.held) == 0 {
		p.e.from = n.first
	}
	if !t.uniform() || n.kind != obj || !slices.Contains(t.main, true) {
		p.flush()
		p.group, p.lead = r.path+"#"+strconv.Itoa(r.i), "- "
		p.record(n, rank)
		p.flush()
		return
	}
	r.cells = t.cells(r.cells[:0], n, 0, 0)
	line := make([]*node, len(t.cols))
	var rest []cell
	for _, c := range r.cells {
		switch {
		case c.col < 0 || line[c.col] != nil:
			rest = append(rest, c)
		case t.main[c.col]:
			line[c.col] = c.n
			if c.n.size > cellBytes || c.n.cut {
				rest = append(rest, c)
			}
		case t.fixed[c.col] || t.cols[c.col].role == noise:
			line[c.col] = c.n
		default:
			line[c.col] = c.n
			rest = append(rest, c)
		}
	}
	var b []byte
	sep, full := false, 0
	for i := range line {
		if !t.main[i] {
			continue
		}
		if sep {
			b = append(b, ',')
		}
		sep = true
		switch v := line[i]; {
		case v == nil:
		case v.size > cellBytes || v.cut:
			b = append(b, "…"...)
			full++
		default:
			from := len(b)
			b = flow(b, v)
			if full += weight(string(b[from:])) + 1; full > lineTokens-len(line)/8 {
				b = append(b[:from], "…"...)
				rest = append(rest, cell{-1, t.cols[i].name, v})
			}
		}
	}
	// A row takes turns with the others where values follow it: first all rows, then the start of what follows each.
	p.group = r.path
	if len(rest) > 0 {
		p.group = r.path + "#" + strconv.Itoa(r.i)
	}
	p.open(rank, p.group, kindRow)
	if len(b) == 0 {
		b = append(b, '-') // the one column is missing here
	}
	p.say(string(b))
	p.flush()
	sub := max(rank, strategies.Context)
	for _, c := range rest {
		rk := sub
		if c.n.scalar() && c.n.size <= cellBytes && t.rows > 3 {
			rk = strategies.Detail
		}
		p.member("", c.path, c.n, rk, rk)
	}
	p.flush()
}

// record prints a row that has no columns: its members by their names.
func (p *printer) record(n *node, rank strategies.Rank) {
	if n.kind != obj || n.size <= lineBytes && !n.cut && !n.elided {
		p.member("", "", n, rank, max(rank, strategies.Context))
		return
	}
	for i := range n.kids {
		k := &n.kids[i]
		rk := rank
		switch {
		case roleOf(k.name()) == noise:
			rk = strategies.Detail
		case !k.scalar() || k.size > lineBytes:
			rk = max(rank, strategies.Context)
		}
		p.member("", plainKey(k), k, rk, max(rk, p.deep))
	}
}

func plural(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + one + "s"
}
