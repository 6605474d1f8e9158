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
	root   node                    // the document that is open
	open   []frame                 // the containers that are open, the outermost first
	nodes  int                     // values of the document that are kept
	expect expect
	key    string // of the value that comes next, with its quotes
	keyAt  int    // the start of the key in its line, -1 if it is in a line before
	line   strategies.Line
	tokens int // of all documents
	docs   int // that have ended
	stop   int // the line from which on nothing is read as JSON, 0 for none
	// broken is the line at which a document broke off, 0 for none, and why. Behind it there are only lines.
	broken int
	why    breakage
	record int    // the first line of a cut record that isn't a part of the document, 0 for none
	tail   string // the last line, from its first part that is no JSON
}

// breakage is why a document has no end.
type breakage uint8

const (
	unbroken breakage = iota
	ends              // the output ends
	unseen            // its line is too long to be seen whole
	noJSON            // something that is no JSON follows
)

// frame is an open container. Its node is nil if its values are only counted. It starts, with its key, at that byte of
// the line.
type frame struct {
	n    *node
	kind kind
	line strategies.Line
	at   int
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
	if l.N == p.stop && p.broken == 0 {
		p.broken = l.N
		if len(p.open) > 0 {
			p.close(ends)
		}
	}
	p.tail = ""
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
			p.tail = s[i:]
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

// cutLine ends a document in a line that is too long to be seen whole; last is the line from its last token on. If only
// the end of a long string is missing, the document continues in the next line.
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

// begin opens a container, the document itself or a value of one, at s[i] of the line.
func (p *parser) begin(k kind, i int) bool {
	var n *node
	if p.inObject() && p.keyAt >= 0 {
		i = p.keyAt
	}
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
	p.open = append(p.open, frame{n, k, p.line, i})
	p.expect = firstValue
	if k == obj {
		p.expect = firstKey
	}
	return true
}

// end closes the innermost container if it is of the kind.
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

// pop closes the innermost container. cut means that its end isn't in the text.
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
	p.docs++
	p.doc(&root)
}

// close ends a document whose end isn't in the text. A record that is cut isn't part of it: its text follows.
func (p *parser) close(why breakage) {
	p.why = why
	at := p.cutRecord()
	if at >= 0 {
		p.leave(&p.open[at])
	}
	for len(p.open) > 0 {
		p.pop(true)
		if around := len(p.open) - 1; around >= 0 && around == at-1 {
			p.open[around].drop()
		}
	}
	if at == 0 {
		p.root, p.expect, p.key = node{}, anyValue, ""
		return
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

// over is called after the last line.
func (p *parser) over() {
	switch {
	case len(p.open) > 0:
		p.broken = p.line.N
		p.cutNumber()
		p.close(ends)
	case isCutToken(p.tail):
		p.why = ends
	}
}
