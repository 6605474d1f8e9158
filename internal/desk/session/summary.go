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
	switch {
	case s.Paid > 0 && s.Without >= s.Paid:
		add("%s of %s saved", figures.Money(s.Without-s.Paid), figures.Money(s.Without))
	case s.Paid > 0:
		add("billed %s, %s more than without toktee", figures.Money(s.Paid), figures.Money(s.Paid-s.Without))
	case s.Worth > 0:
		add("tokens worth about %s saved", figures.Money(s.Worth))
	case s.Worth < 0:
		add("about %s lost", figures.Money(-s.Worth))
	}
	return strings.Join(parts, ", ")
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
	rank := func(i int) int { return slices.Index([]State{Red, Rerun}, s.Entries[i].State) & 3 }
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
