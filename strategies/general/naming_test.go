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
