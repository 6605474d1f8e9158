package tool

import "strings"

// lineEnds are a text whose lines end in "\r\n", all of them or some, with "\n" at their ends, and where they were. A nil
// lineEnds is a text that has none.
type lineEnds struct {
	text  string
	crlf  []int // places in text, rising, of the line feeds that had a carriage return before them
	mixed bool  // others had none
}

func newLineEnds(s string) *lineEnds {
	e := &lineEnds{}
	var b strings.Builder
	b.Grow(len(s))
	for {
		i := strings.Index(s, "\r\n")
		if i < 0 {
			break
		}
		e.mixed = e.mixed || strings.Contains(s[:i], "\n")
		b.WriteString(s[:i])
		e.crlf = append(e.crlf, b.Len())
		b.WriteByte('\n')
		s = s[i+2:]
	}
	e.mixed = e.mixed || strings.Contains(s, "\n")
	b.WriteString(s)
	e.text = b.String()
	return e
}

// within are the line feeds with a carriage return in a part of the text.
func (e *lineEnds) within(from, to int) []int {
	lo, hi := search(e.crlf, from), search(e.crlf, to)
	return e.crlf[lo:hi]
}

// search is the index of the first number that isn't below n.
func search(list []int, n int) int {
	lo, hi := 0, len(list)
	for lo < hi {
		if mid := (lo + hi) / 2; list[mid] < n {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// restore is a part of the text as it was.
func (e *lineEnds) restore(text string, from, to int) string {
	if e == nil {
		return text[from:to]
	}
	var b strings.Builder
	for _, at := range e.within(from, to) {
		b.WriteString(text[from:at])
		b.WriteString("\r\n")
		from = at + 1
	}
	b.WriteString(text[from:to])
	return b.String()
}

// give gives a new text the line ends of the part that it replaces, or of the line that it stands in.
func (e *lineEnds) give(s string, from, to int) string {
	if e == nil || !strings.Contains(s, "\n") {
		return s
	}
	crlf := !e.mixed || len(e.within(from, to)) > 0
	if !crlf && !strings.Contains(e.text[from:to], "\n") {
		next := strings.IndexByte(e.text[to:], '\n')
		crlf = next >= 0 && len(e.within(to+next, to+next+1)) > 0
	}
	if !crlf {
		return s
	}
	return strings.ReplaceAll(s, "\n", "\r\n")
}
