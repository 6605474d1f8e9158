package textline

import "strings"

// NewMessageMiner returns a miner of messages without stamps and places, which are short: those that differ in a word
// are of different kinds, until so many words have stood in one place that it holds a value.
func NewMessageMiner() *Miner {
	m := NewMiner()
	m.exact = true
	return m
}

// valueWords is how many words stand in one place of otherwise equal messages before the place holds a value.
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

// onlyDifference is the place of the one word in which a line differs from a template, -1 where there are more of them
// or the word says how something went.
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

// Merged says of each template into which other one it has been merged since the line that made it: the place in which
// they differed holds a value. One that stands for itself has its own number.
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

// tellsOutcome reports whether a word of a message says how something went: never a value.
func tellsOutcome(w string) bool {
	for i := range len(w) {
		if !isLetter(w[i]) {
			return false
		}
	}
	_, ok := severeWords().has(w)
	return ok
}

// pathEnd is where the path of at least three names ends that begins with the slash s[at]; at for anything else. How
// many names a path has says nothing of a line's kind.
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
