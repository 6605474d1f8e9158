package report

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/strategies"
)

// TestComparison: a report is used only where the program's own numbers and the findings agree.
func TestComparison(t *testing.T) {
	found := func(run *Run, key strategies.Key, n int) {
		for i := range n {
			run.Found(key, Finding{Message: string(rune('a' + i)), At: i + 1})
		}
	}
	tests := []struct {
		name    string
		do      func(run *Run)
		counts  map[strategies.Key]int64
		outcome strategies.Outcome
		why     string
	}{
		{
			name: "equal", do: func(run *Run) {
				found(run, strategies.Errors, 2)
				run.States(strategies.Errors, 2)
			},
			counts: map[strategies.Key]int64{strategies.Errors: 2}, outcome: strategies.Fail,
		},
		{
			name: "a line is missing", do: func(run *Run) {
				found(run, strategies.Failed, 1)
				run.States(strategies.Failed, 2)
			},
			why: "2 failures are stated, 1 were found",
		},
		{
			name: "a line too many", do: func(run *Run) {
				found(run, strategies.Errors, 2)
				run.States(strategies.Errors, 1)
			},
			why: "1 errors are stated, 2 were found",
		},
		{
			name: "the number may leave some out", do: func(run *Run) {
				found(run, strategies.Errors, 2)
				run.States(strategies.Errors, 1)
				run.Treat(strategies.Errors, AtLeast)
			},
			counts: map[strategies.Key]int64{strategies.Errors: 2}, outcome: strategies.Fail,
		},
		{
			name: "none of them is printed", do: func(run *Run) {
				run.States(strategies.Warnings, 3)
				run.Treat(strategies.Warnings, IfFound)
				run.Claim(Passed)
			},
			counts: map[strategies.Key]int64{strategies.Warnings: 3}, outcome: strategies.Pass,
		},
		{
			name: "a crash is no part of the number", do: func(run *Run) {
				found(run, strategies.Errors, 1)
				run.Found(strategies.Errors, Finding{Message: "crash", At: 9, Uncounted: true})
				run.States(strategies.Errors, 1)
			},
			counts: map[strategies.Key]int64{strategies.Errors: 2}, outcome: strategies.Fail,
		},
		{
			name: "a number of all kinds", do: func(run *Run) {
				found(run, strategies.Warnings, 2)
				found(run, strategies.Remarks, 1)
				run.States(strategies.Diagnostics, 3)
			},
			counts: map[strategies.Key]int64{strategies.Warnings: 2, strategies.Remarks: 1},
		},
		{
			name: "a pass with a failure in it", do: func(run *Run) {
				found(run, strategies.Failed, 1)
				run.Claim(Passed)
			},
			counts: map[strategies.Key]int64{strategies.Failed: 1}, outcome: strategies.Fail,
		},
		{
			name: "nothing proves the end", do: func(run *Run) { run.Adds(strategies.Passed, 4, Printed) },
			counts: map[strategies.Key]int64{strategies.Passed: 4},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			run := NewRun(FirstToLast)
			tt.do(run)
			r := run.finish()
			if diff := cmp.Diff(tt.counts, r.Counts); diff != "" || r.Outcome != tt.outcome || r.Distrust != tt.why {
				t.Errorf("outcome %v, distrust %q, want %v, %q; counts (-want +got):\n%s",
					r.Outcome, r.Distrust, tt.outcome, tt.why, diff)
			}
		})
	}
}

// TestRepeatedRun: the numbers of all runs are added up, and a failure that is known isn't named again.
func TestRepeatedRun(t *testing.T) {
	run := NewRun(EachRun)
	one := func(at int, names ...string) {
		for i, name := range names {
			run.Found(strategies.Failed, Finding{Name: name, At: at + i})
		}
		run.States(strategies.Failed, int64(len(names)))
		run.Adds(strategies.Passed, 5, Printed)
		run.EndRun()
	}
	one(1, "a", "b")
	one(10, "b")
	one(20, "b", "c")
	r := run.finish()
	var names []string
	for _, f := range r.Findings {
		names = append(names, f.Name)
	}
	if diff := cmp.Diff([]string{"a", "b", "c"}, names); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	want := map[strategies.Key]int64{strategies.Failed: 5, strategies.Passed: 15}
	if diff := cmp.Diff(want, r.Counts); diff != "" {
		t.Errorf("counts (-want +got):\n%s", diff)
	}
	regions := []strategies.Span{{First: 1, Last: 2}, {First: 10, Last: 10}, {First: 20, Last: 21}}
	if diff := cmp.Diff(regions, r.Regions); diff != "" {
		t.Errorf("regions (-want +got):\n%s", diff)
	}
}

// TestFindingsAreBounded: what is beyond the bound is counted.
func TestFindingsAreBounded(t *testing.T) {
	run := NewRun(Once)
	for n := range MaxFindings + 7 {
		run.Found(strategies.Errors, Finding{At: n + 1})
	}
	run.States(strategies.Errors, MaxFindings+7)
	r := run.finish()
	if len(r.Findings) != MaxFindings || r.Counts[strategies.Errors] != MaxFindings+7 || r.Distrust != "" {
		t.Errorf("%d findings, %d counted, distrust %q", len(r.Findings), r.Counts[strategies.Errors], r.Distrust)
	}
}
