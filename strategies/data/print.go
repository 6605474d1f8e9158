package data

import (
	"strconv"

	"github.com/toktee/toktee/strategies"
)

const (
	lineBytes = 160     // bytes up to which a value is printed in one line
	longDoc   = 6 << 10 // bytes of a document above which what lies deep in it is detail
	listHead  = 8       // lines of a list of values that come before the rest
	listTail  = 2       // lines at its end that do too
)

// printer turns a document into facts. Values that belong together share a line up to [lineTokens].
type printer struct {
	e     emitter
	r     *report
	deep  strategies.Rank // the rank of what lies deep
	line  int             // of the printed value
	group string          // of the printed value: a row, a member of the document

	// The fact in the making.
	begun bool
	rank  strategies.Rank
	in    string
	kind  strategies.Kind
	text  []byte
	size  int // its weight
	count int // values in it
	from  int
	lines []strategies.Span // of the value that it describes, nil if they aren't known
	lead  string            // is put before the next fact
	scope string            // the object whose members it has
	top   bool              // the printed value is a scalar of the document itself, which stays as in the output
}

// open begins a fact; the one before has ended.
func (p *printer) open(rank strategies.Rank, group string, k strategies.Kind) {
	p.flush()
	p.begun, p.rank, p.in, p.kind, p.from, p.scope = true, rank, group, k, p.line, ""
	p.text = append(p.text, p.lead...)
	p.size, p.lead = weight(p.lead), ""
}

// say adds a text that is no value to the current fact.
func (p *printer) say(s string) {
	p.text = append(p.text, s...)
	p.size += weight(s)
}

// value adds a value, after sep if there is one before it. If the line is full, it starts the next one.
func (p *printer) value(sep, s string) {
	if p.count > 0 && p.size+weight(s)+1 > lineTokens {
		scope := p.scope
		p.open(p.rank, p.in, p.kind)
		p.enter(scope)
	}
	if p.count > 0 {
		p.say(sep)
	}
	p.say(s)
	p.count++
}

// enter opens the braces of the object whose members the fact in the making has.
func (p *printer) enter(scope string) {
	if p.scope = scope; scope != "" {
		p.say(scope + ": {")
	}
}

// within makes the lines of a value the source of the next facts, until the returned function is called.
func (p *printer) within(n *node) (end func()) {
	p.flush()
	before := p.lines
	p.lines = []strategies.Span{{First: n.first, Last: max(n.first, n.last)}}
	return func() {
		p.flush()
		p.lines = before
	}
}

// flush ends the fact in the making.
func (p *printer) flush() {
	if p.begun && len(p.text) > 0 {
		n := p.count
		if p.kind == kindRow {
			n = 1
		}
		if p.scope != "" {
			p.text = append(p.text, '}')
		}
		p.e.add(p.from, strategies.Fact{Kind: p.kind, Group: p.in, Rank: p.rank, Text: string(p.text), Count: n,
			Sources: p.lines})
	}
	p.begun, p.text, p.size, p.count = false, p.text[:0], 0, 0
}

// begins prints the heading of the i-th of several documents. Each takes turns with the others.
func (p *printer) begins(n *node, i, of int) {
	defer p.within(n)()
	p.line, p.e.from = n.first, n.first
	p.group, p.e.doc = "", strconv.Itoa(i)+" "
	p.open(strategies.Critical, "", kindValue)
	p.say("document " + strconv.Itoa(i) + " of " + strconv.Itoa(of) + ":")
}

// document prints a document that isn't one of many rows.
func (p *printer) document(n *node) {
	p.line, p.e.from = n.first, n.first
	p.deep = strategies.Context
	if n.size > longDoc {
		p.deep = strategies.Detail
	}
	switch {
	case n.kind == arr:
		p.elements("", n, strategies.Context)
	case mapTable(n):
		p.entries("", n, strategies.Context)
	default:
		for i := range n.kids {
			k := &n.kids[i]
			end := p.within(k)
			p.group = plainKey(k)
			p.top = k.scalar()
			p.member("", plainKey(k), k, topRank(k), strategies.Context)
			p.top = false
			end()
		}
	}
	p.breakOff(n)
}

// breakOff prints the visible part of a document's end, if the end is incomplete: the start of a record that is cut, or
// of a line that is too long.
func (p *printer) breakOff(n *node) {
	p.flush()
	if n.raw == "" && n.unseen == 0 {
		return
	}
	line := max(p.line, n.rawLine)
	p.e.add(line, strategies.Fact{Kind: kindValue, Rank: strategies.Evidence, Text: n.raw, Cut: n.unseen})
}

// topRank is the rank of a member of the document itself: what went wrong, states and names come before the rest.
func topRank(n *node) strategies.Rank {
	switch roleOf(n.name()) {
	case trouble:
		if isTrouble(n) {
			return strategies.Critical
		}
	case stating, naming:
		if n.scalar() && n.size <= cellBytes {
			return strategies.Critical
		}
	case noise:
		return strategies.Detail
	}
	if n.scalar() {
		return strategies.Evidence
	}
	return strategies.Context
}

// member prints a value by its name. rank is that of the value itself, deep that of the values in it if it doesn't fit
// a line.
func (p *printer) member(scope, name string, n *node, rank, deep strategies.Rank) {
	p.line = n.first
	if n.scalar() {
		p.scalar(scope, name, n, rank)
		return
	}
	if n.short() {
		if s := string(flow(nil, n)); fitsLine(scope, name, s) {
			p.named(scope, name, s, rank)
			return
		}
	}
	full := joined(scope, name)
	switch {
	case n.count == 0:
		p.named(scope, name, string(flow(nil, n)), rank)
	case n.kind == arr:
		p.elements(full, n, max(rank, deep))
	case mapTable(n):
		p.entries(full, n, max(rank, deep))
	default:
		for i := range n.kids {
			k := &n.kids[i]
			rk := max(deep, rank)
			if roleOf(k.name()) == noise {
				rk = strategies.Detail
			}
			p.member(full, plainKey(k), k, rk, max(rk, p.deep))
		}
		if n.elided {
			p.named(full, "", "…", deep)
		}
	}
}

// joined is the path of a member: "user.login".
func joined(name, key string) string {
	if name == "" || key == "" {
		return name + key
	}
	return name + "." + key
}
