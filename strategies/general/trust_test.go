package general

import (
	"testing"

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
