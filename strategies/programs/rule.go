package programs

import (
	"strconv"
	"strings"
)

// ruled reads a title between rules of one character, as pytest and unittest print them: "==== FAILURES ====". A rule
// without a title is the title "".
func ruled(s string, c byte) (title string, ok bool) {
	s = strings.TrimRight(s, " ")
	if len(s) < 5 || s[0] != c || s[len(s)-1] != c {
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

// wordCounts reads "2 failed, 14 passed, 1 skipped": each number with the word behind it. Other parts end it.
func wordCounts(s string) map[string]int64 {
	var out map[string]int64
	for part := range strings.SplitSeq(s, ",") {
		part = strings.TrimSpace(part)
		n, rest := cutNumber(part)
		word, ok := strings.CutPrefix(rest, " ")
		if len(rest) == len(part) || !ok || word == "" {
			return out
		}
		if out == nil {
			out = map[string]int64{}
		}
		out[word] += int64(n)
	}
	return out
}

// numberAfter is the number behind a key: numberAfter("Tests run: 5, Failures: 1", "Failures: ") is 1.
func numberAfter(s, key string) (int64, bool) {
	i := strings.Index(s, key)
	if i < 0 {
		return 0, false
	}
	rest := s[i+len(key):]
	n, after := cutNumber(rest)
	return int64(n), len(after) < len(rest)
}

// appendUpTo appends a line's number to a list that isn't full.
func appendUpTo(list []int, n, limit int) []int {
	if len(list) >= limit || len(list) > 0 && list[len(list)-1] == n {
		return list
	}
	return append(list, n)
}

// startsWith reports whether a line starts with one of some beginnings.
func startsWith(s string, beginnings ...string) bool {
	for _, b := range beginnings {
		if strings.HasPrefix(s, b) {
			return true
		}
	}
	return false
}

// clip cuts a message for the details.
func clip(s string) string {
	const most = 500
	s = strings.TrimSpace(s)
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "")
	}
	return strings.Clone(s)
}

func itoa(n int) string { return strconv.Itoa(n) }
