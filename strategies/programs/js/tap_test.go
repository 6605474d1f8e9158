package js

import (
	"slices"
	"strings"
	"testing"

	"github.com/toktee/toktee/strategies/report"
)

// TestTapTitle: a comment directly above a failed point is shown with it, unless it has the same name.
func TestTapTitle(t *testing.T) {
	for text, want := range map[string]int{
		"TAP version 13\n# charges customer 7\nnot ok 1 the amount due\n1..1":        2,
		"TAP version 13\n# Subtest: the amount due\nnot ok 1 - the amount due\n1..1": 0,
		"TAP version 13\n# charges customer 7\nok 1 a\nnot ok 2 b\n1..2":             0,
	} {
		r := tap.Read(report.Call{})
		for i, l := range strings.Split(text, "\n") {
			r.Line(report.Line{N: i + 1, Text: l, Bare: strings.TrimSpace(l)})
		}
		if found := r.Report().Findings; len(found) != 1 || found[0].Head != want {
			t.Errorf("%q: found %+v, want one with the head %d", text, found, want)
		}
	}
}

// TestTapSource: the line of code that the mark "--^" points at is evidence.
func TestTapSource(t *testing.T) {
	const text = "TAP version 14\nnot ok 1 - adds\n  ---\n  at:\n    fileName: test/cart.js\n    lineNumber: 7\n" +
		"  source: |\n    t.test('adds', t => {\n      t.equal(total(8), 15997)\n    ----^\n    })\n  ...\n1..1"
	r := tap.Read(report.Call{})
	for i, l := range strings.Split(text, "\n") {
		r.Line(report.Line{N: i + 1, Text: l, Bare: strings.TrimSpace(l)})
	}
	if found := r.Report().Findings; len(found) != 1 || !slices.Contains(found[0].Evidence, 9) {
		t.Errorf("found %+v, want one with line 9 as evidence", found)
	}
}
