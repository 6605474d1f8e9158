package general

import (
	"slices"

	"github.com/toktee/toktee/strategies"
)

// apply ranks the lines of the diagnostics in the dense form. Lines that the form repeats in full become noise. Lines
// of diagnostics that have more lines come after the form. marks are those of the output.
func (x *folding) apply(byLine map[int]role, reports []parsed, marks []mark) {
	if len(x.placed) == 0 {
		return
	}
	kept := map[int]bool{} // headings above a line that may be shown
	if first := leading(reports); first != nil {
		kept[first.Head] = !slices.ContainsFunc(x.placed, func(d placed) bool { return d.finding == first })
	}
	for i := range x.placed {
		f := x.placed[i].finding
		more := min(x.placed[i].rank+1, strategies.Detail)
		at := role{rank: strategies.Noise, below: byLine[f.At].below}
		if len(f.Evidence) > 0 {
			at.rank = more
			kept[f.Head] = !x.placed[i].headed
		}
		byLine[f.At] = at
		if f.Head > f.At || x.placed[i].headed {
			byLine[f.Head] = role{rank: at.rank}
		}
		for _, n := range f.Evidence {
			if byLine[n].rank < more {
				byLine[n] = role{rank: more}
			}
		}
	}
	for _, n := range x.others {
		r, hasRole := byLine[n]
		i, marked := slices.BinarySearchFunc(marks, n, compareLine)
		if marked && marks[i].class == clsTally { // the number of all
			byLine[n] = role{rank: strategies.Critical, below: r.below}
			continue
		}
		if hasRole && r.rank > strategies.Context || !hasRole && (!marked || marks[i].rank > strategies.Context) {
			byLine[n] = role{rank: strategies.Context, below: r.below}
		}
	}
	for i := range x.placed {
		f := x.placed[i].finding
		if f.Head > 0 && f.Head < f.At && !kept[f.Head] {
			byLine[f.Head] = role{rank: strategies.Noise}
		}
	}
}
