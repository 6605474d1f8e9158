package permit

import "strings"

// maxOverlap bounds the work of a comparison, in bytes times bytes: longer ones count as equal.
const maxOverlap = 1 << 20

// overlap reports whether any text fits both of two patterns, in which a star means any characters.
// The second may begin with [visible].
func overlap(a, b string) bool {
	switch {
	case strings.HasPrefix(b, visible) && a != "":
		if a[0] != '*' {
			return a[0] != '.' && overlap(a[1:], b[len(visible):])
		}
		return overlap(a, b[len(visible):])
	case !strings.Contains(b, "*"):
		return fits(a, b)
	case !strings.Contains(a, "*"):
		return fits(b, a)
	case len(a)*len(b) > maxOverlap:
		return true
	}
	return meet(len(a), len(b),
		func(i int) bool { return a[i] == '*' }, func(j int) bool { return b[j] == '*' },
		func(i, j int) bool { return a[i] == b[j] }, false)
}

// within reports whether a path may be one that a pattern names, or below it. "**" means any number of names in
// both.
func within(pattern, path []string) bool {
	if len(pattern)*len(path) > maxOverlap {
		return true
	}
	return meet(len(pattern), len(path),
		func(i int) bool { return pattern[i] == "**" }, func(j int) bool { return path[j] == "**" },
		func(i, j int) bool { return overlap(pattern[i], path[j]) }, true)
}

// meet compares two sequences of n and m elements, some of which match any number of elements. With prefix, the
// second sequence may go on after the end of the first.
func meet(n, m int, anyA, anyB func(int) bool, equal func(i, j int) bool, prefix bool) bool {
	below := make([]bool, m+1) // whether a[i+1:] and b[j:] meet
	for i := n; i >= 0; i-- {
		row := make([]bool, m+1)
		for j := m; j >= 0; j-- {
			switch {
			case i == n && (j == m || prefix):
				row[j] = true
			case i < n && anyA(i):
				row[j] = below[j] || j < m && row[j+1]
			case j < m && anyB(j):
				row[j] = row[j+1] || i < n && below[j]
			case i < n && j < m:
				row[j] = equal(i, j) && below[j+1]
			}
		}
		below = row
	}
	return below[0]
}
