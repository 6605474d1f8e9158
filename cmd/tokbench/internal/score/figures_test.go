package score

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// Four cases: one keeps all its facts, one loses one of two, one has none, and one passes whole.
func TestMeasure(t *testing.T) {
	var s Sum
	s.Add(1000, 100, 2, 100, 0)
	s.Add(2000, 100, 2, 200, 1)
	s.Add(500, 100, 0, 50, 0)
	s.Add(60, 100, 1, 60, 0)
	recall, intact := 0.75, 2.0/3 // of the three that have facts
	want := Measure{
		Saved:  1 - 410.0/3560,
		Recall: &recall,
		Intact: &intact,
		Net:    1 - (410.0+2000+120)/3560,
	}
	if diff := cmp.Diff(want, s.Measure(), cmpopts.EquateApprox(0, 1e-12)); diff != "" {
		t.Errorf("measure mismatch (-want +got):\n%s", diff)
	}
}

func TestMeasureOfNothingHasNoNaN(t *testing.T) {
	var s Sum
	got := s.Measure()
	if got.Intact != nil {
		t.Errorf("of nothing, %v is intact", *got.Intact)
	}
	for _, v := range []float64{got.Saved, got.Net} {
		if math.IsNaN(v) {
			t.Errorf("measure of nothing = %+v, want numbers", got)
		}
	}
}

// An interval holds the figure, is narrower with more cases, and is the same on every run.
func TestIntervals(t *testing.T) {
	parts := func(n int) []Sum {
		list := make([]Sum, n)
		for i := range list {
			list[i].Add(1000, 100, 2, 100+i%7, i%3%2)
		}
		return list
	}
	var all Sum
	few, many := parts(12), parts(300)
	for i := range many {
		all.Join(&many[i])
	}
	a, b := IntervalsOf(few), IntervalsOf(many)
	figure := *all.Measure().Recall
	if !b.Recall.OK || b.Recall.Low > figure || b.Recall.High < figure {
		t.Errorf("the interval %+v doesn't hold %v", b.Recall, figure)
	}
	if b.Recall.High-b.Recall.Low >= a.Recall.High-a.Recall.Low {
		t.Errorf("300 cases give %+v, 12 give %+v: want a narrower interval with more", b.Recall, a.Recall)
	}
	if IntervalsOf(many) != b {
		t.Error("intervals differ from run to run")
	}
	unlabelled := make([]Sum, 5)
	for i := range unlabelled {
		unlabelled[i].Add(1000, 100, 0, 100, 0)
	}
	if got := IntervalsOf(unlabelled); got.Recall.OK || got.Hard.OK || !got.Saved.OK {
		t.Errorf("without labels: %+v, want no interval of recall", got)
	}
}
