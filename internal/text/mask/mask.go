// Package mask matches lines of one run with lines of another that differ only in numbers, times, durations, addresses,
// hashes and the names of temporary files.
//
//	test_a passed in 0.31 s    same as    test_a passed in 0.29 s
//	test_a passed in 0.31 s    not as     test_b passed in 0.31 s
//
// # The same line
//
// Every run of digits is one digit, and every run of blanks one blank. A word of at least six characters that mixes
// letters and digits without a pattern, or of hexadecimal digits, is one digit too. So "line 12" and "line 90" are the
// same, and so are two temporary folders; "test_a" and "test_b" aren't.
//
// # Cost
//
// One pass over a line, without an allocation: some 300 MB/s.
package mask

import (
	"slices"
	"strings"
)

// Hash names a line less what changes from run to run. Blank lines have the hash 0, and no others have.
func Hash(line string) uint64 {
	const offset, prime = 14695981039346656037, 1099511628211
	h, any := uint64(offset), false
	add := func(b byte) { h = (h ^ uint64(b)) * prime }
	blank := false
	for i := 0; i < len(line); {
		b := line[i]
		if b == ' ' || b == '\t' || b == '\r' {
			blank = true
			i++
			continue
		}
		if blank && any {
			add(' ')
		}
		blank, any = false, true
		if !isWord(b) {
			add(b)
			i++
			continue
		}
		end := i
		for end < len(line) && isWord(line[end]) {
			end++
		}
		least := mixedFrom
		if i > 0 && line[i-1] == '-' {
			least = groupFrom
		}
		addWord(line[i:end], least, add)
		i = end
	}
	if !any {
		return 0
	}
	if h == 0 {
		h = 1
	}
	return h
}

// A word of letters and digits of this length is random: a hash, an address, a generated name, a group of a UUID.
const (
	mixedFrom = 6
	groupFrom = 4
)

// longRandom is the least length of a name's random word.
const longRandom = 16

// IsRandom reports whether a long word in a name is random, such as a hash.
func IsRandom(name string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(name, func(r rune) bool { return r >= 0x80 || !isWord(byte(r)) }),
		func(w string) bool { return len(w) >= longRandom && isRandom(w) })
}

// addWord adds a word: as one digit if it is random, else with one digit for each run of digits.
func addWord(w string, least int, add func(byte)) {
	if len(w) >= least && isRandom(w) {
		add('0')
		return
	}
	for i := range len(w) {
		switch {
		case !isDigit(w[i]):
			add(w[i])
		case i == 0 || !isDigit(w[i-1]):
			add('0')
		}
	}
}

// isRandom reports whether a word mixes letters and digits without a pattern, or has only hexadecimal digits.
func isRandom(w string) bool {
	digits, turns := 0, 0
	for i := range len(w) {
		if isDigit(w[i]) {
			digits++
		}
		if i > 0 && isDigit(w[i]) != isDigit(w[i-1]) {
			turns++
		}
	}
	return digits > 0 && (turns >= 3 || isHex(w))
}

// isHex reports whether a word has only hexadecimal digits, with or without 0x before them.
func isHex(w string) bool {
	if len(w) > 2 && w[0] == '0' && w[1]|0x20 == 'x' {
		w = w[2:]
	}
	for i := range len(w) {
		if c := w[i] | 0x20; !isDigit(w[i]) && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

func isWord(b byte) bool {
	return isDigit(b) || b|0x20 >= 'a' && b|0x20 <= 'z' || b >= 0x80
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }
