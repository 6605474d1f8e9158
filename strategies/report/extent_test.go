package report

import (
	"testing"

	"github.com/toktee/toktee/strategies"
)

// TestUnmixed checks which lines a program claims that does something rather than test something.
func TestUnmixed(t *testing.T) {
	for _, tt := range []struct {
		name   string
		lines  func(run *Run)
		region strategies.Span
		answer bool
	}{
		{"nothing", func(*Run) {}, strategies.Span{}, false},
		{"its own lines", func(r *Run) { r.Belongs(2); r.Belongs(5) }, strategies.Span{First: 2, Last: 5}, false},
		{"others below", func(r *Run) { r.Belongs(2); r.Unclaimed(3) }, strategies.Span{First: 2, Last: 2}, true},
		{"others between", func(r *Run) { r.Belongs(2); r.Unclaimed(3); r.Belongs(4) }, strategies.Span{}, true},
		{"others, and it passes", func(r *Run) { r.Belongs(2); r.Unclaimed(3); r.Claim(Passed) },
			strategies.Span{First: 2, Last: 2}, false},
		{"others, and it passes for all it says",
			func(r *Run) { r.Belongs(2); r.Unclaimed(3); r.Claim(Passed); r.Claim(Unproven) },
			strategies.Span{First: 2, Last: 2}, false},
		{"others, and it fails in the end",
			func(r *Run) { r.Belongs(2); r.Unclaimed(3); r.Claim(Passed); r.Claim(Failed) },
			strategies.Span{First: 2, Last: 2}, true},
		{"an answer", func(r *Run) { r.Belongs(2); r.Answer = true }, strategies.Span{}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			run := NewRun(Unmixed)
			tt.lines(run)
			if got := run.finish(); got.Region != tt.region || got.Answer != tt.answer {
				t.Errorf("region %v, answer %v; want %v, %v", got.Region, got.Answer, tt.region, tt.answer)
			}
		})
	}
}
