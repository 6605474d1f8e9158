package general

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// TestVerdictOfManyReports expects that the short verdicts cover all reports, or state that they don't.
func TestVerdictOfManyReports(t *testing.T) {
	red := func(name string, failed, passed int64) parsed {
		return parsed{program: &report.Program{Name: name}, Report: report.Report{
			Outcome: strategies.Fail,
			Counts:  map[strategies.Key]int64{strategies.Failed: failed, strategies.Passed: passed},
		}}
	}
	curl := parsed{program: &report.Program{Name: "curl"}, Report: report.Report{Verdict: "HTTP 200"}}
	build := parsed{program: &report.Program{Name: "build", Host: true}, Report: report.Report{
		Outcome: strategies.Fail, Counts: map[strategies.Key]int64{strategies.Warnings: 25},
	}}
	flaky := func(apart bool) parsed {
		return parsed{program: &report.Program{Name: "x"}, Report: report.Report{
			Outcome: strategies.Pass, FlakyApart: apart,
			Counts: map[strategies.Key]int64{strategies.Passed: 4, strategies.Flaky: 1},
		}}
	}
	skips := func(word string) parsed {
		return parsed{program: &report.Program{Name: "x"}, Report: report.Report{
			Outcome: strategies.Pass, Skips: word,
			Counts: map[strategies.Key]int64{strategies.Passed: 4, strategies.Skipped: 1},
		}}
	}
	tests := []struct {
		name    string
		reports []parsed
		want    [3]string
	}{
		{"one", []parsed{red("jest", 1, 2)}, [3]string{
			"1 failed, 2 passed", "jest: 1 failed, 2 passed", "jest: 1 failed, 2 passed",
		}},
		{"two", []parsed{red("jest", 1, 2), red("pytest", 4, 8)}, [3]string{
			"5 failed, 10 passed", "5 failed, 10 passed in 2 reports",
			"jest: 1 failed, 2 passed; pytest: 4 failed, 8 passed",
		}},
		{"a build that fails alone", []parsed{build}, [3]string{
			"failed, 25 warnings", "build: failed, 25 warnings", "build: failed, 25 warnings",
		}},
		{"a build that fails because of a test", []parsed{build, red("jest", 1, 2)}, [3]string{
			"1 failed, 25 warnings", "1 failed, 25 warnings, 2 passed in 2 reports",
			"jest: 1 failed, 2 passed; build: 25 warnings",
		}},
		{"a build without numbers", []parsed{{program: build.program, Report: report.Report{
			Outcome: strategies.Fail, Counts: map[strategies.Key]int64{strategies.Passed: 0},
		}}, red("jest", 1, 2)}, [3]string{
			"1 failed, 2 passed", "jest: 1 failed, 2 passed", "jest: 1 failed, 2 passed",
		}},
		{"a flaky test among those that passed", []parsed{flaky(false)}, [3]string{
			"4 passed (1 flaky)", "x: 4 passed (1 flaky)", "x: 4 passed (1 flaky)",
		}},
		{"a flaky test that is counted apart", []parsed{flaky(true)}, [3]string{
			"4 passed, 1 flaky", "x: 4 passed, 1 flaky", "x: 4 passed, 1 flaky",
		}},
		{"flaky tests of both kinds", []parsed{flaky(true), flaky(false)}, [3]string{
			"8 passed, 2 flaky", "8 passed, 2 flaky in 2 reports", "x: 4 passed, 1 flaky; x: 4 passed (1 flaky)",
		}},
		{"one word for skipped tests", []parsed{skips("pending"), skips("pending")}, [3]string{
			"8 passed, 2 pending", "8 passed, 2 pending in 2 reports", "x: 4 passed, 1 pending; x: 4 passed, 1 pending",
		}},
		{"two words for skipped tests", []parsed{skips("pending"), skips("")}, [3]string{
			"8 passed, 2 skipped", "8 passed, 2 skipped in 2 reports", "x: 4 passed, 1 pending; x: 4 passed, 1 skipped",
		}},
		{"not only numbers", []parsed{red("jest", 1, 2), curl}, [3]string{
			"1 failed, 1st of 2", "jest: 1 failed, 2 passed, the first of 2",
			"jest: 1 failed, 2 passed; curl: HTTP 200",
		}},
	}
	for _, tt := range tests {
		short, medium, long := verdictOf(tt.reports, false)
		if diff := cmp.Diff(tt.want, [3]string{short, medium, long}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// TestDetailsBelowAName: the lines of a failed test in the details of the result are its name and those directly below.
func TestDetailsBelowAName(t *testing.T) {
	f := report.Finding{Name: "opens", At: 4, Evidence: []int{5, 6, 9}}
	if got := findingOf(&f).Lines; !slices.Equal(got, []int{4, 6}) {
		t.Errorf("the lines of a failed test are %v", got)
	}
	f.Name = ""
	if got := findingOf(&f).Lines; !slices.Equal(got, []int{4, 4}) {
		t.Errorf("the line of a diagnostic is %v", got)
	}
}
