package programs

import (
	"fmt"
	"strconv"

	"github.com/toktee/toktee/strategies"
)

// tally are the numbers of one or more runs.
type tally map[strategies.Key]int64

// add takes in a number that the tool printed.
func (t tally) add(k strategies.Key, n int64) { t[k] += n }

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

func itoa(n int) string { return strconv.Itoa(n) }
