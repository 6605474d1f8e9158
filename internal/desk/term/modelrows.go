package term

import (
	"sort"
	"strings"

	"github.com/toktee/toktee/internal/desk/view"
)

// modelRows are the rows of the model's text: a row for each of its lines, and below a gap that was opened one for each
// line that it left out. Opening a gap of a million lines costs nothing: rows are computed.
type modelRows struct {
	lines []view.ModelLine
	gaps  []view.Gap
	below []int        // the gap that opens below a line, -1 for none
	open  map[int]bool // by the index of the gap
	start []int        // the row of each line, and at the end how many rows there are
}

// A modelRow is the content of one row.
type modelRow struct {
	line    int // the index of the line of the model's text
	payload int // the line of the output in an opened gap; 0 for the line of the text itself
}

func newModelRows(lines []view.ModelLine, gaps []view.Gap) *modelRows {
	m := &modelRows{lines: lines, gaps: gaps, open: map[int]bool{}}
	for i := range lines {
		m.below = append(m.below, lines[i].Gap)
	}
	for g := range gaps {
		if m.lineOfGap(g) < 0 && gaps[g].First > 0 {
			m.place(g)
		}
	}
	m.count()
	return m
}

// place finds the line below which a gap without a line of its own opens: the line above the gap, or a line after it
// that counts missing lines, such as "… the same line 14 more times".
func (m *modelRows) place(gap int) {
	before := -1
	for i := range m.lines {
		if first := m.lines[i].First; first > 0 && first < m.gaps[gap].First {
			before = i
		}
	}
	for i := before + 1; i < len(m.lines) && m.lines[i].First == 0; i++ {
		if m.below[i] < 0 && strings.HasPrefix(m.lines[i].Text(), "…") {
			m.below[i] = gap
			return
		}
	}
	for ; before >= 0; before-- {
		if m.below[before] < 0 {
			m.below[before] = gap
			return
		}
	}
}

func (m *modelRows) count() {
	m.start = m.start[:0]
	n := 0
	for i := range m.lines {
		m.start = append(m.start, n)
		n += 1 + m.opened(i)
	}
	m.start = append(m.start, n)
}

// opened returns the number of opened rows below a line of the model's text.
func (m *modelRows) opened(line int) int {
	g := m.below[line]
	if g < 0 || g >= len(m.gaps) || !m.open[g] || m.gaps[g].First <= 0 {
		return 0
	}
	return m.gaps[g].Last - m.gaps[g].First + 1
}

func (m *modelRows) len() int { return m.start[len(m.lines)] }

// at returns the content of a row.
func (m *modelRows) at(row int) modelRow {
	line := sort.Search(len(m.lines), func(i int) bool { return m.start[i+1] > row })
	if line >= len(m.lines) {
		return modelRow{line: -1}
	}
	if below := row - m.start[line]; below > 0 {
		return modelRow{line, m.gaps[m.below[line]].First + below - 1}
	}
	return modelRow{line: line}
}

// payload returns the line of the output that a row shows or means, 0 for none.
func (m *modelRows) payload(row int) int {
	r := m.at(row)
	switch {
	case r.line < 0 || r.payload > 0:
		return r.payload
	case m.lines[r.line].First == 0 && m.gap(row) >= 0:
		return m.gaps[m.gap(row)].First
	}
	return m.lines[r.line].First
}

// verbatim is the line of the output that a line of the model's text may be, 0 for none.
func verbatim(l *view.ModelLine) int {
	if l.Gap < 0 && l.First == l.Last {
		return l.First
	}
	return 0
}

// gap returns the gap of a row, -1 for none.
func (m *modelRows) gap(row int) int {
	if r := m.at(row); r.line >= 0 {
		if g := m.below[r.line]; g < len(m.gaps) {
			return g
		}
	}
	return -1
}

// rowOf returns the row for a line of the output: the row that shows it, its gap's row, or the nearest row above.
func (m *modelRows) rowOf(payload int) int {
	best := 0
	for i := range m.lines {
		first, last := m.lines[i].First, m.lines[i].Last
		if first > 0 && first <= payload {
			best = m.start[i]
			if payload <= last && m.lines[i].Gap < 0 {
				return best
			}
		}
		if g := m.below[i]; g >= 0 && g < len(m.gaps) && m.gaps[g].First <= payload && payload <= m.gaps[g].Last {
			if n := payload - m.gaps[g].First + 1; n <= m.opened(i) {
				return m.start[i] + n
			}
			return m.start[i]
		}
	}
	return best
}

// lineOfGap returns the line of the model's text for a gap, -1 for none.
func (m *modelRows) lineOfGap(gap int) int {
	for i := range m.lines {
		if m.below[i] == gap && gap >= 0 {
			return i
		}
	}
	return -1
}

// toggle opens a gap or closes it, and reports whether it can be.
func (m *modelRows) toggle(gap int) bool {
	if gap < 0 || gap >= len(m.gaps) || m.gaps[gap].First <= 0 || m.lineOfGap(gap) < 0 {
		return false
	}
	m.open[gap] = !m.open[gap]
	m.count()
	return true
}

// toggleAll opens all gaps; if any is open, it closes all.
func (m *modelRows) toggleAll() {
	any := false
	for _, o := range m.open {
		any = any || o
	}
	clear(m.open)
	for g := range m.gaps {
		if !any {
			m.open[g] = true
		}
	}
	m.count()
}
