package textline

import "strings"

// tally says how many outcomes a line counts, and whether some of them are failures: "39 failed, 2 passed in 3.7s",
// "Tests run: 5, Failures: 1", "FAILED (errors=2)", "3 problems (2 errors, 1 warning)".
func Tally(s string, words []WordAt) (counted int, failed bool) {
	if len(s) > 300 || !strings.ContainsAny(s, "0123456789") {
		return 0, false
	}
	list := countedWords()
	for _, w := range words {
		from, i := w.from, w.to
		if i-from < 2 {
			continue
		}
		bad, ok := list.has(s[from:i])
		if !ok {
			continue
		}
		n, ok := numberBeside(s, from, i)
		if !ok {
			continue
		}
		counted++
		if bad && n {
			failed = true
		}
	}
	return counted, failed
}

// numberBeside reports whether a number stands right before or after the word s[from:to], and whether it isn't zero.
func numberBeside(s string, from, to int) (nonZero, ok bool) {
	i := from - 1
	for i >= 0 && s[i] == ' ' {
		i--
	}
	if i >= 0 && i >= from-2 && IsDigit(s[i]) {
		j := i
		for j > 0 && IsDigit(s[j-1]) {
			j--
		}
		if j == 0 || s[j-1] == ' ' || s[j-1] == '(' || s[j-1] == ',' || s[j-1] == '=' {
			return strings.Trim(s[j:i+1], "0") != "", true
		}
	}
	i = to
	for i < len(s) && (s[i] == ':' || s[i] == '=' || s[i] == ' ') {
		i++
	}
	if i > to && i < len(s) && IsDigit(s[i]) {
		j := i
		for j < len(s) && IsDigit(s[j]) {
			j++
		}
		if j == len(s) || s[j] != '.' && s[j] != ':' && s[j] != '/' && s[j] != '-' {
			return strings.Trim(s[i:j], "0") != "", true
		}
	}
	return false, false
}
