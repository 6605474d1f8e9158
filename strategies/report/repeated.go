package report

import "github.com/toktee/toktee/strategies"

// dropRepeated counts failures once that a program prints twice in a run, as reporters do that list them again at the
// end. It drops repetitions only if more failures were found than stated, and exactly the stated number remains.
func (r *Run) dropRepeated() {
	for _, p := range compared {
		stated, ok := r.run.stated[p.key]
		if found := r.run.foundOf(p.key); ok && found > stated && !r.run.slack[p.key].below {
			n, is := int64(0), Repeats(p.key)
			for i := range r.pending {
				if is(&r.pending[i]) {
					n++
				}
			}
			if found-n == stated {
				r.Drop(Repeats(p.key))
				r.run.found[p.key] -= n
			}
		}
	}
}

// Repeats returns a function for [Run.Drop] that reports whether a finding of a kind repeats one that it was called
// with before. Parsers that compare numbers themselves use it.
func Repeats(key strategies.Key) func(f *Finding) bool {
	seen := map[string]bool{}
	return func(f *Finding) bool {
		id := f.File + " " + identity(f)
		again := f.key == key && seen[id]
		seen[id] = seen[id] || f.key == key
		return again
	}
}
