package view

import (
	"bytes"
	"strings"

	"github.com/toktee/toktee/internal/text/clean"
)

// A pen writes the clean form of a line in spans.
type pen struct {
	style Style
	rich  bool // keep styles
	spans []Span
	text  strings.Builder // of the span that is being written
	as    Style           // its style
	col   int             // columns so far, for tabs
}

// styled renders a raw line without its \n, and returns the style after it. The text is that of [clean.Bytes], except
// that invisible characters are visible and tabs are blanks.
func styled(line []byte, style Style, rich bool) ([]Span, Style) {
	p := pen{style: style, rich: rich}
	line = bytes.TrimRight(line, "\r")
	if isPlain(line) && style == (Style{}) {
		p.plain(string(line))
		return p.done(), style
	}
	if edited(line) { // package clean computes the rest of it, and drops colours
		p.style = Style{}
		p.plain(string(visible(clean.Bytes(line))))
		return p.done(), style.carry(line)
	}
	for at := 0; ; {
		start, end := nextColour(line, at)
		if start < 0 {
			p.segment(line[at:])
			return p.done(), p.style
		}
		p.segment(line[at:start])
		p.style = p.style.set(line[start+2 : end-1])
		at = end
	}
}

// isPlain reports whether lines are ASCII without controls other than tabs and their ends.
func isPlain(lines []byte) bool {
	for _, c := range lines {
		if c < ' ' && c != '\t' && c != '\n' || c >= 0x7f {
			return false
		}
	}
	return true
}

// edited reports whether anything in a line is written over, or may be: the cursor moves.
func edited(line []byte) bool {
	if bytes.IndexByte(line, '\r') >= 0 || bytes.IndexByte(line, '\b') >= 0 {
		return true
	}
	moves := false
	clean.Sequences(line, func(start, end int) { moves = moves || moving(line[start:end]) })
	return moves
}

// moving reports whether a sequence may move the cursor or erase: all that aren't colours or strings do, but for one
// that erases from the cursor to the end of the line, which compilers and grep print after each colour.
func moving(seq []byte) bool {
	body := bytes.TrimPrefix(bytes.TrimPrefix(seq, []byte("\x1b")), []byte("\u009b"))
	if len(body) == 0 {
		return false
	}
	if seq[0] == esc && body[0] != '[' {
		return body[0] == '7' || body[0] == '8'
	}
	switch body[len(body)-1] {
	case 'm':
		return false
	case 'K':
		return !(string(body) == "[K" || string(body) == "[0K")
	}
	return true
}

// segment writes a piece of raw text in which no colour changes.
func (p *pen) segment(raw []byte) {
	if isPlain(raw) {
		p.plain(string(raw))
		return
	}
	p.plain(string(clean.Bytes(visible(raw))))
}

// plain writes clean text.
func (p *pen) plain(s string) {
	if s == "" {
		return
	}
	as := p.style
	if !p.rich {
		as = Style{}
	}
	if as != p.as {
		p.flush()
		p.as = as
	}
	for {
		i := strings.IndexByte(s, '\t')
		if i < 0 {
			p.text.WriteString(s)
			p.col += cellsOf(s)
			return
		}
		p.text.WriteString(s[:i])
		p.col += cellsOf(s[:i])
		n := 8 - p.col%8
		p.text.WriteString("        "[:n])
		p.col += n
		s = s[i+1:]
	}
}

func (p *pen) flush() {
	if p.text.Len() > 0 {
		p.spans = append(p.spans, Span{Text: p.text.String(), Style: p.as})
		p.text.Reset()
	}
}

func (p *pen) done() []Span {
	p.flush()
	return p.spans
}
