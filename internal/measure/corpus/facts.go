package corpus

import "strings"

// Lost lists the facts that a text lacks, by their index: those of which it has no spelling.
func Lost(facts [][]string, text string) []int {
	var lost []int
	for i, spellings := range facts {
		if !Kept(spellings, text) {
			lost = append(lost, i)
		}
	}
	return lost
}

// Kept reports whether a text has any one of a fact's spellings.
func Kept(spellings []string, text string) bool {
	for _, s := range spellings {
		if strings.Contains(text, s) {
			return true
		}
	}
	return false
}

// LineOf returns the number of the first line of a text that has a fact, from 1, and the line. It returns 0 if no line
// has it.
func LineOf(spellings []string, text string) (line int, content string) {
	n := 0
	for l := range strings.Lines(text) {
		n++
		if Kept(spellings, l) {
			return n, strings.TrimSuffix(l, "\n")
		}
	}
	return 0, ""
}
