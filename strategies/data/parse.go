package data

import (
	"strings"

	"github.com/toktee/toktee/strategies"
)

const (
	maxDepth  = 64      // what is nested deeper is counted and let go
	maxNodes  = 1 << 17 // values of a document that are kept; later ones are counted
	maxLate   = 1 << 12 // members of the outermost objects that are kept besides
	longText  = 64      // bytes from which a string keeps its place in the line
	maxString = 1 << 14 // bytes of a key that are believed
)

// parser reads JSON documents that follow each other, line by line. It reads strictly: what isn't JSON ends the
// document. A line that opens a document and turns out to be none is handed out as it stands.
type parser struct {
	doc    func(*node)             // takes a document that has ended
	stray  func(l strategies.Line) // takes a line outside of any document
	root   node
	open   []frame
	nodes  int
	expect expect
	key    string
	keyAt  int // where the key starts in its line, -1 for in a line before
	line   strategies.Line
	tokens int
	// broken is the line at which a document broke off, 0 for none, and why. Behind it there are only lines.
	broken int
	why    breakage
}

// breakage is why a document has no end.
type breakage uint8

const (
	unbroken breakage = iota
	ends              // the output ends
	unseen            // its line is too long to be seen whole
	noJSON            // something else stands there
)

// frame is a container that is open. Its node is nil where its values are let go.
type frame struct {
	n    *node
	kind kind
}

// expect is what may come next.
type expect uint8

const (
	anyValue   expect = iota // a value
	firstValue               // a value or the end of the array
	firstKey                 // a key or the end of the object
	nextKey                  // a key
	colon
	comma // a comma or the end of the container
	loose // a comma, the end, or a key: behind a string whose end isn't seen
)

// read feeds a line.
func (p *parser) read(l strategies.Line) {
	s := l.Text
	if p.broken > 0 || len(p.open) == 0 && !opensDocument(s) {
		if p.broken > 0 || strings.TrimLeft(s, " \t") != "" {
			p.stray(l)
		}
		return
	}
	p.line, p.keyAt = l, -1
	at := 0
	for i := 0; i < len(s); {
		if s[i] == ' ' || s[i] == '\t' {
			i++
			continue
		}
		n, ok := p.token(s, i)
		if !ok {
			p.fail()
			return
		}
		p.tokens++
		at = i
		i += n
		if len(p.open) == 0 {
			rest := strings.TrimLeft(s[i:], " \t")
			odd := rest != "" && rest[0] != '{' && rest[0] != '['
			if !odd || p.root.first < l.N {
				p.finish()
			}
			if odd {
				p.root = node{}
				p.stray(l)
				return
			}
		}
	}
	if l.Cut > 0 && len(p.open) > 0 && (p.root.first == l.N || p.expect != loose) {
		if p.root.first < l.N {
			p.broken = l.N
		}
		if p.expect != loose {
			p.root.raw, p.root.unseen = s[at:], l.Cut
		}
		p.close(unseen)
	}
}

// opensDocument reports whether a document may start in a line.
func opensDocument(s string) bool {
	t := strings.TrimLeft(s, " \t")
	return t != "" && (t[0] == '{' || t[0] == '[')
}

// token reads the token at s[i:] and returns its length.
func (p *parser) token(s string, i int) (n int, ok bool) {
	switch c := s[i]; c {
	case '{', '[':
		return 1, p.begin(kind(c))
	case '}', ']':
		return 1, p.end(kind(c - 2))
	case ',':
		switch {
		case p.expect != comma && p.expect != loose:
			return 0, false
		case p.inObject():
			p.expect = nextKey
		default:
			p.expect = anyValue
		}
		return 1, true
	case ':':
		if p.expect != colon {
			return 0, false
		}
		p.expect = anyValue
		return 1, true
	case '"':
		n, closed := stringEnd(s[i:])
		if !closed && p.line.Cut == 0 {
			return 0, false
		}
		return n, p.quoted(s, i, n, closed)
	default:
		n, k := atom(s[i:])
		if p.line.Cut > 0 && i+n == len(s) {
			v := node{kind: lit, text: s[i:], raw: s[i:], size: n, cut: true, unseen: p.line.Cut}
			ok := p.value(v, i)
			p.expect = loose
			return n, ok
		}
		return n, k != 0 && p.value(node{kind: k, text: s[i : i+n], size: n}, i)
	}
}

// stringEnd is the length of the string that s opens with, quotes included.
func stringEnd(s string) (n int, closed bool) {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '"':
			return i + 1, true
		case '\\':
			i++
		}
	}
	return len(s), false
}

// atom is the length of the number or literal at the start of s, and what it is: 0 for neither.
func atom(s string) (int, kind) {
	n := 0
	for n < len(s) && strings.IndexByte(",:]}{[ \t\"", s[n]) < 0 {
		n++
	}
	switch w := s[:n]; {
	case w == "true" || w == "false" || w == "null":
		return n, lit
	case isNumber(w):
		return n, num
	}
	return n, 0
}

func (p *parser) inObject() bool { return len(p.open) > 0 && p.open[len(p.open)-1].kind == obj }

func (p *parser) quoted(s string, i, n int, closed bool) bool {
	if p.inObject() && (p.expect == firstKey || p.expect == nextKey || p.expect == loose) {
		if !closed || n > maxString {
			return !closed && p.line.Cut > 0
		}
		p.key, p.keyAt, p.expect = s[i:i+n], i, colon
		return true
	}
	v := node{kind: str, text: s[i : i+n], size: n}
	if !closed {
		v.cut, v.unseen = true, p.line.Cut
	}
	if n >= longText || !closed {
		v.raw = s[i : i+n]
	}
	if !p.value(v, i) {
		return false
	}
	if !closed {
		p.expect = loose
	}
	return true
}

// value puts a scalar into its container; i is where it stands in its line.
func (p *parser) value(v node, i int) bool {
	if p.expect != anyValue && p.expect != firstValue && (p.expect != loose || p.inObject()) || len(p.open) == 0 {
		return false
	}
	if p.inObject() && p.keyAt >= 0 && (v.raw != "" || len(p.open) == 1) {
		v.raw = p.line.Text[p.keyAt : i+v.size]
	}
	p.put(v)
	p.expect = comma
	return true
}

// put adds a node to the innermost container, and returns where it is; nil where it is let go.
func (p *parser) put(v node) *node {
	v.key, v.first, v.last = p.key, p.line.N, p.line.N
	p.key = ""
	f := &p.open[len(p.open)-1]
	if f.n == nil {
		return nil
	}
	f.n.count++
	room := maxNodes
	if f.kind == obj && len(p.open) <= 2 {
		room += maxLate
	}
	if p.nodes >= room || len(p.open) >= maxDepth {
		f.n.elided = true
		return nil
	}
	p.nodes++
	if f.n.kids == nil {
		f.n.kids = make([]node, 0, 4)
	}
	f.n.kids = append(f.n.kids, v)
	return &f.n.kids[len(f.n.kids)-1]
}

func (p *parser) begin(k kind) bool {
	var n *node
	switch {
	case len(p.open) == 0:
		p.root = node{kind: k, first: p.line.N, last: p.line.N}
		p.nodes = 1
		n = &p.root
	case p.expect != anyValue && p.expect != firstValue && (p.expect != loose || p.inObject()):
		return false
	default:
		n = p.put(node{kind: k})
	}
	p.open = append(p.open, frame{n, k})
	p.expect = firstValue
	if k == obj {
		p.expect = firstKey
	}
	return true
}

func (p *parser) end(k kind) bool {
	if len(p.open) == 0 || p.open[len(p.open)-1].kind != k {
		return false
	}
	first := firstValue
	if k == obj {
		first = firstKey
	}
	if p.expect != comma && p.expect != first && p.expect != loose {
		return false
	}
	p.pop(false)
	p.expect = comma
	return true
}

func (p *parser) pop(cut bool) {
	f := p.open[len(p.open)-1]
	p.open = p.open[:len(p.open)-1]
	if f.n != nil {
		f.n.last, f.n.cut = p.line.N, cut
		f.n.settle()
	}
}

// finish hands a document out.
func (p *parser) finish() {
	root := p.root
	p.root, p.expect, p.key = node{}, anyValue, ""
	p.doc(&root)
}

// close ends a document that has no end of its own.
func (p *parser) close(why breakage) {
	p.why = why
	for len(p.open) > 0 {
		p.pop(true)
	}
	p.finish()
}

// fail ends a document at something that can't stand in it. Where that is in its first line, it was none.
func (p *parser) fail() {
	if p.root.first == p.line.N {
		p.open, p.root, p.expect, p.key = p.open[:0], node{}, anyValue, ""
	} else {
		p.broken = p.line.N
		p.line.N-- // the last line that is its own
		p.close(noJSON)
		p.line.N++
	}
	p.stray(p.line)
}

// over is called behind the last line.
func (p *parser) over() {
	if len(p.open) > 0 {
		p.broken = p.line.N
		p.close(ends)
	}
}

// isNumber reports whether s is a number as JSON writes it.
func isNumber(s string) bool {
	i := 0
	if i < len(s) && s[i] == '-' {
		i++
	}
	from := i
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	if i == from || s[from] == '0' && i > from+1 {
		return false
	}
	if i < len(s) && s[i] == '.' {
		from = i + 1
		for i++; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
		}
		if i == from {
			return false
		}
	}
	if i < len(s) && s[i]|0x20 == 'e' {
		i++
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		from = i
		for ; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
		}
		if i == from {
			return false
		}
	}
	return i == len(s)
}
