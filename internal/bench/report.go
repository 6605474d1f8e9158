package bench

import "slices"

// Report is what a run comes to.
type Report struct {
	Encoding   string
	Families   []Family // sorted; with more than one, the last is [All]
	Violations []Violation
}

// All is the family of all cases.
const All = "all"

// Family is the report of one family.
type Family struct {
	Name      string
	Cases     int
	Facts     int
	RawTokens int
	Rows      []Row
	Fixed     []FixedRow
	Counts    []Counts
}

// NewReport tallies scores. With times, it has the durations, which differ from run to run.
func NewReport(b *Bench, scores []CaseScore, times bool) Report {
	r := Report{Encoding: string(b.Encoding)}
	byName := map[string][]*CaseScore{}
	var names []string
	var all []*CaseScore
	for i := range scores {
		cs := &scores[i]
		name := cs.Case.Family
		if byName[name] == nil {
			names = append(names, name)
		}
		byName[name] = append(byName[name], cs)
		all = append(all, cs)
		r.Violations = append(r.Violations, cs.Violations...)
	}
	slices.Sort(names)
	for _, name := range names {
		r.Families = append(r.Families, family(b, name, byName[name], times))
	}
	if len(names) > 1 {
		r.Families = append(r.Families, family(b, All, all, times))
	}
	return r
}

func family(b *Bench, name string, scores []*CaseScore, times bool) Family {
	f := Family{Name: name, Cases: len(scores), Fixed: tallyFixed(scores), Counts: compareCounts(scores)}
	for _, cs := range scores {
		f.Facts += len(cs.Case.Facts)
		f.RawTokens += cs.RawTokens
	}
	for i, s := range b.Settings {
		f.Rows = append(f.Rows, tally(scores, s, i, times))
	}
	return f
}
