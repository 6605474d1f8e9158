package corpus

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLost(t *testing.T) {
	facts := [][]string{{"one"}, {"two", "2"}, {"three", "3"}, {"four"}}
	if diff := cmp.Diff([]int{2, 3}, Lost(facts, "one 2 fou")); diff != "" {
		t.Errorf("Lost mismatch (-want +got):\n%s", diff)
	}
	if got := Lost(nil, ""); got != nil {
		t.Errorf("Lost without facts = %v, want none", got)
	}
}
