package tool

import (
	"slices"
	"strings"
)

// lineEnds are a text with "\n" in place of "\r\n", and the places of these. Models write "\n" only: their text is
// found in it, and what isn't replaced gets its line ends back. From "a\r\nb\r\nc\n" it has the text "a\nb\nc\n" and
// carriage returns at 1 and 3. A nil lineEnds is a text without any.
type lineEnds struct {
	text  string
	crlf  []int // places in text, rising, of the line feeds that had a carriage return before them
	mixed bool  // others had none
}

// newLineEnds takes the carriage returns off a text that has some.
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

// restore returns the part of a text between two places with its carriage returns.
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

// fit returns a new text, with "\n" at its line ends, as it goes in place of the part between two places. It gets the
// line ends of the part, or if that is within a line, those of the line. A text that is mixed may get either.
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
