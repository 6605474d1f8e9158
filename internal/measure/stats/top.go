package stats

import (
	"cmp"
	"maps"
	"slices"
)

// TopAs returns the n names that are counted most, by count and then by name, each made into a T with its count. It
// returns nil for no names.
func TopAs[T any](counts map[string]int, n int, made func(name string, count int) T) []T {
	all := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	var out []T
	for _, name := range all[:min(n, len(all))] {
		out = append(out, made(name, counts[name]))
	}
	return out
}
