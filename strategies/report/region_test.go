package report

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/strategies"
)

// TestNoRegion: of three runs, the one that another program may explain claims no lines.
func TestNoRegion(t *testing.T) {
	run := NewRun(EachRun)
	run.Belongs(1)
	run.Belongs(4)
	run.EndRun()
	run.Belongs(6)
	run.Belongs(8)
	run.NoRegion()
	run.EndRun()
	run.Belongs(9)
	want := []strategies.Span{{First: 1, Last: 4}, {First: 9, Last: 9}}
	if diff := cmp.Diff(want, run.Finish().Regions); diff != "" {
		t.Errorf("regions mismatch (-want +got)\n%s", diff)
	}
}
