package summarize

import (
	"iter"
	"strings"

	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies"
)

// A body is the part of a text that a strategy reads: what is between the lines that an agent wrote before and after
// the output. It implements [strategies.Lines]; its lines have their numbers in the whole text.
type body struct {
	text  *text
	first int // its first line
	last  int // its last one, 0 where it goes to the end of the text
}

// All implements [strategies.Lines]. A pass that can't be finished leaves its error in the text.
func (b body) All() iter.Seq[strategies.Line] {
	return func(yield func(strategies.Line) bool) {
		b.text.pass(func(l strategies.Line) bool {
			if b.isAfter(l.N) {
				return false
			}
			return b.isBefore(l.N) || yield(l)
		})
	}
}

// Count implements [strategies.Lines].
func (b body) Count() int {
	last := b.text.count()
	if b.last > 0 {
		last = b.last
	}
	return max(0, last-b.first+1)
}

// isBefore reports whether a line of the text precedes the body.
func (b body) isBefore(line int) bool { return line < b.first }

// isAfter reports whether a line of the text follows the body.
func (b body) isAfter(line int) bool { return b.last > 0 && line > b.last }

// head is the start of the body: whole lines of at most n bytes in all, or the start of the first.
func (b body) head(n int) string {
	var sb strings.Builder
	sb.Grow(n)
	for l := range b.All() {
		room := n - sb.Len()
		if len(l.Text)+1 > room {
			if sb.Len() == 0 {
				sb.WriteString(l.Text[:textline.RuneStart(l.Text, min(room, len(l.Text)))])
			}
			break
		}
		sb.WriteString(l.Text)
		sb.WriteByte('\n')
	}
	return sb.String()
}

// isBlank reports whether the body shows nothing. A line of which only the start is seen may show something behind it.
func (b body) isBlank() bool {
	for l := range b.All() {
		if l.Cut > 0 || strings.Trim(l.Text, " \t") != "" {
			return false
		}
	}
	return true
}
