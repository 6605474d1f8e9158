package baseline

import (
	"slices"
	"testing"
)

func TestMostFacts(t *testing.T) {
	lines := []string{"a b c and a long tail of words", "a", "b", "none", "c d"}
	got := mostFacts(lines, []int{30, 2, 2, 1, 3}, [][]string{{"a"}, {"b"}, {"c"}, {"d"}, {"zzz"}})
	// "c d" adds two facts for three tokens, then "a" and "b" one for two; the long line adds nothing any more.
	if want := []int{4, 1, 2}; !slices.Equal(got, want) {
		t.Errorf("mostFacts = %v, want %v", got, want)
	}
}
