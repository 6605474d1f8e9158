package session

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/desk/figures"
	"github.com/toktee/toktee/internal/text/words"
)

// Sentence sums the session up. Each part is there only if it is known.
func (s *Session) Sentence() string {
	parts := []string{figures.Count(s.Calls, "call", "calls")}
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	switch {
	case s.Failed == 0:
		add("no failure known")
	case s.Red == 0:
		add("%s failed, nothing known to be red", figures.Number(s.Failed))
	default:
		add("%s failed, %s still red", figures.Number(s.Failed), figures.Number(s.Red))
	}
	if s.Contradicted > 0 {
		add("%s contradicted", figures.Count(s.Contradicted, "claim", "claims"))
	}
	t := s.Totals
	switch {
	case t.Refetches > 0:
		add("the model asked for hidden lines %s", figures.Count(t.Refetches, "time", "times"))
	case t.Raw > t.Given:
		add("the model asked for no hidden line")
	case t.Calls > 0:
		add("nothing was hidden from the model")
	}
	return strings.Join(append(parts, s.cost()...), ", ")
}

// cost states what the session cost, or, if no usage is known, the tokens that were saved: without it, any sum of money
// would be invented.
func (s *Session) cost() []string {
	money := figures.Money
	switch saved := s.Without - s.Paid; {
	case s.Paid == 0 && s.Totals.Saved > 0:
		return []string{figures.Count(s.Totals.Saved, "token", "tokens") + " saved"}
	case s.Paid == 0 && s.Totals.Saved < 0:
		return []string{figures.Count(-s.Totals.Saved, "token", "tokens") + " more than without toktee"}
	case s.Paid == 0:
		return nil
	case s.Estimated && saved < 0:
		return []string{"cost " + s.Price(), "about " + money(-saved) + " more than without toktee"}
	case s.Estimated:
		return []string{"cost " + s.Price(), "about " + money(saved) + " saved"}
	case saved < 0:
		return []string{"cost " + s.Price(), money(-saved) + " more than without toktee"}
	default:
		return []string{money(saved) + " of " + money(s.Without) + " saved"}
	}
}

// Price is what the session cost, as far as it is known: "$1.61", "at least $1.61". It is "" if no usage is known.
func (s *Session) Price() string {
	switch {
	case s.Paid == 0:
		return ""
	case s.Partial:
		return "at least " + figures.Money(s.Paid)
	}
	return figures.Money(s.Paid)
}

// maxDid is how many groups of calls [Session.Did] names.
const maxDid = 6

// Did counts what the agent did: "12 edits, 18 go test, 9 rg, 21 others". It isn't safe to print.
func (s *Session) Did() string {
	counts := map[string]int{}
	for i := range s.Entries {
		switch e := &s.Entries[i]; e.Kind {
		case Call, Untouched:
			counts[cmp.Or(e.Call.Kind, e.Call.Tool)]++
		case Unseen:
			counts[e.Call.Tool]++
		}
	}
	var names []string
	for name := range counts {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(counts[b]-counts[a], strings.Compare(a, b)) })
	var parts []string
	if s.Edits > 0 {
		parts = append(parts, words.Count(s.Edits, "edit", "edits"))
	}
	others := 0
	for i, name := range names {
		if i < maxDid {
			parts = append(parts, fmt.Sprint(counts[name], " ", name))
		} else {
			others += counts[name]
		}
	}
	if others > 0 {
		parts = append(parts, words.Count(others, "other", "others"))
	}
	return strings.Join(parts, ", ")
}

// Failures are the newest failures of each command, as places of entries: those that are still red first.
func (s *Session) Failures() (all []int) {
	listed := map[string]bool{}
	for i := len(s.Entries) - 1; i >= 0; i-- {
		e := &s.Entries[i]
		if command := sameCommand(&e.Call); e.State != "" && !listed[command] {
			listed[command] = true
			all = append(all, i)
		}
	}
	rank := func(i int) int { return slices.Index([]State{Red, Failed, Rerun}, s.Entries[i].State) & 3 }
	slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(rank(a), rank(b)) })
	return all
}

// MostHidden are the calls of which the model wasn't sent most, one of each command, as places of entries.
func (s *Session) MostHidden() (all []int) {
	hidden := func(i int) int { return s.Entries[i].Call.Raw - s.Entries[i].Call.Given }
	for i := range s.Entries {
		if s.Entries[i].Kind == Call && hidden(i) > 0 {
			all = append(all, i)
		}
	}
	slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(hidden(b), hidden(a)) })
	listed := map[string]bool{}
	return slices.DeleteFunc(all, func(i int) bool {
		before := listed[s.Entries[i].Call.Command]
		listed[s.Entries[i].Call.Command] = true
		return before
	})
}
