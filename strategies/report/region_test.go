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
	run.Claim(NoRegion)
	run.EndRun()
	run.Belongs(9)
	want := []strategies.Span{{First: 1, Last: 4}, {First: 9, Last: 9}}
	if diff := cmp.Diff(want, run.finish().Regions); diff != "" {
		t.Errorf("regions mismatch (-want +got)\n%s", diff)
	}
}

// TestByForm: the lines of a finding are a region, but one line is not, and nothing is claimed of the outcome.
func TestByForm(t *testing.T) {
	run := NewRun(Nowhere)
	run.Found(strategies.Errors, Finding{Message: "a", At: 1, Span: strategies.Span{First: 1, Last: 3}})
	run.Found(strategies.Errors, NewFinding("a.go", 5, 1, 5, "b"))
	run.FormOnly = true
	got := run.finish()
	if diff := cmp.Diff([]strategies.Span{{First: 1, Last: 3}}, got.Regions); diff != "" {
		t.Errorf("regions mismatch (-want +got)\n%s", diff)
	}
	if !got.FormOnly || got.Outcome != strategies.Unknown {
		t.Errorf("form only %v, outcome %v, want true and unknown", got.FormOnly, got.Outcome)
	}
}
