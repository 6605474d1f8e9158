package programs

import (
	"fmt"
	"strings"

	"github.com/toktee/toktee/strategies"
)

// tally are the numbers of one or more runs.
type tally map[strategies.Key]int64

// add takes in a number that the tool printed.
func (t tally) add(k strategies.Key, n int64) { t[k] += n }

// eachCount yields the numbers in "1 failed, 2 skipped | 4 passed (7)": each with the word behind it.
func eachCount(s string, yield func(n int64, word string)) {
	for s != "" {
		if !digit(s[0]) {
			s = s[1:]
			continue
		}
		n, rest := cutNumber(s)
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

// disagree says that a tool counts other than was found.
func disagree(counted int64, told int) string {
	return fmt.Sprintf("%d failures are counted, %d are told", counted, told)
}

// counts are the numbers for a report: of a zero, only that nothing passed is told.
func (t tally) counts() map[strategies.Key]int64 {
	out := map[strategies.Key]int64{}
	for k, n := range t {
		if n > 0 || k == strategies.Passed {
			out[k] = n
		}
	}
	return out
}
