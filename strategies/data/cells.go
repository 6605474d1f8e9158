package data

import (
	"strings"
	"unicode/utf8"
)

// split cuts a line into cells.
func (l *layout) split(out []string, s string) []string {
	switch {
	case l.starts != nil:
		return l.columns(out, s)
	case l.delim == 0:
		if sign, rest, ok := strings.Cut(s, " "); ok && sign != "" && sign[0] >= utf8.RuneSelf {
			s = rest // what systemctl puts before a unit that failed
		}
		return blankCells(out, s, max(len(l.names), 1))
	case l.delim == '|':
		if l.boxed {
			s = bars(s)
		}
		if l.boxed {
			s = strings.TrimSpace(s)
			s = strings.TrimSuffix(strings.TrimPrefix(s, "|"), "|")
		}
		for c := range strings.SplitSeq(s, "|") {
			out = append(out, strings.TrimSpace(c))
		}
		return out
	}
	return quotedCells(out, s, l.delim)
}

// quotedCells cuts a line of CSV: a delimiter inside quotes parts nothing, and quotes stay.
func quotedCells(out []string, s string, delim byte) []string {
	for i := 0; ; {
		end := i
		if i < len(s) && s[i] == '"' {
			end = quoteEnd(s, i)
		}
		n := strings.IndexByte(s[min(end, len(s)):], delim)
		if n < 0 {
			return append(out, s[i:])
		}
		out = append(out, s[i:end+n])
		i = end + n + 1
	}
}

// quoteEnd is where the quoted cell at s[i:] ends.
func quoteEnd(s string, i int) int {
	for i++; i < len(s); i++ {
		if s[i] != '"' {
			continue
		}
		if i+1 < len(s) && s[i+1] == '"' {
			i++
			continue
		}
		return i + 1
	}
	return len(s)
}

// columns cuts a line where its columns start. A cell that is wider than its column moves the next one.
func (l *layout) columns(out []string, s string) []string {
	for i, from := range l.starts {
		if from >= len(s) {
			out = append(out, "")
			continue
		}
		for insideWord(s, from) {
			from++
		}
		to := len(s)
		if i+1 < len(l.starts) {
			to = min(len(s), l.starts[i+1])
			for insideWord(s, to) {
				to++
			}
		}
		out = append(out, strings.TrimSpace(s[min(from, to):to]))
	}
	return out
}

// insideWord reports whether s[i] goes on with the word before it.
func insideWord(s string, i int) bool {
	if i <= 0 || i >= len(s) {
		return false
	}
	return s[i-1] != ' ' && s[i] != ' '
}

// blankCells cuts a line at blanks into at most n cells; the last takes the rest.
func blankCells(out []string, s string, n int) []string {
	s = strings.TrimLeft(s, " ")
	for len(out)+1 < n {
		i := strings.IndexByte(s, ' ')
		if i < 0 {
			break
		}
		out = append(out, s[:i])
		s = strings.TrimLeft(s[i:], " ")
	}
	if s = strings.TrimRight(s, " "); s != "" {
		out = append(out, s)
	}
	return out
}

// openQuote reports whether a record of CSV goes on in the next line.
func (l *layout) openQuote(s string) bool {
	switch l.delim {
	case ',', ';', '\t':
		return strings.Count(s, `"`)%2 == 1
	}
	return false
}
