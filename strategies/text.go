package strategies

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strings"
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
	end := RuneStart(s, MaxLine)
	return Line{N: n, Text: s[:end], Cut: len(s) - end}
}

// RuneStart is the largest index of a rune's start in s that is at most i.
func RuneStart(s string, i int) int {
	for i > 0 && i < len(s) && s[i]&0xc0 == 0x80 {
		i--
	}
	return i
}

// Top returns the n names that are counted most, by count and then by name.
func Top(counts map[string]int, n int) []string {
	all := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	return all[:min(n, len(all))]
}
