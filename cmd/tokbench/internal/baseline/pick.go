package baseline

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/tokens"
)

// pickLines prints the longest prefix of order that fits the budget, in the order of the text. What room is left goes
// to the start of the next line.
func pickLines(lines []string, order, costs []int, budget int, count *tokens.Counter) string {
	k, text := longestPrefix(lines, order, costs, budget, count)
	if k == len(order) {
		return text
	}
	next := order[k]
	for room := budget - count.CountString(text) - 1; room > 0; {
		end, _ := count.Truncate([]byte(lines[next]), room)
		cut := slices.Clone(lines)
		cut[next] = lines[next][:end]
		whole := printLines(cut, order[:k+1])
		over := count.CountString(whole) - budget
		if over <= 0 {
			return whole
		}
		room -= over
	}
	return text
}

// maxTries bounds how often longestPrefix prints and counts its lines.
const maxTries = 6

// longestPrefix finds how many of the lines in order fit the budget, by their costs and then by exact counts, and
// returns them as a text.
func longestPrefix(lines []string, order, costs []int, budget int, count *tokens.Counter) (k int, text string) {
	limit := budget
	for range maxTries {
		n, spent := 0, 0
		for n < len(order) && spent+costs[order[n]] <= limit {
			spent += costs[order[n]]
			n++
		}
		if n <= k {
			break
		}
		next := printLines(lines, order[:n])
		used := count.CountString(next)
		if used > budget {
			if k > 0 {
				break
			}
			limit -= used - budget
			continue
		}
		// Joined lines mostly cost less than the sum of them: use what that leaves.
		k, text, limit = n, next, spent+budget-used
	}
	return k, text
}

// printLines prints the picked lines in the order of the text.
func printLines(lines []string, picked []int) string {
	var sb strings.Builder
	for _, i := range slices.Sorted(slices.Values(picked)) {
		sb.WriteString(lines[i])
		sb.WriteByte('\n')
	}
	return sb.String()
}
