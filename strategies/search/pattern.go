package search

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

const (
	cutFrom    = 160  // bytes above which a line is shown by the part around its match at first
	aroundSize = 100  // bytes of that part
	minified   = 600  // bytes above which a line's rest comes after everything else
	maxPattern = 1000 // bytes of a pattern that is compiled
)

// matcher compiles the pattern for Go. It returns nil if Go doesn't understand it: the match in a line is then searched
// as text.
func (q *query) matcher() *regexp.Regexp {
	p := q.pattern
	if p == "" || len(p) > maxPattern {
		return nil
	}
	switch {
	case q.fixed:
		p = regexp.QuoteMeta(p)
	case q.basic:
		p = fromBasic(p)
	}
	if q.fold || q.smart && p == strings.ToLower(p) {
		p = "(?i)" + p
	}
	re, _ := regexp.Compile(p)
	return re
}

// fromBasic turns a basic regular expression into an extended one: in the former, \( opens a group and ( is a bracket.
func fromBasic(p string) string {
	var b strings.Builder
	for i := 0; i < len(p); i++ {
		c := p[i]
		switch {
		case c == '\\' && i+1 < len(p):
			i++
			switch next := p[i]; next {
			case '(', ')', '{', '}', '|', '+', '?':
				b.WriteByte(next)
			case '<', '>':
				b.WriteString(`\b`)
			default:
				b.WriteByte(c)
				b.WriteByte(next)
			}
		case strings.IndexByte("(){}|+?", c) >= 0:
			b.WriteByte('\\')
			b.WriteByte(c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// find returns the place of the match in a line and its length; 0, 0 if they aren't known.
func (p *printer) find(text string) (at, size int) {
	if p.t.re != nil {
		if loc := p.t.re.FindStringIndex(text); loc != nil {
			return loc[0], loc[1] - loc[0]
		}
	}
	if at = strings.Index(text, p.q.pattern); at < 0 || p.q.pattern == "" {
		return 0, 0
	}
	return at, len(p.q.pattern)
}

// around is most bytes of a long line with its match in the middle, or of its start.
func (p *printer) around(l parsed, most int) string {
	text, at, size := l.text, 0, 0
	if l.kind == match {
		at, size = p.find(text)
	}
	from := max(0, at-max(0, most-size)/2)
	to := min(len(text), from+most)
	for from > 0 && !utf8.RuneStart(text[from]) {
		from--
	}
	for to < len(text) && !utf8.RuneStart(text[to]) {
		to--
	}
	return text[from:to]
}
