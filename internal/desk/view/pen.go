package view

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/toktee/toktee/internal/text/clean"
)

// maxEdited is how long a line may be in which something is written over and that keeps its colours, in bytes.
const maxEdited = 128 << 10

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
	if edited(line) {
		if len(line) <= maxEdited {
			p.edited(line)
			return p.done(), p.style
		}
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

// isPlain reports whether a line is ASCII without controls other than tabs.
func isPlain(line []byte) bool {
	for _, c := range line {
		if c < ' ' && c != '\t' || c >= 0x7f {
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

// Placeholders for the characters of an edited line, each with a style. Characters of one column go to planes 15 and
// 16, wide ones to the wide characters from U+20000 on.
const (
	narrowFirst = 0xf0000
	narrowLast  = 0x10fffd
	wideFirst   = 0x20000
	wideLast    = 0x3fffd
)

// drawable reports whether a character is drawn as it is. A blank isn't: those at the end of an edited line go.
func drawable(r rune) bool {
	return r > ' ' && r != utf8.RuneError && !(r >= 0x7f && r < 0xa0) && !invisible(r)
}

// A drawn is a character with its style.
type drawn struct {
	r rune
	s Style
}

// placeholders are characters that replace drawn ones while a line is cleaned.
type placeholders struct {
	seen  [2][]drawn // by width
	index map[drawn]rune
}

// of returns the placeholder of a character so many columns wide. If there are no more, it is the last one.
func (h *placeholders) of(d drawn, width int) rune {
	if as, ok := h.index[d]; ok {
		return as
	}
	list, last := &h.seen[width-1], [2]rune{narrowLast, wideLast}[width-1]
	as := [2]rune{narrowFirst, wideFirst}[width-1] + rune(len(*list))
	if as > last {
		return last
	}
	*list = append(*list, d)
	h.index[d] = as
	return as
}

// held returns the character of a placeholder.
func (h *placeholders) held(r rune) (drawn, bool) {
	list, i := h.seen[0], int(r-narrowFirst)
	if r >= wideFirst && r <= wideLast {
		list, i = h.seen[1], int(r-wideFirst)
	}
	if i < 0 || i >= len(list) {
		return drawn{}, false
	}
	return list[i], true
}

// edited writes a line in which the cursor moves. Package clean computes its final text, but knows no styles. So each
// character is replaced by a placeholder of the same width for its style, and restored after cleaning.
func (p *pen) edited(line []byte) {
	holders := placeholders{index: map[drawn]rune{}}
	var coded []byte
	put := func(text []byte) {
		for len(text) > 0 {
			r, n := utf8.DecodeRune(text)
			if width := clean.Cells(r); width == 0 || !drawable(r) {
				coded = append(coded, text[:n]...)
			} else {
				coded = utf8.AppendRune(coded, holders.of(drawn{r, p.style}, width))
			}
			text = text[n:]
		}
	}
	at := 0
	clean.Sequences(line, func(start, end int) {
		put(line[at:start])
		at = end
		if s, e := nextColour(line[start:end], 0); s == 0 && e == end-start {
			p.style = p.style.set(line[start+2 : end-1])
		}
		coded = append(coded, line[start:end]...) // a colour too: it may end a string
	})
	put(line[at:])
	after := p.style
	p.style = Style{}
	for _, r := range string(clean.Bytes(coded)) {
		d, held := holders.held(r)
		switch {
		case held:
			p.style = d.s
			p.plain(string(d.r))
		case r == ' ':
			style := p.style
			if style.Background == 0 && !style.Attributes.Has(Reverse|Underline) {
				p.style = Style{}
			}
			p.plain(" ")
			p.style = style
		default:
			p.plain(string(visible(utf8.AppendRune(nil, r))))
		}
	}
	p.style = after
}
