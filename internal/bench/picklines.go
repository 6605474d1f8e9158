package bench

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/tokens"
)

// pickLines prints the longest prefix of order, found by the lines' costs and then by exact counts, in the order of the
// text. What room is left goes to the start of the next line.
func pickLines(lines []string, order, costs []int, budget int, count *tokens.Counter) string {
	k, text := 0, ""
	for limit, tries := budget, 0; tries < 6; tries++ {
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
	if k == len(order) {
		return text
	}
	rest := lines[order[k]]
	for room := budget - count.CountString(text) - 1; room > 0; {
		end, _ := count.Truncate([]byte(rest), room)
		cut := slices.Clone(lines)
		cut[order[k]] = rest[:end]
		whole := printLines(cut, order[:k+1])
		over := count.CountString(whole) - budget
		if over <= 0 {
			return whole
		}
		room -= over
	}
	return text
}

func printLines(lines []string, picked []int) string {
	in := slices.Sorted(slices.Values(picked))
	var sb strings.Builder
	for _, i := range in {
		sb.WriteString(lines[i])
		sb.WriteByte('\n')
	}
	return sb.String()
}
