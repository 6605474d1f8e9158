package view

import (
	"slices"
	"strconv"
	"strings"
)

// A matcher ties the gaps of a model's text to those of the output.
type matcher struct {
	lines []ModelLine
	gaps  []Gap
}

// tieGaps matches the lines that count missing lines with gaps. Such a line means a gap between the matched lines
// around it, the next one with its count, or lines that the text shows in another place.
func (m *matcher) tieGaps() {
	before, gap := 0, 0 // the output's line, and the index of the gap, that the text has got to
	for i := range m.lines {
		l := &m.lines[i]
		text := strings.TrimSpace(l.Text())
		if l.First > 0 {
			before = l.First
			for gap = 0; gap < len(m.gaps) && m.gaps[gap].First > 0 && m.gaps[gap].Last < before; {
				gap++
			}
			continue
		}
		if !strings.HasPrefix(text, "… ") {
			continue
		}
		// The last line names the way to the rest: it means a gap only if no other line does.
		last := i == len(m.lines)-1 && strings.Contains(text, ": ")
		after := m.after(i)
		found := m.gapOf(text, gap, before, after, last)
		switch {
		case found >= 0 && m.gaps[found].First > 0:
			g := &m.gaps[found]
			l.First, l.Last, l.Gap = g.First, g.Last, found
			before, gap = g.Last, found+1
		case found >= 0: // it isn't in the output
			l.Gap = found
		case last:
		case after > before+1 && before > 0:
			l.First, l.Last = before+1, after-1
		}
	}
}

// gapOf returns the index of the gap that a line means, from one on, or -1: the gap with its lines, else the next one
// with its count, else one that isn't in the output, else the next one.
func (m *matcher) gapOf(text string, gap, before, after int, last bool) int {
	if found := m.holding(gapLines(text)); found >= 0 {
		return found
	}
	count, counted := gapCount(text)
	if counted {
		if k := m.endsBefore(after); k >= 0 && after <= before && m.gaps[k].Count == count {
			return k // the next line shows an earlier part of the output
		}
		if found := m.between(gap, before, after, func(g *Gap) bool { return g.Count == count }); found >= 0 {
			return found
		}
		if found := m.upstream(count, text); found >= 0 {
			return found
		}
	}
	if !last && (after == 0 || after > before) { // "… as above", or a count of something else
		return m.between(gap, before, after, func(*Gap) bool { return true })
	}
	return -1
}

// between returns the index of the first accepted gap, from one on, between two lines of the output, or -1. An end that
// isn't after the start is ignored.
func (m *matcher) between(gap, before, after int, right func(*Gap) bool) int {
	for i := gap; i < len(m.gaps) && m.gaps[i].First > 0; i++ {
		g := &m.gaps[i]
		if after > before && g.First >= after {
			break
		}
		if right(g) {
			return i
		}
	}
	return -1
}

// after is the line of the output that the next tied line shows, 0 for none.
func (m *matcher) after(i int) int {
	for i++; i < len(m.lines); i++ {
		if m.lines[i].First > 0 {
			return m.lines[i].First
		}
	}
	return 0
}

// endsBefore returns the index of the last gap before a line of the output, -1 for none.
func (m *matcher) endsBefore(line int) int {
	last := -1
	for i := range m.gaps {
		if g := &m.gaps[i]; g.First > 0 && g.Last < line {
			last = i
		}
	}
	return last
}

// upstream is the index of a gap that isn't in the output and that a line such as "… 1 kind" names, -1 for none.
func (m *matcher) upstream(count int, text string) int {
	for i := range m.gaps {
		if g := &m.gaps[i]; g.First == 0 && g.Count == count && strings.Contains(text, g.Noun) {
			return i
		}
	}
	return -1
}

// holding is the index of the gap that begins and ends at two lines, -1 for none.
func (m *matcher) holding(first, last int) int {
	return slices.IndexFunc(m.gaps, func(g Gap) bool { return first > 0 && g.First == first && g.Last == last })
}

// gapCount reads the count of a gap's line, such as "… 12 matches".
func gapCount(text string) (int, bool) {
	rest, ok := strings.CutPrefix(text, "… ")
	if !ok {
		return 0, false
	}
	number, _, _ := strings.Cut(rest, " ")
	n, err := strconv.Atoi(number)
	return n, err == nil && n > 0
}

// gapLines reads the lines of the output in a gap's line: "… 158 lines (1-158)", "… 195 lines (output 346-540)".
// Without them, both are 0.
func gapLines(text string) (first, last int) {
	_, in, found := strings.Cut(strings.TrimSuffix(text, ")"), " (")
	a, b, dash := strings.Cut(strings.TrimPrefix(in, "output "), "-")
	first, err1 := strconv.Atoi(a)
	last, err2 := strconv.Atoi(b)
	if !found || !dash || err1 != nil || err2 != nil {
		return 0, 0
	}
	return first, last
}
