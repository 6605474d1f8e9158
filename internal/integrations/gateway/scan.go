package gateway

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// A span is a range of bytes of a body.
type span struct{ from, to int }

func (s span) of(b []byte) []byte { return b[s.from:s.to] }

func (s span) isEmpty() bool { return s.from == s.to }

// A cursor reads a JSON value once, from its start to its end. It skips what it isn't asked for, and doesn't check it:
// the provider does. After the first error it is bad and reads nothing more.
type cursor struct {
	b   []byte
	i   int
	bad bool

	nodes int // that were read
}

// peek returns the first byte of the next value, 0 at the end.
func (c *cursor) peek() byte {
	for ; c.i < len(c.b); c.i++ {
		switch c.b[c.i] {
		case ' ', '\n', '\t', '\r':
		default:
			return c.b[c.i]
		}
	}
	return 0
}

// take skips a byte that must come next.
func (c *cursor) take(want byte) bool {
	if c.bad || c.peek() != want {
		c.bad = true
		return false
	}
	c.i++
	return true
}

// value skips the next value, and returns where it is.
func (c *cursor) value() span {
	first := c.peek()
	if c.bad {
		return span{}
	}
	from := c.i
	switch first {
	case '"':
		c.str()
	case '{', '[':
		c.nested()
	case 0, '}', ']', ',', ':':
		c.bad = true
	default:
		for c.i < len(c.b) && bytes.IndexByte([]byte(" \t\r\n,:]}"), c.b[c.i]) < 0 {
			c.i++
		}
	}
	return span{from, c.i}
}

// str skips a string, which begins at i.
func (c *cursor) str() {
	for at := c.i + 1; ; {
		n := bytes.IndexByte(c.b[at:], '"')
		if n < 0 {
			c.bad = true
			return
		}
		at += n + 1
		escapes := 0
		for c.b[at-2-escapes] == '\\' {
			escapes++ // the string's first quote ends this
		}
		if escapes%2 == 0 {
			c.i = at
			return
		}
	}
}

// nested skips an object or an array, which begins at i.
func (c *cursor) nested() {
	depth := 0
	for !c.bad && c.i < len(c.b) {
		switch c.b[c.i] {
		case '"':
			c.str()
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		c.i++
		if depth == 0 {
			return
		}
	}
	c.bad = true
}

// object calls a function for each member of an object. The function reads the member's value, once.
func (c *cursor) object(member func(name string)) {
	c.list('{', '}', func() {
		if c.peek() != '"' {
			c.bad = true
			return
		}
		name := c.value().of(c.b)
		if c.take(':') {
			member(string(name[1 : len(name)-1]))
		}
	})
}

// array calls a function for each element of an array. The function reads the element, once.
func (c *cursor) array(element func()) { c.list('[', ']', element) }

func (c *cursor) list(open, end byte, item func()) {
	if !c.take(open) {
		return
	}
	if c.peek() == end {
		c.i++
		return
	}
	for !c.bad {
		at := c.i
		item()
		if c.i == at {
			c.bad = true // the item wasn't read
		}
		if c.peek() == end {
			c.i++
			return
		}
		c.take(',')
	}
}

// isString reports whether the value at a span is a string.
func isString(b []byte, at span) bool { return at.to-at.from > 1 && b[at.from] == '"' }

// stringAt returns the string at a span, "" for another value.
func stringAt(b []byte, at span) string {
	if !isString(b, at) {
		return ""
	}
	return string(unquote(at.of(b)))
}

// unquote returns the text of a JSON string. What isn't UTF-8 in it becomes U+FFFD.
func unquote(v []byte) []byte {
	text, _ := jsontext.AppendUnquote(make([]byte, 0, len(v)), v) // its error is of invalid UTF-8
	return text
}

func quote(text string) []byte {
	b, _ := jsontext.AppendQuote(nil, text)
	return b
}
