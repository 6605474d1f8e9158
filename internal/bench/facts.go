package bench

import "strings"

// Lost lists the facts of which no spelling stands in the text, by their index.
func Lost(facts [][]string, text string) []int {
	var lost []int
	for i, spellings := range facts {
		if !recalled(spellings, text) {
			lost = append(lost, i)
		}
	}
	return lost
}

func recalled(spellings []string, text string) bool {
	for _, s := range spellings {
		if strings.Contains(text, s) {
			return true
		}
	}
	return false
}
