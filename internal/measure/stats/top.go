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

// TopAs is [Top] with each name and its count made into a T; nil for no names.
func TopAs[T any](counts map[string]int, n int, made func(name string, count int) T) []T {
	var out []T
	for _, name := range Top(counts, n) {
		out = append(out, made(name, counts[name]))
	}
	return out
}
