package data

import "strings"

// plain returns a scalar as printed: a string without its quotes if it is unambiguous and holds no separator;
// everything else unchanged.
func plain(n *node) string {
	if n.kind == str && !n.cut && isPlain(n.content()) {
		return n.content()
	}
	return n.text
}

// isPlain reports whether a string can do without quotes, within a row or a list.
func isPlain(s string) bool {
	switch s {
	case "", "true", "false", "null":
		return false
	}
	if s[0] == '-' || isNumber(s) || strings.Trim(s, " ") != s || strings.HasPrefix(s, "…") {
		return false
	}
	for i := range len(s) {
		switch s[i] {
		case ',', '"', '\\', '{', '}', '[', ']', '\t', '\'':
			return false
		case ':':
			if i+1 == len(s) || s[i+1] == ' ' {
				return false
			}
		}
	}
	return true
}

// plainKey is a key as it is printed.
func plainKey(n *node) string {
	if k := n.name(); isPlain(k) && strings.IndexByte(k, ':') < 0 {
		return k
	}
	return n.key
}

// flow appends a value in one line: {name: web, ports: [80,443]}.
func flow(b []byte, n *node) []byte {
	switch n.kind {
	case obj:
		b = append(b, '{')
		for i := range n.kids {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = append(append(b, plainKey(&n.kids[i])...), ": "...)
			b = flow(b, &n.kids[i])
		}
		b = append(left(b, n), '}')
	case arr:
		b = append(b, '[')
		for i := range n.kids {
			if i > 0 {
				b = append(b, ',')
			}
			b = flow(b, &n.kids[i])
		}
		b = append(left(b, n), ']')
	default:
		b = append(b, plain(n)...)
	}
	return b
}

// left marks that values of a container are missing, or that it has no end.
func left(b []byte, n *node) []byte {
	if !n.cut && !n.elided {
		return b
	}
	if len(n.kids) > 0 {
		b = append(b, ", "...)
	}
	return append(b, "…"...)
}

// lineTokens is about how many tokens a fact of several values has at most. Such a fact is shown whole or not at
// all, so that a mark of omitted bytes in a line always counts bytes of the output.
const lineTokens = 54

// weight is how many tokens a text has, more rather than less: a run of letters has one for every four or so, one of
// digits for every three, all else has one each.
func weight(s string) int {
	n, run := 0, 0
	var last byte
	for i := range len(s) {
		c := s[i]
		class := classOf(c)
		sameRun := class == last || class == 'a' && last == 'A'
		last = class
		run++
		if !sameRun {
			run = 0
		}
		switch class {
		case ' ':
		case '0':
			if run%3 == 0 {
				n++
			}
		case 'a', 'A':
			if run%4 == 0 {
				n++
			}
		default:
			n++
		}
	}
	return n
}

// classOf is the class of a byte: 'a' and 'A' for letters, '0' for digits.
func classOf(c byte) byte {
	switch {
	case c >= 'a' && c <= 'z':
		return 'a'
	case c >= 'A' && c <= 'Z':
		return 'A'
	case c >= '0' && c <= '9':
		return '0'
	case c == ' ':
		return ' '
	}
	return '.'
}
