package report

import (
	"slices"

	"github.com/toktee/toktee/strategies"
)

// proven are the kinds of findings that a program's own numbers are compared with, and how a message names them.
var proven = []struct {
	key  strategies.Key
	noun string
}{
	{strategies.Failed, "failures"},
	{strategies.Errors, "errors"},
	{strategies.Warnings, "warnings"},
	{strategies.Remarks, "remarks"},
	{strategies.Entries, "findings"},
	{strategies.Diagnostics, "findings"}, // of all kinds together
}

func noun(key strategies.Key) string {
	for _, p := range proven {
		if p.key == key {
			return p.noun
		}
	}
	return string(key)
}

// compare notes a disagreement between what the program states and what was found.
func (r *Run) compare() {
	for _, p := range proven {
		stated, ok := r.run.stated[p.key]
		if !ok {
			continue
		}
		found := r.run.foundOf(p.key)
		if found == 0 && r.run.hidden[p.key] {
			continue
		}
		if stated > found+r.run.maybe[p.key] || stated < found && !r.run.lax[p.key] {
			r.Differs(p.key, stated, found)
		}
	}
}

// foundOf is how many findings of a kind the program's own number should include.
func (n *numbers) foundOf(key strategies.Key) int64 {
	if key != strategies.Diagnostics {
		return n.found[key] - n.beside[key]
	}
	all := int64(0)
	for k := range n.found {
		all += n.found[k] - n.beside[k]
	}
	return all
}

// counts are the numbers of a report: the program's own where it states them, else what was found. Of the zeros only
// "0 passed" says something.
func (n *numbers) counts() map[strategies.Key]int64 {
	out := map[strategies.Key]int64{}
	for k, found := range n.found {
		out[k] = found
	}
	for k, stated := range n.stated {
		if k != strategies.Diagnostics {
			out[k] = max(stated+n.beside[k], out[k])
		}
	}
	for k, added := range n.added {
		out[k] += added
	}
	for k, v := range out {
		if v == 0 && k != strategies.Passed {
			delete(out, k)
		}
	}
	return out
}

// bad reports whether the numbers so far speak of a failure.
func (n *numbers) bad() bool { return bad(n.found) || bad(n.stated) || bad(n.added) }

// failures are the counts that make a run a failure.
var failures = []strategies.Key{strategies.Failed, strategies.Errors, strategies.BadPackages}

func bad(counts map[strategies.Key]int64) bool {
	return slices.ContainsFunc(failures, func(k strategies.Key) bool { return counts[k] > 0 })
}
