package bench

import (
	"bytes"
	"encoding/json"
	"strconv"
	"time"
)

// fixed is a number with four decimals, so that a report's bytes depend on nothing but its figures.
type fixed float64

// MarshalJSON implements [json.Marshaler].
func (f fixed) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, float64(f), 'f', 4, 64), nil
}

// fixedOrNull is a figure that may be missing.
func fixedOrNull(v *float64) any {
	if v == nil {
		return nil
	}
	return fixed(*v)
}

// JSON is the report for programs: the same bytes for the same figures, keys sorted.
func (r *Report) JSON() ([]byte, error) {
	families := map[string]any{}
	for _, f := range r.Families {
		rows := map[string]any{}
		for _, row := range f.Rows {
			rows[row.Setting] = row.values()
		}
		counts := map[string]any{}
		for _, c := range f.Counts {
			counts[c.Key] = c.values()
		}
		families[f.Name] = map[string]any{
			"cases": f.Cases, "facts": f.Facts, "raw_tokens": f.RawTokens, "settings": rows, "fixed": fixedValues(f.Fixed), "counts": counts,
		}
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
		"schema_version": 1, "encoding": r.Encoding, "families": families, "violations": violations,
	})
	return buf.Bytes(), err
}

func (r *Row) values() map[string]any {
	m := r.Measure.values()
	m["cases"], m["over"], m["labelled"] = r.Cases, r.Over, r.Labelled
	m["worse"], m["over_budget"], m["broken"] = r.Worse, r.OverBudget, r.Broken
	m["tokens"], m["hard"] = fixed(r.Tokens), fixedOrNull(r.Hard)
	m["to_facts"], m["raw_to_facts"] = fixedOrNull(r.ToFacts), fixed(r.RawFacts)
	m["interval95"] = r.Intervals.values()
	base := map[string]any{}
	for i, name := range Baselines() {
		base[name] = r.Baselines[i].values()
	}
	m["baselines"] = base
	if t := r.Times; t != nil {
		ms := func(d time.Duration) fixed { return fixed(float64(d) / float64(time.Millisecond)) }
		m["ms"] = map[string]any{"mean": ms(t.Mean), "p95": ms(t.P95), "max": ms(t.Max)}
	}
	return m
}

func fixedValues(rows []FixedRow) map[string]any {
	all := map[string]any{}
	for _, r := range rows {
		m := r.Measure.values()
		m["cases"], m["cut"] = r.Cases, r.Cut
		all[r.Name] = m
	}
	return all
}

func (m *Measure) values() map[string]any {
	return map[string]any{
		"saved": fixed(m.Saved), "recall": fixedOrNull(m.Recall), "intact": fixed(m.Intact), "net": fixed(m.Net),
	}
}

func (c *Counts) values() map[string]any {
	differ := []map[string]any{}
	for _, d := range c.Differ {
		differ = append(differ, map[string]any{"case": d.Case, "want": d.Want, "got": d.Got})
	}
	return map[string]any{"checked": c.Checked, "equal": c.Equal, "silent": c.Silent, "differ": differ}
}
