package general

import "github.com/toktee/toktee/strategies"

// apply ranks the lines of the diagnostics in the dense form. Lines that the form repeats in full become noise. Lines
// of diagnostics that have more lines come after the form.
func (x *folding) apply(byLine map[int]role, reports []parsed) {
	if len(x.placed) == 0 {
		return
	}
	kept := map[int]bool{} // headings above a line that may be shown
	if first := leading(reports); first != nil {
		kept[first.Head] = first.At != x.placed[0].finding.At
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
		if r, ok := byLine[n]; !ok || r.rank > strategies.Context {
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
