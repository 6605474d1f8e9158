package general

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// A taker is a parser that keeps all lines.
type taker struct{ lines *[]string }

func (p taker) Line(l report.Line, _ *report.Run) {
	*p.lines = append(*p.lines, fmt.Sprint(l.N, l.Text))
}

// TestReaderKeepsOrder: however long lines are, programs get all of them in their order, and have read all once the
// reader ends.
func TestReaderKeepsOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.SampledFrom([]int{0, 1, 3, 100, 20000, 100000})
		var got, want []string
		program := report.Program{Name: "taker", New: func(report.Call) report.Parser { return taker{lines: &got} }}
		index := newProgramIndex([]report.Program{program})
		f := &follower{in: &strategies.Input{}, programIndex: index, opened: make([]bool, 1)}
		f.start(0, report.Call{}, true)
		r := reader{programs: f}
		for n := 1; n <= rapid.IntRange(1, 4*apartFrom).Draw(t, "lines"); n++ {
			text := fmt.Sprint(n)
			if n%500 == 0 {
				text += strings.Repeat("x", size.Draw(t, "size"))
			}
			want = append(want, fmt.Sprint(n, text))
			r.line(strategies.NewLine(n, text), bare{text: text})
		}
		r.end()
		if !slices.Equal(got, want) {
			t.Fatalf("%d lines were read of %d, or in another order", len(got), len(want))
		}
	})
}

// TestReaderPanics: a panic of the goroutine that reads programs reaches the caller, after all lines were passed on.
func TestReaderPanics(t *testing.T) {
	f := &follower{in: &strategies.Input{}, programIndex: newProgramIndex(nil), looks: lookForAll}
	f.lookers = []int{7} // no such program
	r := reader{programs: f}
	r.start()
	for n := range 10000 {
		r.line(strategies.NewLine(apartFrom+n, "text"), bare{text: "text"})
	}
	defer func() {
		if p := recover(); p == nil || !strings.Contains(fmt.Sprint(p), "index out of range") {
			t.Errorf("recovered %v, want the panic of the goroutine", p)
		}
	}()
	r.end()
}
