package data

import (
	"strconv"

	"github.com/toktee/toktee/strategies"
)

// row prints the next row: a line with its columns, then the values that have no column or no room in the line.
func (r *rows) row(n *node) {
	p, t := r.p, r.t
	p.line = n.first
	defer p.within(n)()
	rank := r.rank(n)
	if p.e.from == 0 && len(p.e.held) == 0 {
		p.e.from = n.first
	}
	if !r.columns || n.kind != obj || n.cut {
		p.flush()
		p.group, p.lead = r.path+"#"+strconv.Itoa(r.i), "- "
		p.record(n, rank)
		p.flush()
		return
	}
	r.cells = t.cells(r.cells[:0], n, 0, 0)
	line, rest := r.place()
	text, rest := r.text(line, rest)
	// A row with values after it takes turns with the others: first all rows, then the start of each row's values.
	p.group = r.path
	if len(rest) > 0 {
		p.group = r.path + "#" + strconv.Itoa(r.i)
	}
	p.open(rank, p.group, kindRow)
	p.say(text)
	p.flush()
	for _, c := range rest {
		rk := max(rank, strategies.Context)
		isAside := c.n.scalar() && c.n.size <= cellBytes || !c.n.scalar() && rank >= strategies.Context
		switch {
		case r.failures && c.col >= 0 && t.cols[c.col].role == trouble:
			rk = rank
		case t.rows > 3 && isAside:
			rk = strategies.Detail
		}
		p.member("", c.path, c.n, rk, rk)
	}
	p.flush()
}

// place sorts the cells of a row: line has the values by column, rest those that are printed after the row.
func (r *rows) place() (line []*node, rest []cell) {
	t := r.t
	line = make([]*node, len(t.cols))
	for _, c := range r.cells {
		if c.col < 0 || line[c.col] != nil {
			rest = append(rest, c)
			continue
		}
		line[c.col] = c.n
		shared := t.fixed[c.col] || t.cols[c.col].role == noise
		if t.main[c.col] && !t.cols[c.col].hasRoomFor(c.n) || !t.main[c.col] && !shared {
			rest = append(rest, c)
		}
	}
	return line, rest
}

// text is a row's line, "web-1,Running,0", and rest with those values added that the line has no room for.
func (r *rows) text(line []*node, rest []cell) (string, []cell) {
	var b []byte
	sep, full := false, 0
	for i, v := range line {
		if !r.t.main[i] {
			continue
		}
		if sep {
			b = append(b, ',')
		}
		sep = true
		switch {
		case v == nil:
		case !r.t.cols[i].hasRoomFor(v):
			b = append(b, "…"...)
			full++
		default:
			from := len(b)
			b = flow(b, v)
			if full += weight(string(b[from:])) + 1; full > lineTokens-len(line)/8 {
				b = append(b[:from], "…"...)
				rest = append(rest, cell{-1, r.t.cols[i].name, v})
			}
		}
	}
	if len(b) == 0 {
		return "-", rest // the one column is missing here
	}
	return string(b), rest
}

// smallValue is the size in bytes up to which the values of an object in a row aren't detail, however long the document
// is.
const smallValue = 1 << 10

// record prints a row that has no columns: its members by their names.
func (p *printer) record(n *node, rank strategies.Rank) {
	if n.kind != obj || n.short() {
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
		deep := p.deep
		if k.size <= smallValue {
			deep = strategies.Context
		}
		p.member("", plainKey(k), k, rk, max(rk, deep))
	}
}
