package data

import (
	"strings"

	"github.com/toktee/toktee/internal/noun"
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
	line  int             // of what is printed
	group string

	// The fact in the making.
	begun bool
	rank  strategies.Rank
	in    string
	kind  strategies.Kind
	text  []byte
	size  int // its weight
	count int // values in it
	from  int
	lead  string // is put before the next fact
	scope string // the object whose members it has
	top   bool   // what is printed is a scalar of the document itself, which is shown as in the output
}

// open begins a fact; the one before has ended.
func (p *printer) open(rank strategies.Rank, group string, k strategies.Kind) {
	p.flush()
	p.begun, p.rank, p.in, p.kind, p.from, p.scope = true, rank, group, k, p.line, ""
	p.text = append(p.text, p.lead...)
	p.size, p.lead = weight(p.lead), ""
}

// say adds a text that is no value to the fact in the making.
func (p *printer) say(s string) {
	p.text = append(p.text, s...)
	p.size += weight(s)
}

// value adds a value, behind sep where there is one before it; where the line is full, to the next one.
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
		p.e.add(p.from, strategies.Fact{Kind: p.kind, Group: p.in, Rank: p.rank, Text: string(p.text), Count: n})
	}
	p.begun, p.text, p.size, p.count = false, p.text[:0], 0, 0
}

// document prints the only document of an output.
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
			p.group = plainKey(k)
			p.top = k.scalar()
			p.member("", plainKey(k), k, topRank(k), strategies.Context)
			p.top = false
			p.flush()
		}
	}
	p.flush()
	if n.unseen > 0 {
		p.unseen(n.raw, n.unseen)
	}
}

// unseen ends what is read of a line that is too long to be seen whole.
func (p *printer) unseen(raw string, cut int) {
	p.flush()
	p.e.add(p.line, strategies.Fact{Kind: kindValue, Rank: strategies.Evidence, Text: raw, Cut: cut})
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

// member prints a value by its name. rank is that of the value itself, deep that of what lies in it where it
// doesn't fit a line.
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

// scalar prints a string, a number or a literal. A long string is printed as in its line, so that a part of it can be
// shown.
func (p *printer) scalar(scope, name string, n *node, rank strategies.Rank) {
	if p.rewrites(scope, name, n) {
		p.named(scope, name, plain(n), rank)
		return
	}
	if p.lead != "" {
		p.open(rank, p.group, kindValue) // a row that starts with a long string
	}
	p.flush()
	p.e.add(n.first, strategies.Fact{Kind: kindValue, Group: p.group, Rank: rank, Text: n.raw, Cut: n.unseen})
}

// rewrites reports whether a scalar is printed behind its plain name, rather than as in its line.
func (p *printer) rewrites(scope, name string, n *node) bool {
	if n.raw == "" || n.key != "" && !strings.HasPrefix(n.raw, n.key) {
		return true // the line's bytes aren't known, or lack the key
	}
	return !p.top && n.size <= lineBytes && !n.cut && fitsLine(scope, name, n.text)
}

// fitsLine reports whether a value with its name fits a line that holds nothing else.
func fitsLine(scope, name, value string) bool {
	return weight(scope)+weight(name)+weight(value)+4 < lineTokens
}

// named adds a short value to the fact in the making, where that is of the same kind.
func (p *printer) named(scope, name, value string, rank strategies.Rank) {
	if !p.collects(scope, rank) {
		p.open(rank, p.group, kindValue)
		p.enter(scope)
	}
	if name != "" {
		value = name + ": " + value
	}
	p.value(", ", value)
}

// collects reports whether the fact in the making is of values of the group, the scope and the rank.
func (p *printer) collects(scope string, rank strategies.Rank) bool {
	if !p.begun || p.kind != kindValue {
		return false
	}
	return p.rank == rank && p.in == p.group && p.scope == scope
}

// elements prints the values of an array.
func (p *printer) elements(name string, n *node, floor strategies.Rank) {
	objects := 0
	for i := range n.kids {
		if n.kids[i].kind == obj {
			objects++
		}
	}
	mostObjects := objects > 1 && objects*2 > len(n.kids)
	switch {
	case n.every((*node).scalar):
		p.list(name, n, floor)
	case name == "" || mostObjects:
		p.flush()
		p.array(name, n, floor)
	default:
		for i := range n.kids {
			p.member("", name+"[]", &n.kids[i], floor, max(floor, p.deep))
		}
		if n.elided || n.cut {
			p.named("", name, noun.Count(n.count, "value")+p.partOf(n), floor)
			p.r.list(name, n.count)
		}
	}
}

// list prints an array of scalars, several in a line:
//
//	tags (3 values): web,api,db
func (p *printer) list(name string, n *node, floor strategies.Rank) {
	p.r.list(name, n.count)
	if name != "" {
		name += " "
	}
	p.line = n.first
	p.open(floor, p.group, kindValue)
	p.say(name + "(" + noun.Count(n.count, "value") + p.partOf(n) + "): ")
	done := 0
	for i := range n.kids {
		k := &n.kids[i]
		done += k.size + 1
		p.line = k.first
		if k.raw != "" && (k.size > lineBytes || k.cut) {
			p.scalar("", "", k, floor)
			continue
		}
		if !p.begun {
			p.open(floor, p.group, kindValue)
		}
		p.value(",", plain(k))
		if p.count == 1 { // the first of a line
			p.rank = floor
			if inMiddle := done > listHead*lineBytes && n.size-done > listTail*lineBytes; inMiddle {
				p.rank = max(floor, strategies.Detail)
			}
		}
	}
	p.flush()
}

// partOf is what follows the number of a container's values: nothing, or that its end wasn't read.
func (p *printer) partOf(n *node) string {
	if n.cut {
		return " in the part read"
	}
	return ""
}

// mapTable reports whether an object is a table whose rows have names: it has at least four members, and all of them are
// objects much alike.
func mapTable(n *node) bool {
	if n.kind != obj || len(n.kids) < 4 || !n.every((*node).isObject) {
		return false
	}
	t := newTable()
	var buf []cell
	for i := range n.kids[:min(len(n.kids), 32)] {
		buf = t.add(&n.kids[i], buf)
	}
	return t.uniform()
}

// entries prints such an object: the names are the first column.
func (p *printer) entries(name string, n *node, floor strategies.Rank) {
	rows := *n
	rows.kids = make([]node, len(n.kids))
	for i := range n.kids {
		k := n.kids[i]
		key := node{kind: str, key: `"key"`, text: k.key, size: len(k.key), first: k.first, last: k.first}
		k.kids = append([]node{key}, k.kids...)
		k.count++
		k.size += key.size
		rows.kids[i] = k
	}
	p.flush()
	p.array(name, &rows, floor)
}

// plainText is [plain] for a value that is known by its text alone.
func plainText(s string) string {
	if len(s) >= 2 && s[0] == '"' && isPlain(s[1:len(s)-1]) {
		return s[1 : len(s)-1]
	}
	return s
}
