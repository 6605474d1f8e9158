package report

import (
	"strconv"

	"github.com/toktee/toktee/cmd/tokbench/internal/ordered"
	"github.com/toktee/toktee/internal/measure/cost"
)

// sessionsTable has a row for each file of sessions and setting.
func sessionsTable(rows []ordered.Row) *Table {
	t := NewTable(2, "sessions", "setting", "of them", "results", "calls that use any", "still possible %", "saved %",
		"head+tail possible %", "head+tail saved %", "cost %", "of it misses %")
	for _, r := range rows {
		calls, results := r.Counts()
		possible, saved := r.HeadTailPossible()
		t.Add(r.File, r.Setting.String(), strconv.Itoa(len(r.Sessions)), strconv.Itoa(results), strconv.Itoa(calls),
			r.Possible().String(), r.Saved().String(), possible.String(), saved.String(),
			r.Cost(0).String(), r.Misses().String())
	}
	return t
}

// Sessions lays out the figures of whole sessions: the possible calls and the savings; the cost by the model, and at
// half and double of each of its constants.
func Sessions(rows []ordered.Row) *Doc {
	heads := []string{"model"}
	for _, r := range rows {
		heads = append(heads, r.File+" "+r.Setting.String())
	}
	costs := NewTable(1, heads...)
	for k, v := range cost.Default().Variants() {
		cells := []string{v.Name}
		for _, r := range rows {
			cells = append(cells, r.Cost(k).String())
		}
		costs.Add(cells...)
	}
	return &Doc{Sections: []Section{
		{Title: "whole sessions", Table: sessionsTable(rows)}, {Title: "cost %", Table: costs},
	}}
}
