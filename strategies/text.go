package strategies

import (
	"iter"
	"strings"

	"github.com/toktee/toktee/internal/textline"
)

// Text is a clean text in memory as a strategy sees it, for one's own strategies and their tests.
type Text []string

// NewText cuts a text into lines.
func NewText(s string) Text {
	if s == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(s, "\n"), "\n")
}

// Count implements [Lines].
func (t Text) Count() int { return len(t) }

// All implements [Lines].
func (t Text) All() iter.Seq[Line] {
	return func(yield func(Line) bool) {
		for i, s := range t {
			if !yield(NewLine(i+1, s)) {
				return
			}
		}
	}
}

// NewLine is line n of a text, of which a strategy sees at most [MaxLine] bytes.
func NewLine(n int, s string) Line {
	if len(s) <= MaxLine {
		return Line{N: n, Text: s}
	}
	end := textline.RuneStart(s, MaxLine)
	return Line{N: n, Text: s[:end], Cut: len(s) - end}
}
