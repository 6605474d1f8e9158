package view

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toktee/toktee/internal/text/clean"
	"github.com/toktee/toktee/internal/text/words"
)

// Text returns an untrusted text as one line that is safe to print, without styles.
func Text(s string) string {
	s = strings.ReplaceAll(s, "\r", "\n")
	return plainText(words.OneLine(string(clean.Content(visible([]byte(s))))))
}

// Lines returns untrusted lines of an output as lines that are safe to print, without styles. They keep their blanks,
// except for trailing ones and the indentation that all of them have.
func Lines(lines []string) []string {
	all := make([]string, len(lines))
	indent := -1
	for i, s := range lines {
		s = strings.ToValidUTF8(string(clean.Content(visible([]byte(s)))), "\uFFFD")
		all[i] = strings.TrimRight(plainText(s), " ")
		if own := len(all[i]) - len(strings.TrimLeft(all[i], " ")); all[i] != "" && (indent < 0 || own < indent) {
			indent = own
		}
	}
	for i, s := range all {
		if s != "" {
			all[i] = s[indent:]
		}
	}
	return all
}

func plainText(line string) string {
	var b strings.Builder
	for _, sp := range flat(line) {
		b.WriteString(sp.Text)
	}
	return b.String()
}

// flat is a text as one span without looks, on one line.
func flat(line string) []Span {
	p := pen{}
	p.segment([]byte(strings.ReplaceAll(line, "\n", " ")))
	return p.done()
}

// invisible reports whether a character is not seen but means something: it turns the direction of a text, joins words,
// or hides data. ZWJ and ZWNJ belong to words and emoji, and the signs that go before a number are seen.
func invisible(r rune) bool {
	switch {
	case r < 0xad:
		return false
	case r == 0x200c || r == 0x200d:
		return false
	case r >= 0xe0100 && r <= 0xe01ef: // selectors of variants, by which data is smuggled
		return true
	case r == 0x2028 || r == 0x2029:
		return true
	}
	return unicode.Is(unicode.Cf, r) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r)
}

// visible replaces invisible characters by a visible form, ⟨U+202E⟩. Without any, it returns the same slice.
func visible(p []byte) []byte {
	at := nextInvisible(p, 0)
	if at < 0 {
		return p
	}
	var out []byte
	from := 0
	for at >= 0 {
		r, n := utf8.DecodeRune(p[at:])
		out = append(out, p[from:at]...)
		out = fmt.Appendf(out, "⟨U+%04X⟩", r)
		from = at + n
		at = nextInvisible(p, from)
	}
	return append(out, p[from:]...)
}

func nextInvisible(p []byte, from int) int {
	for i := from; i < len(p); {
		if p[i] < 0xc2 {
			i++
			continue
		}
		r, n := utf8.DecodeRune(p[i:])
		if invisible(r) {
			return i
		}
		i += n
	}
	return -1
}

// cellsOf is how many columns a text takes.
func cellsOf(s string) int {
	n := 0
	for _, r := range s {
		if r < 0x300 {
			n++
		} else {
			n += clean.Cells(r)
		}
	}
	return n
}
