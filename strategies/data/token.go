package data

import (
	"strings"
)

// token reads the token at s[i:] and returns its length.
func (p *parser) token(s string, i int) (n int, ok bool) {
	switch c := s[i]; c {
	case '{', '[':
		return 1, p.begin(kind(c), i)
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

// atom returns the length of the number or literal at the start of s, and its kind: 0 for neither.
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

// quoted takes the string at s[i:i+n] as a key or as a value, whichever may come next. closed means that its end is
// seen.
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

// put adds a node to the innermost container, and returns its place; nil if only its number is kept.
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
