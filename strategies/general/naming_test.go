package general

import (
	"fmt"
	"testing"

	"github.com/toktee/toktee/strategies/report"
)

// TestKindsComeFirst: a diagnostic that is the only one of its kind comes before repetitions of other kinds, although
// these are in files of their own.
func TestKindsComeFirst(t *testing.T) {
	var findings []report.Finding
	for i := range 20 {
		findings = append(findings, report.Finding{
			File: fmt.Sprintf("shop/mod%d.py", i), Row: 10,
			Message: fmt.Sprintf("line too long (%d > 79 characters)", 80+i),
		})
	}
	findings = append(findings, report.Finding{File: "shop/cart.py", Row: 12, Message: "undefined name 'totl'"})
	out := namingRoles(0, findings)
	last := len(out) - 1
	if out[last].second || out[last].turn != 0 || out[0].turn != 0 {
		t.Errorf("the first diagnostics of a kind don't come first: %+v, %+v", out[0], out[last])
	}
	for i := 1; i < last; i++ {
		if !out[i].second && out[i].turn == 0 {
			t.Errorf("diagnostic %d comes as early as the first of a kind: %+v", i, out[i])
		}
	}
}

// TestNamesTest: crossed messages below places with a rule are no tests, and neither is the one that sums them up.
func TestNamesTest(t *testing.T) {
	at := func(line int, message string) report.Finding {
		return report.Finding{File: "src/cart.js", Row: line, Message: message, At: line}
	}
	ruled := []report.Finding{at(1, "lint/useValidTypeof ━━━━"), at(11, "lint/noUnreachable ━━━━")}
	plain := []report.Finding{at(1, "lint/useValidTypeof"), at(11, "lint/noUnreachable")}
	for _, tt := range []struct {
		name     string
		findings []report.Finding
		crossed  []uint32
		want     bool
	}{
		{"messages and their sum", ruled, []uint32{3, 13, 21}, false},
		{"two tests beside them", ruled, []uint32{3, 13, 21, 22}, true},
		{"a test beside places without a rule", plain, []uint32{21}, true},
	} {
		d := &digestion{reports: []parsed{{Report: report.Report{Findings: tt.findings, FormOnly: true}}}}
		for _, n := range tt.crossed {
			d.marks = append(d.marks, mark{line: n, class: clsTest})
		}
		if got := d.namesTest(); got != tt.want {
			t.Errorf("%s: a test is named: %v, want %v", tt.name, got, tt.want)
		}
	}
}
