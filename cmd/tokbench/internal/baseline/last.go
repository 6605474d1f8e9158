package baseline

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/toktee/toktee/tokens"
)

// maxTokenBytes is the length of the longest token in the vocabularies.
const maxTokenBytes = 128

// lastTokens returns a suffix of s of at most budget tokens: whole lines, then as much of the line before them as fits.
func lastTokens(count *tokens.Counter, s string, budget int) string {
	if budget <= 0 {
		return ""
	}
	fits := func(from int) bool {
		_, ok := count.CountUpTo([]byte(s[from:]), budget)
		return ok
	}
	// Find a suffix that is too long, doubling from a short one.
	from, short := len(s), len(s)
	for size := budget * 2; from > 0; size *= 2 {
		from = suffixStart(s, size)
		if !fits(from) {
			break
		}
		short = from
	}
	if short == 0 {
		return s
	}
	// Then the line to start at, and the rune in the line before it.
	short = searchDown(lineStarts(s, from, short), short, fits)
	line := strings.LastIndexByte(s[:max(0, short-1)], '\n') + 1
	return s[searchDown(runeStarts(s, max(line, from), short), short, fits):]
}

// suffixStart returns the start of a suffix of at least size bytes, at the start of a character.
func suffixStart(s string, size int) int {
	from := max(0, len(s)-size)
	for from > 0 && !utf8.RuneStart(s[from]) {
		from--
	}
	return from
}

// lineStarts are the starts of lines in s[from:to].
func lineStarts(s string, from, to int) []int {
	var at []int
	for i := from; i < to; i++ {
		if i > 0 && s[i-1] == '\n' {
			at = append(at, i)
		}
	}
	return at
}

// runeStarts are the starts of characters in s[from:to].
func runeStarts(s string, from, to int) []int {
	var at []int
	for i := from; i < to; i++ {
		if utf8.RuneStart(s[i]) {
			at = append(at, i)
		}
	}
	return at
}

// searchDown returns the smallest of the rising candidates that fits, or fallback, which does.
func searchDown(candidates []int, fallback int, fits func(int) bool) int {
	i := sort.Search(len(candidates), func(i int) bool { return fits(candidates[i]) })
	return append(candidates, fallback)[i]
}
