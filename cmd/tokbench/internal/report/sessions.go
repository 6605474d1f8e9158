package report

import (
	"fmt"
	"strconv"

	"github.com/toktee/toktee/cmd/tokbench/internal/ordered"
	"github.com/toktee/toktee/internal/measure/cost"
)

// sessionsNote explains the table of whole sessions.
const sessionsNote = "the share of calls that use an earlier result and are still possible with the short texts; " +
	"saved tokens of the results; the cost, with calls for what was missed, as a share of the session's own; 95% " +
	"intervals over sessions"

// sessionsTable has a row for each file of sessions and setting.
func sessionsTable(rows []ordered.Row) *Table {
	t := newTable(2, "sessions", "setting", "of them", "results", "calls that use any", "still possible %", "saved %",
		"cost %", "of it misses %")
	for _, r := range rows {
		calls, results := r.Counts()
		t.add(r.File, r.Setting.String(), strconv.Itoa(len(r.Sessions)), strconv.Itoa(results), strconv.Itoa(calls),
			r.Possible().String(), r.Saved().String(), r.Cost(0).String(), r.Misses().String())
	}
	return t
}

// Sessions lays out the figures of whole sessions: the possible calls and the savings; the results that are shown with
// all their lines; the cost by the model, and at half and double of each of its constants.
func Sessions(rows []ordered.Row) *Doc {
	possible := Section{Title: "whole sessions", Table: sessionsTable(rows)}
	whole := newTable(2, "sessions", "setting", "results with all lines", "of all tokens %", "saved of them %",
		"calls they lose", "calls that others lose")
	for _, r := range rows {
		if note := pointerNote(&r); note != "" {
			possible.Notes = append(possible.Notes, note)
		}
		results, by, lost := 0, 0, 0
		for _, s := range r.Sessions {
			results += s.Whole.Results
			by += s.LostWhole
			lost += s.Calls - s.Possible
		}
		tokens := r.Share(func(s *ordered.Session) (int, int) { return s.Whole.Then, s.Then })
		saved := r.Share(func(s *ordered.Session) (int, int) { return s.Whole.Then - s.Whole.Now, s.Whole.Then })
		whole.add(r.File, r.Setting.String(), strconv.Itoa(results), tokens.String(), saved.String(), strconv.Itoa(by),
			strconv.Itoa(lost-by))
	}
	heads := []string{"model"}
	for _, r := range rows {
		heads = append(heads, r.File+" "+r.Setting.String())
	}
	costs := newTable(1, heads...)
	for k, v := range cost.Default().Variants() {
		cells := []string{v.Name}
		for _, r := range rows {
			cells = append(cells, r.Cost(k).String())
		}
		costs.add(cells...)
	}
	return &Doc{Sections: []Section{
		possible, {Title: "results shown with all their lines", Table: whole}, {Title: "cost %", Table: costs},
	}}
}

// pointerNote counts the results whose text points at lines that were shown before, "" for none.
func pointerNote(r *ordered.Row) string {
	var sum ordered.Session
	for _, s := range r.Sessions {
		sum.Pointers += s.Pointers
		sum.Uses += s.Uses
		sum.Earlier += s.Earlier
		sum.CallsEarlier += s.CallsEarlier
	}
	if sum.Pointers == 0 {
		return ""
	}
	return fmt.Sprintf("%s %s: results that point at lines shown before: %d; of %d uses, in the earlier text alone: "+
		"%d, of %d calls", r.File, r.Setting, sum.Pointers, sum.Uses, sum.Earlier, sum.CallsEarlier)
}
