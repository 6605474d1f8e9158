package tool

import (
	"slices"
	"strings"
)

// lineEnds are a text some of whose lines end in "\r\n", with "\n" in place of each, and where they were: a search
// for the model's text, which has "\n" only, finds it, and what isn't replaced keeps its ends. A nil lineEnds is a
// text without.
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

// within returns the line feeds with a carriage return in a part of the text.
func (e *lineEnds) within(from, to int) []int {
	begin, _ := slices.BinarySearch(e.crlf, from)
	end, _ := slices.BinarySearch(e.crlf, to)
	return e.crlf[begin:end]
}

// restore returns a part of the text as it was.
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

// fit returns a new text with the line ends of the part that it replaces, or of the line in which that is.
func (e *lineEnds) fit(s string, from, to int) string {
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
