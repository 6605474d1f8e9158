package report

import "github.com/toktee/toktee/strategies"

// dropRepeated counts failures once that a program tells twice in a run, as reporters do that print a list of them at
// the end: where more are found than the program states, and exactly as many are left without those that repeat others.
func (r *Run) dropRepeated() {
	for _, p := range proven {
		stated, ok := r.run.stated[p.key]
		if found := r.run.foundOf(p.key); ok && found > stated && !r.run.lax[p.key] {
			if n := r.repeated(p.key); found-n == stated {
				r.DropRepeated(p.key)
				r.run.found[p.key] -= n
			}
		}
	}
}

// repeated is how many findings of a kind repeat another of the run.
func (r *Run) repeated(key strategies.Key) (n int64) {
	r.eachRepeated(key, func(int) { n++ })
	return n
}

// DropRepeated removes the findings of a kind that repeat others of the run. Parsers that compare numbers themselves
// call it where more were found than are stated.
func (r *Run) DropRepeated(key strategies.Key) {
	again := map[int]bool{}
	r.eachRepeated(key, func(i int) { again[i] = true })
	kept := r.pending[:0]
	for i, f := range r.pending {
		if !again[i] {
			kept = append(kept, f)
		}
	}
	r.pending = kept
}

// eachRepeated calls f with the place of each finding of a kind that repeats another of the run.
func (r *Run) eachRepeated(key strategies.Key, f func(i int)) {
	seen := map[string]bool{}
	for i := range r.pending {
		g := &r.pending[i]
		if g.key != key {
			continue
		}
		if id := g.File + " " + identity(g); seen[id] {
			f(i)
		} else {
			seen[id] = true
		}
	}
}
