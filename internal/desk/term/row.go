package term

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// A run is a text with one look. Its text has neither line feeds nor tabs.
type run struct {
	text  string
	style style
	link  string // target of a click, "" for none
}

// A row is a line of the screen, or a part of one.
type row []run

// text is a row of one run.
func text(s string, look style) row { return row{{text: s, style: look}} }

// width is how many columns the row takes.
func (r row) width() int {
	n := 0
	for _, u := range r {
		n += columns(u.text)
	}
	return n
}

// columns is how many columns a text takes, as the renderer counts them.
func columns(s string) int {
	if isPlain(s) {
		return len(s)
	}
	return ansi.StringWidthWc(s)
}

// isPlain reports whether a text is of printable ASCII alone, which has a column for each byte.
func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// cut returns the columns from left up to right. It drops a wide character that would be cut in half.
func (r row) cut(left, right int) row {
	var out row
	at := 0
	for _, u := range r {
		n := columns(u.text)
		if from, to := max(left-at, 0), min(right-at, n); from < to {
			if from > 0 || to < n {
				u.text = part(u.text, from, to)
			}
			out = append(out, u)
		}
		if at += n; at >= right {
			break
		}
	}
	return out
}

func part(s string, from, to int) string {
	if isPlain(s) {
		return s[from:to]
	}
	return ansi.TruncateLeftWc(ansi.TruncateWc(s, to, ""), from, "") // CutWc returns the start for any from
}

// fit makes the row exactly so many columns wide. If it cuts anything, the last column is a "…".
func (r row) fit(width int) row {
	n := r.width()
	if n > width {
		r = append(r.cut(0, max(width-1, 0)), run{text: "…"})
		if width < 1 {
			return nil
		}
		n = r.width()
	}
	return append(r[:len(r):len(r)], blank(width-n)...)
}

// clip makes the row exactly so many columns wide, without a mark for a cut.
func (r row) clip(width int) row {
	r = r.cut(0, width)
	return append(r[:len(r):len(r)], blank(width-r.width())...)
}

// blank is a row of blanks.
func blank(n int) row {
	if n <= 0 {
		return nil
	}
	return row{{text: strings.Repeat(" ", n)}}
}

// under sets a base style for the whole row; styles of the row itself stay.
func (r row) under(s style) row {
	out := make(row, len(r))
	for i, u := range r {
		u.style = s.over(u.style)
		out[i] = u
	}
	return out
}

// join is several rows as one.
func join(rows ...row) row {
	var out row
	for _, r := range rows {
		out = append(out, r...)
	}
	return out
}

// render writes the row with its escape sequences. No other control character gets through.
func (r row) render(b *strings.Builder) {
	for _, u := range r {
		if u.text == "" {
			continue
		}
		if u.link != "" {
			b.WriteString(ansi.SetHyperlink(u.link))
		}
		seq := u.style.sequence()
		b.WriteString(seq)
		b.WriteString(harmless(u.text))
		if seq != "" {
			b.WriteString(ansi.ResetStyle)
		}
		if u.link != "" {
			b.WriteString(ansi.ResetHyperlink())
		}
	}
}

// harmless replaces characters that a terminal would act on. It is the last filter: texts have none at this point.
func harmless(s string) string {
	if isPlain(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r < ' ', r >= 0x7f && r < 0xa0, r == '\u2028', r == '\u2029',
			r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069', r == '\u200e', r == '\u200f', r == '\u061c':
			return '\uFFFD'
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}
