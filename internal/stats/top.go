package stats

import (
	"cmp"
	"maps"
	"slices"
)

// Top returns the n names that are counted most, by count and then by name.
func Top(counts map[string]int, n int) []string {
	all := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	return all[:min(n, len(all))]
}
