package textline

import "strings"

// NewMessageMiner returns a miner of short messages without stamps and places. Messages that differ in a word are of
// different kinds, until one place has had so many words that it holds a value.
func NewMessageMiner() *Miner {
	m := NewMiner()
	m.exact = true
	return m
}

// valueWords is the number of words in one place of otherwise equal messages from which the place holds a value.
const valueWords = 4

// valueIn finds the template that the line at hand belongs to because they differ in a value alone: in the place of one
// word, in which others of the leaf have others. -1 for none.
func (m *Miner) valueIn(leaf []int32) (template, differ int) {
	if len(leaf) < valueWords-1 {
		return -1, 0
	}
	var first [maxWords]int32 // the first template that differs there, and how many do
	var n [maxWords]uint8
	for _, id := range leaf {
		i := onlyDifference(m.list[id].words, m.words)
		if i < 0 {
			continue
		}
		if n[i]++; n[i] == 1 {
			first[i] = id
		}
		if n[i] == valueWords-1 {
			return int(first[i]), 1
		}
	}
	return -1, 0
}

// onlyDifference returns the place of the one word in which a line differs from a template. It is -1 if there are
// several, or if the word names an outcome.
func onlyDifference(template, words []string) int {
	place := -1
	for i, w := range words {
		if template[i] == w || template[i] == anything {
			continue
		}
		if place >= 0 || tellsOutcome(w) || tellsOutcome(template[i]) {
			return -1
		}
		place = i
	}
	return place
}

// Merged returns for each template the one into which it was merged after the line that made it: the place in which
// they differed holds a value. An unmerged template has its own number.
func (m *Miner) Merged() []int32 {
	into := make([]int32, len(m.list))
	for i := range into {
		into[i] = int32(i)
	}
	for _, leaf := range m.leaves {
		for i, id := range leaf {
			for _, other := range leaf[i+1:] {
				if into[other] == other && includes(m.list[id].words, m.list[other].words) {
					into[other] = into[id]
				}
			}
		}
	}
	return into
}

// includes reports whether a template has a value, or the same word, wherever another one has something.
func includes(template, other []string) bool {
	for i, w := range template {
		if w != anything && w != other[i] {
			return false
		}
	}
	return true
}

// tellsOutcome reports whether a word of a message names an outcome: it is never a value.
func tellsOutcome(w string) bool {
	for i := range len(w) {
		if !isLetter(w[i]) {
			return false
		}
	}
	_, ok := severeWords().has(w)
	return ok
}

// pathEnd returns the end of the path of at least three names that begins with the slash s[at]; at for anything else.
// The number of names in a path doesn't matter for a line's kind.
func pathEnd(s string, at int) int {
	if s[at] != '/' || at > 0 && !delimiter[s[at-1]] {
		return at
	}
	names, i := 0, at
	for ; i < len(s) && strings.IndexByte(" \t,;|=\"'()[]{}<>", s[i]) < 0; i++ {
		if s[i] == '/' && i+1 < len(s) && s[i+1] != '/' {
			names++
		}
	}
	if names < 3 {
		return at
	}
	return i
}

// isHost reports whether a word has the form of a host's name: three names in small letters or more.
func isHost(w string) bool {
	dots := 0
	for i := range len(w) {
		switch c := w[i]; {
		case c == '.':
			dots++
		case c < 'a' && c != '-' && c != '_', c > 'z':
			return false
		}
	}
	return dots > 1 && isLetter(w[len(w)-1])
}
