package report

import "github.com/toktee/toktee/strategies"

// InPart says that something of what the program reports isn't in the output: a document that breaks off, a test binary
// that printed no totals. The numbers are stated as those of the part that was read, and no success is claimed.
func (r *Run) InPart() { r.Part = true }

// TotalsDue says that the program has begun something that ends with totals: a test binary, the tests of a module.
// Where fewer totals come than are due, the numbers are those of a part ([Run.InPart]).
func (r *Run) TotalsDue() {
	if r.due > 0 {
		r.region.cutOff() // of what began before, and didn't end
	}
	r.due++
}

// TotalsCame says that such totals were read.
func (r *Run) TotalsCame() { r.due = max(0, r.due-1) }

// Tallies is [Run.Adds] for a number that is counted line by line, since the program states none.
func (r *Run) Tallies(key strategies.Key, n int64) {
	r.Adds(key, n)
	r.Tallied = r.Tallied || n > 0
}

// Unstated says that this run doesn't say how many there are of a kind, and doesn't mean that there are none: then no
// sum of it is claimed of all runs.
func (r *Run) Unstated(key strategies.Key) { r.unstated = append(r.unstated, key) }

// tallies notes whether findings were counted whose number the program doesn't state.
func (r *Run) tallies() {
	for k, n := range r.run.found {
		_, stated := r.run.stated[k]
		_, all := r.run.stated[strategies.Diagnostics]
		r.Tallied = r.Tallied || n > 0 && !stated && !all
	}
}
