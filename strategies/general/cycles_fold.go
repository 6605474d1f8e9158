package general

import (
	"slices"
	"sort"
	"strconv"

	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/strategies"
)

// foldedLines is a stretch of lines that one fact replaces.
type foldedLines struct {
	first, last int
	rank        strategies.Rank
	second      bool
	times       int    // number of repetitions, shown before the line; 0 if text is shown instead
	text        string // replaces the lines
	below       int    // so many lines above are those that the text refers to
}

// folds returns the folded stretches of all cycles, in order. These lines stay: lines that reports replace or lead
// with, and the first round of several lines. If rounds differ by their numbers, the last round stays too. In content,
// such as a file, numbers matter, so only equal lines are folded.
func (c *cycles) folds(marks []mark, byLine map[int]role, isContent bool) []foldedLines {
	c.end()
	if len(c.found) == 0 {
		return nil
	}
	kept := make([]int, 0, len(byLine)) // lines that reports have replaced or added to, or that lead
	withRole := make([]int, 0, len(byLine))
	for n, r := range byLine {
		if r.text != "" || len(r.below) > 0 || r.lead {
			kept = append(kept, n)
		}
		withRole = append(withRole, n)
	}
	slices.Sort(kept)
	slices.Sort(withRole)
	var out []foldedLines
	for i := range c.found {
		o := &c.found[i]
		stay := kept
		if o.alike {
			if isContent {
				continue
			}
			stay = withRole
		}
		if f, ok := o.fold(marks, stay); ok {
			out = append(out, f)
			if o.alike && o.period == 1 {
				o.showEnds(&f, marks, byLine)
			}
		}
	}
	return out
}

// fold returns the part of a cycle that is folded. stay lists, in order, lines that must remain visible.
func (c *cycle) fold(marks []mark, stay []int) (f foldedLines, ok bool) {
	marks = marksIn(marks, c.first, c.last)
	best, isSecond := strategies.Detail, true
	for i := range marks {
		best = min(best, marks[i].rank)
		isSecond = isSecond && marks[i].flags&second != 0
	}
	if c.period == 1 && !c.alike && !anyIn(stay, c.first, c.last) {
		return foldedLines{first: c.first, last: c.last, rank: best, second: isSecond, times: c.times()}, true
	}
	stay = slices.Clone(stay)
	for i := range marks {
		if critical(marks[i]) || c.alike && marks[i].saysItself() {
			stay = append(stay, int(marks[i].line))
		}
	}
	slices.Sort(stay)
	first, rounds := c.free(stay)
	if rounds < leastTimes-2 {
		return f, false
	}
	if c.frames {
		isSecond = false
		entry := marksIn(marks, c.first, first-1)
		for i := range entry {
			entry[i].rank, entry[i].flags = min(entry[i].rank, strategies.Evidence), entry[i].flags&^second
		}
	}
	text := "… the same "
	if c.period == 1 {
		text += "line "
	} else {
		text += words.Count(c.period, "line", "lines") + " "
	}
	text += words.Count(rounds, "more time", "more times")
	if c.alike {
		text += ", with other numbers"
	}
	last := first + rounds*c.period - 1
	return foldedLines{
		first: first, last: last, rank: max(best, strategies.Evidence), second: isSecond, text: text, below: c.period,
	}, true
}

// showEnds shows the first and the last line of a folded stretch whose lines differ by their numbers, so that progress
// is visible.
func (c *cycle) showEnds(f *foldedLines, marks []mark, byLine map[int]role) {
	for _, n := range [...]int{c.first, c.last} {
		r, hasRole := byLine[n]
		at := marksIn(marks, n, n)
		switch {
		case hasRole && r.rank <= f.rank, !hasRole && len(at) > 0 && at[0].rank <= f.rank:
		default:
			r.rank, r.second, r.near = f.rank, f.second, 0
			byLine[n] = r
		}
	}
}

// free finds the longest run of rounds that contain no line of stay. It excludes the first round, and the last one if
// rounds differ by their numbers.
func (c *cycle) free(stay []int) (first, rounds int) {
	from, end := 1, c.times()
	if c.alike {
		end--
	}
	take := func(to int) {
		if to-from > rounds {
			first, rounds = c.first+from*c.period, to-from
		}
	}
	for _, n := range stay[sort.SearchInts(stay, c.first):] {
		at := (n - c.first) / c.period
		if at >= end {
			break
		}
		take(at)
		from = max(from, at+1)
	}
	take(end)
	return first, rounds
}

// saysItself reports whether a line's numbers matter: it names a failed test, counts outcomes or is a diagnostic.
func (m *mark) saysItself() bool {
	switch m.class {
	case clsTest, clsTally, clsCount, clsRelay, clsAssert, clsError:
		return !m.dull()
	}
	return false
}

// marksIn returns the marks of the lines from first to last.
func marksIn(marks []mark, first, last int) []mark {
	from := sort.Search(len(marks), func(i int) bool { return int(marks[i].line) >= first })
	to := sort.Search(len(marks), func(i int) bool { return int(marks[i].line) > last })
	return marks[from:to]
}

// anyIn reports whether one of lines, which are in order, is between first and last.
func anyIn(lines []int, first, last int) bool {
	i := sort.SearchInts(lines, first)
	return i < len(lines) && lines[i] <= last
}

// folds reports whether a folded stretch covers the line. At its first line it adds the fact that replaces the stretch.
func (p *printer) folds(l strategies.Line) bool {
	for len(p.folded) > 0 && p.folded[0].last < l.N {
		p.folded = p.folded[1:]
	}
	if len(p.folded) == 0 || l.N < p.folded[0].first {
		return false
	}
	f := &p.folded[0]
	if f.times > 0 && len(l.Text) > maxSaid {
		p.folded = p.folded[1:]
		return false
	}
	if l.N == f.first {
		text := f.text
		if f.times > 0 {
			text = strconv.Itoa(f.times) + "x " + p.text(l)
		}
		p.c.Add(strategies.Fact{
			Kind: strategies.KindLine, Rank: f.rank, Second: f.second, Text: text,
			Span: strategies.Span{First: f.first, Last: f.last}, Count: f.last - f.first + 1, Below: f.below,
		})
	}
	for len(p.marks) > 0 && int(p.marks[0].line) <= l.N {
		p.marks = p.marks[1:]
	}
	return true
}
