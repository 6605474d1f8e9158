package general

import (
	"testing"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// TestRepeatedDiagnosticsCountOnce expects that a summary which prints diagnostics again adds none.
func TestRepeatedDiagnosticsCountOnce(t *testing.T) {
	diagnostic := func(row int, message string) report.Finding {
		return report.Finding{File: "Gate.cs", Row: row, Col: 13, Message: message}
	}
	p := parsed{}
	p.Findings = []report.Finding{
		diagnostic(5, "no x"), diagnostic(9, "y is unused"), diagnostic(9, "no x"), diagnostic(9, "y is unused"),
		diagnostic(5, "no x"), {Message: "no place"}, {Message: "no place"},
	}
	if p.dropRepeated(); len(p.Findings) != 5 {
		t.Errorf("%d diagnostics are left, want 5: %v", len(p.Findings), p.Findings)
	}
}

// TestDiagnosticsOfOthersCountOnce: make reports no errors that a compiler below it reports.
func TestDiagnosticsOfOthersCountOnce(t *testing.T) {
	of := func(host bool, warning bool, lines ...int) parsed {
		p := parsed{program: &report.Program{Host: host}}
		p.Tallied, p.Counts = true, map[strategies.Key]int64{strategies.Errors: int64(len(lines))}
		for _, n := range lines {
			p.Findings = append(p.Findings, report.Finding{At: n})
		}
		if warning {
			p.Counts[strategies.Warnings] = 1
			p.Findings = append(p.Findings, report.Finding{At: 90, Warning: true})
		}
		return p
	}
	r := reading{reports: []parsed{of(true, true, 3, 4, 5), of(false, true, 3, 4), of(true, false, 7)}}
	r.countOnce()
	make, compiler, other := &r.reports[0], &r.reports[1], &r.reports[2]
	if make.Counts[strategies.Errors] != 1 || make.Counts[strategies.Warnings] != 0 ||
		compiler.Counts[strategies.Errors] != 2 || other.Counts[strategies.Errors] != 1 {
		t.Errorf("make %v, the compiler %v, another program %v", make.Counts, compiler.Counts, other.Counts)
	}
}
