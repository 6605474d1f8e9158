package session

import (
	"sort"

	"github.com/toktee/toktee/internal/desk/session/timeline"
	"github.com/toktee/toktee/internal/measure/cost"
	"github.com/toktee/toktee/internal/text/shell"
)

// maxParallel is how many steps before a call are looked at for the one that ran it.
const maxParallel = 64

// pairInner gives steps of the transcript the inner entries that they ran and that no hook joined: those between the
// start and the end of the step. A step that failed, though none of them did, stays a call of its own.
func (s *Session) pairInner(steps []step, seen map[int]bool, priceAt func(step int) cost.Amount) {
	inner := map[int][]*Entry{} // by step
	for i := range s.Entries {
		e := &s.Entries[i]
		if !e.Inner {
			continue
		}
		last := sort.Search(len(steps), func(k int) bool { return steps[k].at.After(e.Time) }) - 1
		for k := last; k >= 0 && k > last-maxParallel; k-- {
			p := &steps[k]
			if !seen[k] && !p.ended.IsZero() && !e.Time.After(p.ended.Add(timeline.Slack)) &&
				shell.HasCall(p.command, e.Call.Command) {
				inner[k] = append(inner[k], e)
				break
			}
		}
	}
	for k, list := range inner {
		failed := false
		for _, e := range list {
			failed = failed || e.Call.Outcome == "fail"
		}
		if len(list) == 1 {
			list[0].SetLine(steps[k].tool, steps[k].command, steps[k].id)
		}
		if seen[k] = failed || steps[k].outcome() != "fail"; seen[k] {
			list[0].Cost = priceAt(k)
		}
	}
}
