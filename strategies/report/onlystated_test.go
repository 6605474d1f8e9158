package report

import (
	"testing"

	"github.com/toktee/toktee/strategies"
)

// TestOnlyStated checks that failed tests are counted if the program states their number, and only then.
func TestOnlyStated(t *testing.T) {
	run := NewRun(Once)
	run.Treat(strategies.Failed, OnlyStated)
	run.Found(strategies.Failed, Finding{Name: "floats", At: 1})
	run.Claim(Failed)
	if r := run.finish(); len(r.Findings) != 1 || len(r.Counts) != 0 || r.Distrust != "" || r.Verdict != noTotals {
		t.Errorf("without totals: %+v", r)
	}
	run = NewRun(Once)
	run.Treat(strategies.Failed, OnlyStated)
	run.Found(strategies.Failed, Finding{Name: "floats", At: 1})
	run.States(strategies.Failed, 1)
	if r := run.finish(); r.Counts[strategies.Failed] != 1 || r.Outcome != strategies.Fail {
		t.Errorf("with totals: %+v", r)
	}
}

// TestMayCount checks that a program may or may not count what was found again.
func TestMayCount(t *testing.T) {
	for stated, distrusted := range map[int64]bool{0: true, 1: false, 2: false, 3: true} {
		run := NewRun(Once)
		run.Found(strategies.Failed, Finding{Name: "floats", At: 1})
		run.Found("", Finding{Name: "floats", At: 2})
		run.Treat(strategies.Failed, OneMore)
		run.States(strategies.Failed, stated)
		r := run.finish()
		if (r.Distrust != "") != distrusted {
			t.Errorf("%d stated: distrust %q", stated, r.Distrust)
		}
		if !distrusted && r.Counts[strategies.Failed] != stated {
			t.Errorf("%d stated: %d counted", stated, r.Counts[strategies.Failed])
		}
	}
}
