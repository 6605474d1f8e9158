package ordered

import (
	"math"
	"slices"

	"github.com/toktee/toktee/cmd/tokbench/internal/figures"
)

// Fields are the row for a JSON report: shares with their intervals over sessions, and the calls that aren't possible
// any more, by which two reports can be compared call by call.
func (r *Row) Fields() map[string]any {
	calls, results := r.counts()
	lost := []string{}
	for _, s := range r.Sessions {
		for _, l := range s.Lost {
			lost = append(lost, s.Name+"/"+l.Call)
		}
	}
	slices.Sort(lost)
	return map[string]any{
		"sessions": r.File, "setting": r.Setting.String(), "of_them": len(r.Sessions),
		"calls": calls, "results": results, "lost_calls": slices.Compact(lost),
		"possible": r.Possible().fields(), "saved": r.Saved().fields(), "cost": r.Cost(0).fields(),
	}
}

// fields are the share as a part of 1; null where there is none.
func (s Share) fields() map[string]any {
	m := map[string]any{"value": nil, "interval95": nil}
	if !math.IsNaN(s.Value) {
		m["value"] = figures.Fixed(s.Value / 100)
	}
	if s.OK {
		m["interval95"] = []figures.Fixed{figures.Fixed(s.Low / 100), figures.Fixed(s.High / 100)}
	}
	return m
}
