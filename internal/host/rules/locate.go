package rules

import (
	"strconv"
	"strings"
)

// locate finds the line of each table and key of a TOML text that is known to be valid: "rule.0",
// "rule.0.line.2.match". Errors must name the line of a key, and the TOML parser doesn't report it. A key that locate
// doesn't find, such as one of an inline table, counts as on its table's line.
func locate(text string) map[string]int {
	l := &locator{text: text, line: 1, at: map[string]int{}, counts: map[string]int{}}
	for l.space(true); l.i < len(l.text); l.space(true) {
		before := l.i
		if l.text[l.i] == '[' {
			l.header()
		} else {
			l.pair()
		}
		if l.i == before {
			l.next()
		}
	}
	return l.at
}

// lineOf returns the line of a path, or of the nearest table above it.
func lineOf(at map[string]int, path string) int {
	for path != "" {
		if n, ok := at[path]; ok {
			return n
		}
		path = path[:max(strings.LastIndexByte(path, '.'), 0)]
	}
	return 1
}

type locator struct {
	text   string
	i      int
	line   int
	table  string         // path of the table that keys belong to
	at     map[string]int // lines by path
	counts map[string]int // tables of each array by its path
}

func (l *locator) next() {
	if l.text[l.i] == '\n' {
		l.line++
	}
	l.i++
}

// space skips blanks and, if lines is set, line feeds and comments.
func (l *locator) space(lines bool) {
	for l.i < len(l.text) {
		switch c := l.text[l.i]; {
		case c == ' ' || c == '\t' || c == '\r', lines && c == '\n':
			l.next()
		case lines && c == '#':
			for l.i < len(l.text) && l.text[l.i] != '\n' {
				l.i++
			}
		default:
			return
		}
	}
}

// header reads [a.b] or [[a.b]].
func (l *locator) header() {
	line, array := l.line, strings.HasPrefix(l.text[l.i:], "[[")
	for l.i < len(l.text) && l.text[l.i] == '[' {
		l.next()
	}
	keys := l.keys()
	for l.i < len(l.text) && l.text[l.i] == ']' {
		l.next()
	}
	path := ""
	for i, k := range keys {
		path = under(path, k)
		if n, ok := l.counts[path]; i < len(keys)-1 && ok {
			path = under(path, strconv.Itoa(n-1))
		}
	}
	if array {
		n := l.counts[path]
		l.counts[path]++
		l.note(path, line)
		path = under(path, strconv.Itoa(n))
	}
	l.note(path, line)
	l.table = path
}

// pair reads key = value.
func (l *locator) pair() {
	line := l.line
	path := l.table
	for _, k := range l.keys() {
		path = under(path, k)
		l.note(path, line)
	}
	for depth := 0; l.i < len(l.text); {
		switch c := l.text[l.i]; c {
		case '"', '\'':
			l.quoted(c)
			continue
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		case '#':
			for l.i < len(l.text) && l.text[l.i] != '\n' {
				l.i++
			}
			continue
		case '\n':
			if depth <= 0 {
				return
			}
		}
		l.next()
	}
}

func (l *locator) note(path string, line int) {
	if _, ok := l.at[path]; !ok {
		l.at[path] = line
	}
}

// keys reads a dotted key.
func (l *locator) keys() []string {
	var keys []string
	for {
		l.space(false)
		from := l.i
		if l.i < len(l.text) && (l.text[l.i] == '"' || l.text[l.i] == '\'') {
			q := l.text[l.i]
			l.quoted(q)
			keys = append(keys, unquoted(l.text[from:l.i]))
		} else {
			for l.i < len(l.text) && !strings.ContainsRune(" \t\r\n.=]", rune(l.text[l.i])) {
				l.i++
			}
			keys = append(keys, l.text[from:l.i])
		}
		l.space(false)
		if l.i >= len(l.text) || l.text[l.i] != '.' {
			return keys
		}
		l.i++
	}
}

func unquoted(s string) string {
	if u, err := strconv.Unquote(s); err == nil && s[0] == '"' {
		return u
	}
	return strings.Trim(s, `"'`)
}

// quoted skips a string of any kind.
func (l *locator) quoted(q byte) {
	long := strings.Repeat(string(q), 3)
	if strings.HasPrefix(l.text[l.i:], long) {
		l.i += 3
		for l.i < len(l.text) && !strings.HasPrefix(l.text[l.i:], long) {
			l.escaped(q)
		}
		for l.i < len(l.text) && l.text[l.i] == q { // up to two more may belong to the string
			l.i++
		}
		return
	}
	l.i++
	for l.i < len(l.text) && l.text[l.i] != q && l.text[l.i] != '\n' {
		l.escaped(q)
	}
	if l.i < len(l.text) && l.text[l.i] == q {
		l.i++
	}
}

// escaped skips a character, or a backslash and the character after it.
func (l *locator) escaped(q byte) {
	if q == '"' && l.text[l.i] == '\\' && l.i+1 < len(l.text) {
		l.next()
	}
	l.next()
}

// under returns the path of a name in a table.
func under(table, name string) string {
	if table == "" {
		return name
	}
	return table + "." + name
}
