package general

import (
	"fmt"
	"testing"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// failures returns n failed tests. Each is named at line 100+i, below its evidence.
func failures(n int) []report.Finding {
	var list []report.Finding
	for i := range n {
		list = append(list, report.Finding{Name: fmt.Sprint("test", i), At: 100 + i, Evidence: []int{10 * i, 10*i + 1}})
	}
	return list
}

// The first failure is named before its evidence, though its name comes later. Of many failures, the last is named
// early.
func TestTurnsOfNames(t *testing.T) {
	byLine := roles([]parsed{{Report: report.Report{Findings: failures(9), Outcome: strategies.Fail}}})
	name, reason := byLine[100], byLine[1]
	if !name.lead || !reason.lead || name.turn >= reason.turn {
		t.Errorf("the first failure's name has the role %+v, want a lead before its evidence: %+v", name, reason)
	}
	if r := byLine[108]; r.rank != strategies.Critical || r.turn != lastName {
		t.Errorf("the last of nine names has the role %+v, want turn %d", r, lastName)
	}
	if r := byLine[107]; r.turn != 0 {
		t.Errorf("the last but one has the role %+v, want no turn of its own", r)
	}
	byLine = roles([]parsed{{Report: report.Report{Findings: failures(8), Outcome: strategies.Fail}}})
	if r := byLine[107]; r.turn != 0 {
		t.Errorf("the last of eight names has the role %+v, want no turn of its own", r)
	}
}

// TestEvidenceOfTheFirst checks how much evidence of the first failure is critical, and how much of that comes before
// the names of the others. Warnings don't count.
func TestEvidenceOfTheFirst(t *testing.T) {
	tests := []struct{ failures, ahead, critical int }{
		{1, 6, 6}, {2, 2, 6}, {4, 2, 6}, {5, 2, 3}, {8, 2, 3}, {9, 3, 3},
	}
	for _, tt := range tests {
		list := failures(tt.failures)
		list[0].Evidence = []int{1, 2, 3, 4, 5, 6, 7}
		list = append(list, report.Finding{Name: "slow", At: 200, Warning: true})
		byLine := roles([]parsed{{Report: report.Report{Findings: list, Outcome: strategies.Fail}}})
		ahead, critical := 0, 0
		for n := 1; n <= 7; n++ {
			if byLine[n].lead {
				ahead++
			}
			if byLine[n].rank == strategies.Critical {
				critical++
			}
		}
		if ahead != tt.ahead || critical != tt.critical {
			t.Errorf("of %d failures, %d lines come before the names and %d are critical, want %d and %d",
				tt.failures, ahead, critical, tt.ahead, tt.critical)
		}
	}
}

// TestHeadsOfNames: the line above the name of the first failure comes with it, those of others come after all names.
func TestHeadsOfNames(t *testing.T) {
	list := failures(2)
	list[0].Head, list[1].Head = 99, 90
	byLine := roles([]parsed{{Report: report.Report{Findings: list, Outcome: strategies.Fail}}})
	if first, other, name := byLine[99], byLine[90], byLine[101]; first.second || !other.second || name.second {
		t.Errorf("heads have the roles %+v and %+v, the second name %+v", first, other, name)
	}
}

// TestFewWarnings: if nothing failed, few warnings come before other lines.
func TestFewWarnings(t *testing.T) {
	for n, want := range map[int]strategies.Rank{1: strategies.Evidence, fewWarnings + 1: strategies.Context} {
		var list []report.Finding
		for i := range n {
			list = append(list, report.Finding{
				File: fmt.Sprint(i, ".c"), Row: 1, Message: fmt.Sprint("unused x", i), At: 10 + i, Warning: true,
			})
		}
		byLine := roles([]parsed{{Report: report.Report{Findings: list, Outcome: strategies.Pass}}})
		if r := byLine[10]; r.rank != want {
			t.Errorf("of %d warnings, the first has the rank %v, want %v", n, r.rank, want)
		}
	}
}
