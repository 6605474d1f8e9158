package term

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/toktee/toktee/internal/desk/view"
)

// anyModel is a model's text over an output: lines that are shown, gaps with a line of their own, folds without one.
func anyModel(t *rapid.T) *modelRows {
	var lines []view.ModelLine
	var gaps []view.Gap
	add := func(text string, first, last, gap int) {
		lines = append(lines, view.ModelLine{Spans: []view.Span{{Text: text}}, First: first, Last: last, Gap: gap})
	}
	at := 1
	for range rapid.IntRange(1, 12).Draw(t, "pieces") {
		n := rapid.IntRange(1, 9).Draw(t, "lines")
		switch rapid.IntRange(0, 3).Draw(t, "piece") {
		case 0:
			add("a heading", 0, 0, -1)
			continue
		case 1:
			gaps = append(gaps, view.Gap{First: at, Last: at + n - 1, Count: n})
			add("… lines", at, at+n-1, len(gaps)-1)
		case 2:
			add("the line", at, at, -1)
			gaps = append(gaps, view.Gap{First: at + 1, Last: at + n, Count: n})
			add("… the same line more times", 0, 0, -1)
			n++
		default:
			for i := range n {
				add("shown", at+i, at+i, -1)
			}
		}
		at += n
	}
	return newModelRows(lines, gaps)
}

// TestModelRows: with any gaps open, each row stands for what a plain walk over the text puts there, the way from a
// line of the output to its row and back ends where it began, and gaps close as they were.
func TestModelRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := anyModel(t)
		closed := m.len()
		if closed != len(m.lines) {
			t.Fatalf("%d rows of %d lines", closed, len(m.lines))
		}
		for g := range m.gaps {
			if rapid.Bool().Draw(t, "open") && !m.toggle(g) {
				t.Fatalf("gap %d doesn't open", g)
			}
		}
		row := 0
		for i := range m.lines {
			if got := m.at(row); got != (modelRow{line: i}) {
				t.Fatalf("row %d is %v, want line %d", row, got, i)
			}
			row++
			g := m.below[i]
			if g < 0 || !m.open[g] {
				continue
			}
			for n := m.gaps[g].First; n <= m.gaps[g].Last; n++ {
				if got := m.at(row); got != (modelRow{i, n}) || m.rowOf(n) != row || m.gap(row) != g {
					t.Fatalf("row %d is %v, want line %d of the output; that is in row %d", row, got, n, m.rowOf(n))
				}
				row++
			}
		}
		if m.len() != row {
			t.Fatalf("%d rows, want %d", m.len(), row)
		}
		for i := range m.lines {
			if l := &m.lines[i]; l.Gap < 0 && l.First > 0 && m.rowOf(l.First) != m.start[i] {
				t.Fatalf("line %d of the output is in row %d, want %d", l.First, m.rowOf(l.First), m.start[i])
			}
		}
		for g := range m.gaps {
			if m.open[g] {
				m.toggle(g)
			}
		}
		if m.len() != closed {
			t.Fatalf("%d rows are left", m.len())
		}
	})
}
