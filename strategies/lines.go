package strategies

import (
	"iter"
	"strings"

	"github.com/toktee/toktee/internal/text/textline"
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
	Rest string // what Text leaves out, as far as there was room for it ([LineRoom]): all of it, or ""
	Open bool   // it is the last line and has no line feed, so the text may have been cut in it
}

// MaxLine is how much of a single line a strategy gets to see, in bytes.
const MaxLine = 64 << 10

// MaxDocument is how much of a single line is kept for those who read machine-readable reports, in bytes: a report of
// some ten thousand findings is one line.
const MaxDocument = 32 << 20

// maxHit is how much of any other line is kept: a search may print a line of a minified file.
const maxHit = 4 << 20

// LineRoom returns the bytes to keep of a line with this first byte. A line of JSON or XML may be a whole document,
// which is useless without its end.
func LineRoom(first byte) int {
	switch first {
	case '{', '[', '<':
		return MaxDocument
	}
	return maxHit
}

// NewLine makes line n of a text, cut to [MaxLine] bytes. The rest of a document is kept too, if all of it can be.
func NewLine(n int, s string) Line {
	if len(s) <= MaxLine {
		return Line{N: n, Text: s}
	}
	end := textline.RuneStart(s, MaxLine)
	l := Line{N: n, Text: s[:end], Cut: len(s) - end}
	if len(s) <= LineRoom(s[0]) {
		l.Rest = s[end:]
	}
	return l
}

// NewText makes the lines of a text in memory, for tests of a strategy and for callers without the pipeline. The text
// must be clean; NewText only splits it.
func NewText(s string) Lines {
	t := text{open: !strings.HasSuffix(s, "\n")}
	if s != "" {
		t.lines = strings.Split(strings.TrimSuffix(s, "\n"), "\n")
	}
	return t
}

// text is a clean text in memory, split into lines.
type text struct {
	lines []string
	open  bool // the last line has no line feed
}

// Count implements [Lines].
func (t text) Count() int { return len(t.lines) }

// All implements [Lines].
func (t text) All() iter.Seq[Line] {
	return func(yield func(Line) bool) {
		for i, s := range t.lines {
			l := NewLine(i+1, s)
			l.Open = t.open && i == len(t.lines)-1
			if !yield(l) {
				return
			}
		}
	}
}
