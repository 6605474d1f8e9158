package general

import (
	"context"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// passing is a program that always reports success.
var passing = report.Program{
	Name: "well", Begins: []string{"well: "}, New: func(report.Call) report.Parser { return passingParser{} },
}

type passingParser struct{}

func (passingParser) Line(l report.Line, run *report.Run) {
	if strings.HasPrefix(l.Text, "well: ") {
		run.Adds(strategies.Passed, 18, report.Printed)
		run.Claim(report.Passed)
		run.End(l.N, report.Ending{Shown: true})
	}
}

// TestAnotherRunnersFailureDeniesAPass: a program's pass isn't that of an unknown runner in the same output.
func TestAnotherRunnersFailureDeniesAPass(t *testing.T) {
	const red = "well: 18 of 18\nFAIL: test_charges (pay.Test)\nRan 4 tests\n1 failed, 3 passed\n"
	tests := []struct {
		name, command, text string
		status              result.Status
		want                strategies.Outcome
		failing             bool
	}{
		{"no exit status", "", red, result.Status{}, strategies.Unknown, true},
		{"the exit status of another", "./check | tee log", red, result.Status{Known: true}, strategies.Unknown, true},
		{"all is well", "", "well: 18 of 18\nbye\n", result.Status{}, strategies.Pass, false},
		{"a count alone", "", "well: 18 of 18\nlinks: 1 broken\n", result.Status{}, strategies.Pass, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := &strategies.Input{Family: strategies.FamilyExec, Command: tt.command, Shell: shell.Parse(tt.command),
				Status: tt.status}
			c := strategies.NewCollector(false)
			if err := New(passing).Digest(context.Background(), in, strategies.NewText(tt.text), c); err != nil {
				t.Fatal(err)
			}
			d := c.Digest()
			if d.Outcome != tt.want || d.Failing != tt.failing {
				t.Errorf("outcome %v, failing %v, want %v, %v", d.Outcome, d.Failing, tt.want, tt.failing)
			}
			if tt.failing && (strings.Contains(d.Verdict[1], "passed") || d.Data[strategies.Passed] != 0) {
				t.Errorf("verdict %q, numbers %v claim that all passed", d.Verdict, d.Data)
			}
		})
	}
}

// TestFailuresBehindAnExitStatusOfOthersHaveRoom: an output that mentions failures is marked as failing if the exit
// status is that of a filter or of "|| true".
func TestFailuresBehindAnExitStatusOfOthersHaveRoom(t *testing.T) {
	const red = "FAIL: test_charges (pay.Test)\nRan 4 tests\n1 failed, 3 passed\n"
	for command, want := range map[string]bool{"./check": false, "./check || true": true, "./check | tee log": true,
		"./check; true": true} {
		in := &strategies.Input{Family: strategies.FamilyExec, Command: command, Shell: shell.Parse(command),
			Status: result.Status{Known: true}}
		c := strategies.NewCollector(false)
		if err := (Engine{}).Digest(context.Background(), in, strategies.NewText(red), c); err != nil {
			t.Fatal(err)
		}
		if got := c.Digest().Failing; got != want {
			t.Errorf("%s: failing %v, want %v", command, got, want)
		}
	}
}

// TestAnotherRunnerCountsMore: a report of a program that the command doesn't name states no number of failures if a
// line counts more.
func TestAnotherRunnerCountsMore(t *testing.T) {
	report := []parsed{{Report: report.Report{
		Outcome: strategies.Fail, Counts: map[strategies.Key]int64{strategies.Failed: 2},
		Read: []strategies.Span{{First: 1, Last: 1}},
	}, program: &report.Program{Name: "go"}}}
	for line, want := range map[string]bool{
		"FAIL! -- 12 Passed | 8 Failed | 0 Pending | 0 Skipped":     true,
		"    # 12 passed, 8 failed":                                 false,
		"FAIL! -- 12 Passed | 2 Failed | 0 Pending | 0 Skipped":     false,
		"2 failed, 12 passed":                                       false,
		"8 of the parcels failed to arrive, 12 were sent yesterday": false,
	} {
		sc := newScanner(false)
		sc.mark(1, line, outside)
		if got := sc.sums.outcounted(report); got != want {
			t.Errorf("%q: %v, want %v", line, got, want)
		}
		report[0].Read[0].First, report[0].Read[0].Last = 2, 2
		if sc.sums.outcounted(report) {
			t.Errorf("%q denies a report of other lines", line)
		}
		report[0].Read[0].First, report[0].Read[0].Last = 1, 1
		report[0].named = true
		if sc.sums.outcounted(report) {
			t.Errorf("%q denies the report of a named program", line)
		}
		report[0].named = false
	}
}
