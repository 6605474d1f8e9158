package search

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
)

const (
	maxRare      = 4   // matches of a rare shape that come before the others
	rareTimes    = 2   // most matches of a rare shape
	manyMatches  = 40  // matches from which some may be rare
	maxShapes    = 256 // shapes that are counted; an output with more has no uniform matches
	perShape     = 10  // fewest matches of a shape that isn't rare, on average
	shapedLength = 200 // bytes of a match that make its shape
)

// matchShapes counts the shapes of matches, to find the few matches that differ from all others. Memory is bounded:
// counting ends with the shape after the first [maxShapes].
//
//	c0 = c0.child[0]
//	c1 = c1.child[1]
//	if isBlank(sc.child) { reuse(sc.child) }     rare
//	c2 = c2.child[2]
type matchShapes struct {
	counts map[uint64]*shapeCount
	total  int
	over   bool // there are too many shapes
}

// shapeCount is a shape with the first matches of it.
type shapeCount struct {
	times int
	first []definition // up to rareTimes
}

// add counts the match in line n of the output.
func (m *matchShapes) add(n int, l parsed) {
	if m.over {
		return
	}
	shape := shapeOf(l.text)
	c := m.counts[shape]
	if c == nil {
		if m.over = len(m.counts) == maxShapes; m.over {
			m.counts = nil
			return
		}
		if m.counts == nil {
			m.counts = map[uint64]*shapeCount{}
		}
		c = &shapeCount{}
		m.counts[shape] = c
	}
	m.total++
	if c.times++; c.times <= rareTimes {
		c.first = append(c.first, definition{n, strings.Clone(l.file)})
	}
}

// rare returns the matches of rare shapes, in their order, if nearly all matches are of a few other shapes. Those in
// files that isNoise accepts don't count.
func (m *matchShapes) rare(isNoise func(file string) bool) []definition {
	if m.total < manyMatches {
		return nil
	}
	var found []definition
	rare := 0 // shapes
	for _, c := range m.counts {
		if c.times > rareTimes {
			continue
		}
		rare++
		for _, d := range c.first {
			if !isNoise(d.file) {
				found = append(found, d)
			}
		}
		if len(found) > maxRare {
			return nil
		}
	}
	if (len(m.counts)-rare)*perShape > m.total {
		return nil
	}
	slices.SortFunc(found, func(a, b definition) int { return a.line - b.line })
	return found
}

// shapeOf returns a hash of a line in which all names and numbers are alike, and blanks don't count.
func shapeOf(s string) uint64 {
	s = s[:min(len(s), shapedLength)]
	h := uint64(fnvOffset)
	inWord := false
	for i := range len(s) {
		c := s[i]
		isWord := c == '_' || c >= 0x80 || parse.Digit(c) || c|0x20 >= 'a' && c|0x20 <= 'z'
		switch {
		case isWord && inWord, c == ' ', c == '\t', c == '\r':
		case isWord:
			h = (h ^ 'w') * fnvPrime
		default:
			h = (h ^ uint64(c)) * fnvPrime
		}
		inWord = isWord
	}
	return h
}

// The constants of the hash FNV-1a.
const (
	fnvOffset = 14695981039346656037
	fnvPrime  = 1099511628211
)
