package syntax

import "strings"

// restructured finds the headings of reStructuredText, which are underlined. The levels of the characters that
// underline are in the order in which they appear.
type restructured struct {
	s      *Scanner
	levels []byte
	before string // the line before
}

// line takes the next line.
func (r *restructured) line(line string) {
	t := strings.TrimRight(line, " \t")
	title := r.before
	r.before = t
	if !underlines(t, title) || isRow(title) || title[0] == ' ' {
		return
	}
	level := strings.IndexByte(string(r.levels), t[0])
	if level < 0 {
		level = len(r.levels)
		r.levels = append(r.levels, t[0])
	}
	sym := r.s.add(level, Heading, title, r.s.n-1)
	sym.Sig = r.s.n
	r.before = ""
}

// underlines reports whether a line is a row of one punctuation character about as long as the title above it.
func underlines(t, title string) bool {
	if title == "" || len(t) < max(2, len(title)-1) {
		return false
	}
	return isRow(t) && strings.ContainsAny(t[:1], "=-~^\"'`#*+.:_")
}

// isRow reports whether a line repeats a single character.
func isRow(t string) bool { return strings.Trim(t, t[:1]) == "" }
