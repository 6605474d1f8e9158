package strategies

import (
	"iter"
	"strings"

	"github.com/toktee/toktee/internal/textline"
)

// Lines is the clean text of an output, line by line: valid UTF-8 without control characters other than tab. It can be
// read more than once.
type Lines interface {
	// All yields every line in order. It stops early when the context that it was made with ends.
	All() iter.Seq[Line]
	// Count is the number of lines; a last line without a line feed counts.
	Count() int
}

// Line is one line of clean text, without its line feed.
type Line struct {
	N    int    // its number in the clean text, from 1
	Text string // at most [MaxLine] bytes of it; it may share memory with a larger block
	Cut  int    // bytes of the line that Text leaves out, for a line longer than MaxLine
}

// MaxLine is how much of a single line a strategy gets to see, in bytes.
const MaxLine = 64 << 10

// NewLine is line n of a text, cut to [MaxLine] bytes.
func NewLine(n int, s string) Line {
	if len(s) <= MaxLine {
		return Line{N: n, Text: s}
	}
	end := textline.RuneStart(s, MaxLine)
	return Line{N: n, Text: s[:end], Cut: len(s) - end}
}

// NewText makes the lines of a text in memory, for tests of a strategy and for callers without the pipeline. The text
// must be clean; NewText only splits it.
func NewText(s string) Lines {
	if s == "" {
		return text(nil)
	}
	return text(strings.Split(strings.TrimSuffix(s, "\n"), "\n"))
}

// text is a clean text in memory, split into lines.
type text []string

// Count implements [Lines].
func (t text) Count() int { return len(t) }

// All implements [Lines].
func (t text) All() iter.Seq[Line] {
	return func(yield func(Line) bool) {
		for i, s := range t {
			if !yield(NewLine(i+1, s)) {
				return
			}
		}
	}
}
