package summarize

// A unit is several items that are worth little without each other, such as the lines of a record. A page doesn't end
// within a unit if the steps before it are at least twice as large: otherwise, too much of the page would stay empty.
// This depends on the order of steps alone, so a larger budget never shows less.

// unitShare is the part of the steps before a unit that it may have, as one in so many.
const unitShare = 2

// ends returns for each number of steps whether a page may end there.
func (f *fitter) ends() []bool {
	ends := make([]bool, len(f.steps)+1)
	before := 0 // tokens of the steps before
	for from := 0; from < len(f.steps); {
		unit, size, to := f.unitOf(from), 0, from
		for ; to < len(f.steps) && (to == from || unit != 0 && f.unitOf(to) == unit); to++ {
			if s := f.steps[to]; !s.isVerdict() && s.level == 0 {
				size += f.items[s.item].tokens
			}
		}
		for k := from; k < to; k++ {
			ends[k] = k == from || size*unitShare > before
		}
		before += size
		from = to
	}
	ends[len(f.steps)] = true
	return ends
}

// unitOf returns the unit of the item that the i-th step shows, 0 for none.
func (f *fitter) unitOf(i int) int {
	if f.steps[i].isVerdict() {
		return 0
	}
	return f.items[f.steps[i].item].unit
}
