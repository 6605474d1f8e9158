package report

import (
	"bytes"
	"encoding/json"

	"github.com/toktee/toktee/cmd/tokbench/internal/baseline"
	"github.com/toktee/toktee/cmd/tokbench/internal/score"
	"github.com/toktee/toktee/tokens"
)

// JSON is the report for programs: the same bytes for the same figures, keys sorted.
func (r *Report) JSON() ([]byte, error) {
	families := map[string]any{}
	for i := range r.Families {
		families[r.Families[i].Name] = r.Families[i].fields()
	}
	violations := []map[string]any{}
	for _, v := range r.Violations {
		violations = append(violations, map[string]any{
			"kind": v.Kind, "family": v.Family, "case": v.Case, "setting": v.Setting, "detail": v.Detail,
		})
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	err := enc.Encode(map[string]any{
		"schema_version": 1, "encoding": tokens.Default, "families": families, "violations": violations,
	})
	return buf.Bytes(), err
}

// fields are the family for the JSON.
func (f *Family) fields() map[string]any {
	settings, fixed, counts := map[string]any{}, map[string]any{}, map[string]any{}
	for i := range f.Rows {
		row := f.Rows[i].fields()
		if f.Name != All { // the families have named them
			row["lost"] = append([]string{}, f.Rows[i].Lost...) // [] for none, not null
		}
		settings[f.Rows[i].Setting] = row
	}
	for _, row := range f.Fixed {
		m := row.Fields()
		m["cases"], m["cut"] = row.Cases, row.Cut
		fixed[row.Name] = m
	}
	for i := range f.Counts {
		counts[f.Counts[i].Key] = f.Counts[i].fields()
	}
	return map[string]any{
		"cases": f.Cases, "facts": f.Facts, "raw_tokens": f.RawTokens,
		"settings": settings, "fixed": fixed, "counts": counts,
	}
}

// fields are the row for the JSON.
func (r *Row) fields() map[string]any {
	m := r.Fields()
	m["cases"], m["over"], m["labelled"], m["with_facts"] = r.Cases, r.Over, r.Labelled, r.WithFacts
	m["worse"], m["over_budget"], m["broken"] = r.Worse, r.OverBudget, r.Broken
	m["outcomes"] = r.Outcomes
	m["tokens"], m["hard"] = score.Fixed(r.Tokens), score.FixedOrNull(r.Hard)
	m["to_facts"], m["raw_to_facts"] = score.FixedOrNull(r.ToFacts), score.Fixed(r.RawFacts)
	m["interval95"] = r.Intervals.Fields()
	baselines := map[string]any{}
	for i, name := range baseline.Names() {
		baselines[name] = r.Baselines[i].Fields()
	}
	m["baselines"], m["floor"] = baselines, r.bestCut().fields()
	if s := r.Same; s != nil {
		m["same_cases"] = s.fields()
	}
	return m
}

// fields are recall over the same cases for the JSON.
func (s *Same) fields() map[string]any {
	baselines := map[string]any{}
	for i, name := range baseline.Names() {
		baselines[name] = score.Fixed(s.Baselines[i])
	}
	return map[string]any{"cases": s.Cases, "recall": score.Fixed(s.Recall), "baselines": baselines}
}

// fields are the counts for the JSON.
func (c *Counts) fields() map[string]any {
	differ := []map[string]any{}
	for _, d := range c.Differ {
		differ = append(differ, map[string]any{"case": d.Case, "want": d.Want, "got": d.Got})
	}
	return map[string]any{"checked": c.Checked, "equal": c.Equal, "silent": c.Silent, "differ": differ}
}
