package parse

import "strings"

// Ruled reads a title between rules of one character, as pytest and unittest print them: "==== FAILURES ====". A rule
// without a title is the title "".
func Ruled(s string, c byte) (title string, ok bool) {
	if s == "" || s[0] != c {
		return "", false
	}
	s = strings.TrimRight(s, " ")
	if len(s) < 5 || s[len(s)-1] != c {
		return "", false
	}
	i, j := 0, len(s)
	for i < j && s[i] == c {
		i++
	}
	if i == j {
		return "", true
	}
	for s[j-1] == c {
		j--
	}
	if j-i < 3 || s[i] != ' ' || s[j-1] != ' ' {
		return "", false
	}
	return strings.TrimSpace(s[i:j]), true
}

// WordCounts reads "2 failed, 14 passed, 1 skipped": each number with the word after it. It stops at any other part.
// The map is nil if there is no count.
func WordCounts(s string) map[string]int64 {
	var out map[string]int64
	for part := range strings.SplitSeq(s, ",") {
		part = strings.TrimSpace(part)
		n, rest, counted := CutNumber(part)
		word, ok := strings.CutPrefix(rest, " ")
		if !counted || !ok || word == "" {
			return out
		}
		if out == nil {
			out = map[string]int64{}
		}
		out[word] += int64(n)
	}
	return out
}

// NumberAfter returns the number that follows the first key in s. NumberAfter("Tests run: 5, Failures: 1",
// "Failures: ") is 1, true. Without the key, or without a digit directly after it, it returns 0, false.
func NumberAfter(s, key string) (int64, bool) {
	i := strings.Index(s, key)
	if i < 0 {
		return 0, false
	}
	n, _, ok := CutNumber(s[i+len(key):])
	return int64(n), ok
}

// EachCount yields the numbers in "1 failed, 2 skipped | 4 passed (7)", each with the word after it.
func EachCount(s string, yield func(n int64, word string)) {
	for s != "" {
		if !Digit(s[0]) {
			s = s[1:]
			continue
		}
		n, rest, _ := CutNumber(s)
		word, ok := strings.CutPrefix(rest, " ")
		if !ok {
			s = strings.TrimLeft(rest, "0123456789")
			continue
		}
		end := 0
		for end < len(word) && (word[end]|0x20 >= 'a' && word[end]|0x20 <= 'z') {
			end++
		}
		if end > 0 {
			yield(int64(n), word[:end])
		}
		s = word[end:]
	}
}

// StartsWith reports whether a line starts with one of some beginnings.
func StartsWith(s string, beginnings ...string) bool {
	for _, b := range beginnings {
		// Nearly all differ in their first byte, which needs no call.
		if len(b) > 0 && (s == "" || s[0] != b[0]) {
			continue
		}
		if strings.HasPrefix(s, b) {
			return true
		}
	}
	return false
}

// Squeeze makes one blank of several.
func Squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }
