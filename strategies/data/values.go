package data

import (
	"strings"

	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/strategies"
)

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

// rewrites reports whether a scalar is printed after its plain name, rather than as in its line.
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

// named adds a short value to the current fact, if that is of the same kind.
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
			p.named("", name, words.Count(n.count, "value", "values")+p.partOf(n), floor)
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
	p.say(name + "(" + words.Count(n.count, "value", "values") + p.partOf(n) + "): ")
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

// mapTable reports whether an object is a table whose rows have names: it has at least four members, and all of them
// are objects much alike.
func mapTable(n *node) bool {
	if !mayBeMap(n) {
		return false
	}
	t := newTable()
	var buf []cell
	for i := range n.kids[:min(len(n.kids), 32)] {
		buf = t.add(&n.kids[i], buf)
	}
	return t.uniform()
}

// mayBeMap reports whether an object has at least four members, all of them objects.
func mayBeMap(n *node) bool { return n.kind == obj && len(n.kids) >= 4 && n.every((*node).isObject) }

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
