package view

import (
	"cmp"
	"slices"
	"sort"

	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/result"
)

// A Gap is a range of lines of the output that the model's text doesn't show word for word.
type Gap struct {
	First, Last int    // lines of the output; both 0 for parts that the tool left out itself
	Count       int    // 0 if unknown
	Noun        string // the noun for Count: "lines", "match"
	As          string // the id of another result, in whose text the model was shown these lines; "" for none
	AsFirst     int    // the first of them there
	Upstream    bool   // the tool left it out itself
}

// A gapList has the shown and missing lines in the order of the output.
type gapList struct {
	shown []([2]int)
	gaps  []Gap
	lines int // of the output, as far as they were known
	ready bool
}

// Gaps returns the parts missing from the model's text, in the order of the output's lines. Parts that the tool left
// out itself come last. The last gap grows until all lines are counted.
func (d *Document) Gaps() []Gap {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.updateGaps()
	return slices.Clone(d.gaps.gaps)
}

// updateGaps takes in how many lines there are by now. The lock is held.
func (d *Document) updateGaps() {
	lines, _, _, _ := d.index.known()
	if d.gaps.ready && d.gaps.lines == lines {
		return
	}
	if d.src.Result.ToolName() == "" && d.src.Result.Payload() == (result.Payload{}) && d.src.ID == "" {
		d.gaps = gapList{ready: true, lines: lines} // no model has seen anything yet
		return
	}
	d.gaps = gapsOf(d.src.Result.Metadata(), lines)
}

// gapsOf returns the gaps in an output of so many lines. Each missing line is in one gap: an omission with its reason,
// or the rest between omissions.
func gapsOf(m result.Metadata, lines int) gapList {
	l := gapList{shown: m.Shown, lines: lines, ready: true}
	var left []result.Omission
	for _, o := range m.Omissions {
		if o.Lines[0] > 0 && !o.Upstream {
			left = append(left, o)
		}
	}
	slices.SortStableFunc(left, func(a, b result.Omission) int {
		return cmp.Or(cmp.Compare(a.Lines[0], b.Lines[0]), cmp.Compare(b.Lines[1], a.Lines[1]))
	})
	next := 1
	for _, s := range append(slices.Clip(m.Shown), [2]int{lines + 1, lines + 1}) {
		end := min(s[0]-1, lines)
		for next <= end {
			for len(left) > 0 && left[0].Lines[1] < next {
				left = left[1:]
			}
			next = l.add(next, end, left)
		}
		next = max(next, s[1]+1)
	}
	for _, o := range m.Omissions {
		if o.Upstream || o.Lines[0] == 0 {
			l.gaps = append(l.gaps, Gap{Count: o.Count, Noun: noun(o.Kind, o.Count), Upstream: o.Upstream})
		}
	}
	return l
}

// add adds the gap that begins at a line, and returns the line after it. The omissions left end at that line or later.
func (l *gapList) add(first, end int, left []result.Omission) int {
	if len(left) == 0 || left[0].Lines[0] > first {
		if len(left) > 0 {
			end = min(end, left[0].Lines[0]-1)
		}
		l.gaps = append(l.gaps, Gap{
			First: first, Last: end, Count: end - first + 1, Noun: noun("line", end-first+1),
		})
		return end + 1
	}
	o := left[0]
	g := Gap{First: first, Last: min(o.Lines[1], end), Count: o.Count, Noun: noun(o.Kind, o.Count)}
	if o.As.ID != "" {
		g.As, g.AsFirst = Text(o.As.ID), o.As.Lines[0]+first-o.Lines[0]
	}
	if (g.First != o.Lines[0] || g.Last != o.Lines[1]) && o.Kind == "line" { // a part of it
		g.Count = g.Last - g.First + 1
		g.Noun = noun("line", g.Count)
	}
	l.gaps = append(l.gaps, g)
	return g.Last + 1
}

// noun is the noun of a count.
func noun(kind string, n int) string {
	kind = Text(kind)
	if n == 1 {
		return kind
	}
	return words.Plural(kind)
}

// within returns the first gap that has one of the lines from one to another, -1 for none, and whether one is shown.
func (l *gapList) within(first, last int) (gap int, shown bool) {
	i := sort.Search(len(l.shown), func(i int) bool { return l.shown[i][1] >= first })
	shown = i < len(l.shown) && l.shown[i][0] <= last
	gap = sort.Search(len(l.gaps), func(i int) bool { return l.gaps[i].Last >= first || l.gaps[i].First == 0 })
	if gap == len(l.gaps) || l.gaps[gap].First == 0 || l.gaps[gap].First > last {
		gap = -1
	}
	return gap, shown
}
