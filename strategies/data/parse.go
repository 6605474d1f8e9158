package data

import (
	"strings"

	"github.com/toktee/toktee/strategies"
)

const (
	maxDepth  = 64      // levels of nesting; values below are counted, not kept
	maxNodes  = 1 << 17 // values of a document that are kept; later ones are counted
	maxLate   = 1 << 12 // members of the outermost objects that are kept besides
	longText  = 64      // bytes from which a string keeps its place in the line
	maxString = 1 << 14 // bytes of a key that are believed
)

// A parser reads JSON documents that follow each other, line by line. It reads strictly: what isn't JSON ends the
// document. A line that opens a document and turns out to be none is handed out as stray, as any other line between
// documents is.
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
	noJSON            // something that is no JSON follows
)

// frame is a container that is open. Its node is nil where its values are counted, not kept.
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
	comma    // a comma or the end of the container
	afterCut // a comma, the end, or a key: after a value whose end isn't seen
)

// read feeds a line.
func (p *parser) read(l strategies.Line) {
	s := l.Text
	if p.broken > 0 {
		p.stray(l)
		return
	}
	if len(p.open) == 0 && !opensDocument(s) {
		if strings.TrimLeft(s, " \t") != "" {
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
		if len(p.open) == 0 && !p.ended(s[i:]) {
			return
		}
	}
	if l.Cut > 0 && len(p.open) > 0 {
		p.cutLine(s[at:])
	}
}

// ended hands out the document that has just ended, and reports whether the line goes on with another one, or with
// nothing. Behind anything else, a document that opened in the same line was none.
func (p *parser) ended(rest string) bool {
	rest = strings.TrimLeft(rest, " \t")
	fine := rest == "" || opensDocument(rest)
	if fine || p.root.first < p.line.N {
		p.finish()
	}
	if !fine {
		p.root = node{}
		p.stray(p.line)
	}
	return fine
}

// cutLine ends a document in a line that is too long to be seen whole; last is the line from its last token on. Where
// the end of a long string is all that is missing, the document goes on in the next line.
func (p *parser) cutLine(last string) {
	inFirst := p.root.first == p.line.N
	if !inFirst && p.expect == afterCut {
		return
	}
	if !inFirst {
		p.broken = p.line.N
	}
	if p.expect != afterCut {
		p.root.raw, p.root.unseen = last, p.line.Cut
	}
	p.close(unseen)
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
		if p.expect != comma && p.expect != afterCut {
			return 0, false
		}
		p.expect = anyValue
		if p.inObject() {
			p.expect = nextKey
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
			p.expect = afterCut
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
	switch w := s[:n]; w {
	case "true", "false", "null":
		return n, lit
	default:
		if isNumber(w) {
			return n, num
		}
	}
	return n, 0
}

// inObject reports whether the innermost open container is an object.
func (p *parser) inObject() bool { return len(p.open) > 0 && p.open[len(p.open)-1].kind == obj }

// takesKey reports whether a key may come next.
func (p *parser) takesKey() bool {
	switch p.expect {
	case firstKey, nextKey, afterCut:
		return p.inObject()
	}
	return false
}

// takesValue reports whether a value may come next.
func (p *parser) takesValue() bool {
	switch p.expect {
	case anyValue, firstValue:
		return true
	case afterCut:
		return !p.inObject()
	}
	return false
}

// quoted takes the string at s[i:i+n] as a key or as a value, whichever may come next. closed says that its end is seen.
func (p *parser) quoted(s string, i, n int, closed bool) bool {
	if p.takesKey() {
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
		p.expect = afterCut
	}
	return true
}

// value puts a scalar into its container; i is its place in the line. A long string, and a member of the document
// itself, keep the bytes of the line with their key.
func (p *parser) value(v node, i int) bool {
	if !p.takesValue() || len(p.open) == 0 {
		return false
	}
	keepsPlace := v.raw != "" || len(p.open) == 1
	if p.inObject() && p.keyAt >= 0 && keepsPlace {
		v.raw = p.line.Text[p.keyAt : i+v.size]
	}
	p.put(v)
	p.expect = comma
	return true
}

// put adds a node to the innermost container, and returns its place; nil where only its number is kept.
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

// begin opens a container, the document itself or a value of one.
func (p *parser) begin(k kind) bool {
	var n *node
	switch {
	case len(p.open) == 0:
		p.root = node{kind: k, first: p.line.N, last: p.line.N}
		p.nodes = 1
		n = &p.root
	case !p.takesValue():
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

// end closes the innermost container, where that is of the kind.
func (p *parser) end(k kind) bool {
	if len(p.open) == 0 || p.open[len(p.open)-1].kind != k {
		return false
	}
	first := firstValue
	if k == obj {
		first = firstKey
	}
	switch p.expect {
	case comma, first, afterCut:
	default:
		return false
	}
	p.pop(false)
	p.expect = comma
	return true
}

// pop closes the innermost container. cut says that its end isn't in the text.
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

// close ends a document whose end isn't in the text.
func (p *parser) close(why breakage) {
	p.why = why
	for len(p.open) > 0 {
		p.pop(true)
	}
	p.finish()
}

// fail ends a document at something that is no JSON. In its first line, the document was none.
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
