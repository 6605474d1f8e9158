package report

import (
	"strings"
	"testing"

	"github.com/toktee/toktee/strategies"
)

// A lister is the parser of a test runner that prints "test NAME", "ran in 3s" and "total: 2".
type lister struct{}

func (lister) Line(l Line, run *Run) {
	switch {
	case strings.HasPrefix(l.Text, "test "):
		run.Belongs(l.N)
	case strings.HasPrefix(l.Text, "ran in "):
		run.Belongs(l.N)
	case strings.HasPrefix(l.Text, "total: "):
		run.Adds(strategies.Passed, int64(l.Text[len("total: ")]-'0'), Printed)
		run.End(l.N, Ending{})
	}
}

// TestRepetition: totals that are printed again count once. Those of another run count, even if they are the same.
func TestRepetition(t *testing.T) {
	const run, end = "test a\ntest b\nran in 3s\ntotal: 2\n", "ran in 3s\ntotal: 2\n"
	for _, tt := range []struct {
		name, text string
		want       int64
	}{
		{"once", run, 2},
		{"the last line twice", run + "total: 2\n", 2},
		{"the end twice", run + end, 2},
		{"the end three times", run + end + "\n" + end, 2},
		{"a wrapper's line", run + "\nsummary:\n" + end, 2},
		{"a blank line in the repetition", run + "ran in 3s\n\ntotal: 2\n", 2},
		{"another duration", run + "ran in 4s\ntotal: 2\n", 4},
		{"another total", run + "ran in 3s\ntotal: 3\n", 5},
		{"two runs", run + run, 4},
		{"a line of the next run", run + "test b\nran in 4s\ntotal: 2\n", 4},
		{"runs without a list of tests", end + end, 4},
		{"a run after a repetition", run + end + run, 4},
		{"the start of a repetition", run + "ran in 3s\n", 2},
	} {
		p := Program{Name: "lister", New: func(Call) Parser { return lister{} }}
		r := p.Read(Call{})
		for i, l := range strings.Split(strings.TrimSuffix(tt.text, "\n"), "\n") {
			r.Line(NewLine(i+1, l))
		}
		if got := r.Report().Counts[strategies.Passed]; got != tt.want {
			t.Errorf("%s: %d passed, want %d", tt.name, got, tt.want)
		}
	}
}
