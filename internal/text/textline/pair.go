package textline

import (
	"slices"
	"strings"
)

// wanted and found are the labels of the two values that a failed comparison prints, each in a line of its own.
var (
	wanted = []string{"expected", "expected-value", "want", "wanted", "left"}
	found  = []string{
		"actual", "actual-value", "but got", "but was", "found", "got", "have", "received", "right", "was",
	}
)

// maxValueLabel is the most bytes of a line before a value, with its label.
const maxValueLabel = 40

// Compared reports whether two lines are the two values of one comparison, in any order. One without the other is worth
// little.
//
//	expected: "8:30"             - 72 nm in 13.5 h, 5.3 kn
//	     got: "8:29"             + 72 nm in 13.5 h, 5.33 kn
func Compared(a, b string) bool {
	wantsA, okA := comparedValue(a)
	wantsB, okB := comparedValue(b)
	if okA && okB {
		return wantsA != wantsB
	}
	return changed(a, b)
}

// comparedValue reports whether a line has a value of a comparison, and whether it is the expected one.
func comparedValue(s string) (wants, ok bool) {
	s = s[:min(len(s), maxValueLabel)]
	s = strings.TrimLeft(strings.TrimPrefix(s, "E "), " \t#|>│*-+!~")
	label, _, ok := strings.Cut(s, ":")
	if before, _, isAssigned := strings.Cut(s, "="); isAssigned && len(before) < len(label) {
		label = before
	}
	if !ok && len(label) == len(s) {
		return false, false
	}
	label = strings.ToLower(strings.TrimSpace(label))
	if slices.Contains(wanted, label) {
		return true, true
	}
	return false, slices.Contains(found, label)
}

// changed reports whether two lines are a line of a diff and its replacement: most of their bytes are the same.
func changed(a, b string) bool {
	if strings.HasPrefix(a, "+++") || strings.HasPrefix(a, "---") {
		return false
	}
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	a, b = a[i:], b[i:]
	if len(a) < 2 || len(b) < 2 || a[0] != '-' || b[0] != '+' {
		return false
	}
	a, b = a[1:], b[1:]
	for i = 0; i < min(len(a), len(b)) && a[i] == b[i]; {
		i++
	}
	n := i
	a, b = a[i:], b[i:]
	for i = 0; i < min(len(a), len(b)) && a[len(a)-1-i] == b[len(b)-1-i]; {
		i++
	}
	return 2*(n+i) >= n+max(len(a), len(b))
}
