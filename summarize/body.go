package summarize

import (
	"iter"
	"strings"

	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies"
)

// A body is the part of a text that a strategy reads: the output without the lines that an agent wrote before and after
// it. It implements [strategies.Lines]; its lines have their numbers in the whole text.
type body struct {
	text  *text
	first int // its first line
	last  int // its last one, 0 if it extends to the end of the text
	label int // bytes of an agent's label at the start of the first line, which strategies don't read
}

// All implements [strategies.Lines]. If a pass can't be finished, its error is in text.found.
func (b body) All() iter.Seq[strategies.Line] {
	return func(yield func(strategies.Line) bool) {
		b.text.pass(func(l strategies.Line) bool {
			if b.isAfter(l.N) {
				return false
			}
			if l.N == b.first {
				l.Text = l.Text[min(b.label, len(l.Text)):]
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

// head returns the start of the body: whole lines of at most n bytes in all, or else the start of the first line.
func (b body) head(n int) string {
	var sb strings.Builder
	sb.Grow(n)
	for l := range b.All() {
		available := n - sb.Len()
		if len(l.Text)+1 > available {
			if sb.Len() == 0 {
				sb.WriteString(l.Text[:textline.RuneStart(l.Text, min(available, len(l.Text)))])
			}
			break
		}
		sb.WriteString(l.Text)
		sb.WriteByte('\n')
	}
	return sb.String()
}

// addressed returns the number of lines that address a model. An agent's own lines to its model don't count.
func (b body) addressed() int {
	t := b.text
	if t.found.addressed == 0 || !t.inMem || b.first <= 1 && b.last == 0 {
		return t.found.addressed
	}
	_, text, _ := b.cut(t.mem)
	return textline.CountAddressed(text)
}

// isBlank reports whether the body has no visible character. A line that is cut doesn't count as blank: its rest isn't
// known.
func (b body) isBlank() bool {
	for l := range b.All() {
		if l.Cut > 0 || strings.Trim(l.Text, " \t") != "" {
			return false
		}
	}
	return true
}
