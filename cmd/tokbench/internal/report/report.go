// Package report lays out all reports of tokbench: of eval, of whole sessions, of replay, and of comparisons. A [Doc]
// is printed as text, and as Markdown without its notes. [Report] tallies the scores of a corpus by family and setting.
//
// # Figures
//
// Package score defines saved, recall, intact, hard and net. A level has no one budget, so its recall is bounded by
// [score.Setting.Bound].
//
// Recall at a budget counts the cases that exceed it: others at each budget. [Same] is recall over the same cases at
// every budget; the JSON has it as same_cases.
//
// Recall, intact and hard have 95% bootstrap intervals over the cases.
//
// The baselines have as many tokens as toktee's text of the case, cut exactly. Two of them show the range of a choice
// of lines: random ones, and those with the labelled facts. Fixed cuts are those of agents. No family may keep less
// than the best plain cut.
//
// Numbers in a summary's data are compared with those of independent tools, if the corpus has them. A difference is
// reported and is no violation, since tools count differently; [Miscounts] makes it one.
//
// The report doesn't depend on the number of workers that scored the cases.
package report

import (
	"maps"
	"slices"

	"github.com/toktee/toktee/cmd/tokbench/internal/score"
)

// All is the name of the family of all cases.
const All = "all"

// A Report has the figures of a run of eval.
type Report struct {
	Families   []Family // sorted; with more than one, the last is [All]
	Violations []score.Violation
	settings   []score.Setting // of the rows
}

// Family is the report of one family.
type Family struct {
	Name      string
	Cases     int
	Facts     int
	RawTokens int
	Rows      []Row
	Fixed     []FixedRow
	Counts    []Counts
	Cutting   *Cutting // nil if balanced wasn't measured; the JSON doesn't have it
}

// New tallies scores.
func New(b *score.Bench, scores []score.CaseScore) Report {
	r := Report{settings: b.Settings}
	for i := range scores {
		r.Violations = append(r.Violations, scores[i].Violations...)
	}
	byFamily := map[string][]*score.CaseScore{}
	var all []*score.CaseScore
	for i := range scores {
		cs := &scores[i]
		byFamily[cs.Case.Family] = append(byFamily[cs.Case.Family], cs)
		all = append(all, cs)
	}
	for _, name := range slices.Sorted(maps.Keys(byFamily)) {
		r.Families = append(r.Families, newFamily(b.Settings, name, byFamily[name]))
	}
	if len(byFamily) > 1 {
		r.Families = append(r.Families, newFamily(b.Settings, All, all))
	}
	return r
}

// newFamily tallies the scores of one family.
func newFamily(settings []score.Setting, name string, scores []*score.CaseScore) Family {
	f := Family{Name: name, Cases: len(scores), Fixed: tallyFixed(scores), Counts: compareCounts(scores)}
	for _, cs := range scores {
		f.Facts += len(cs.Case.Facts)
		f.RawTokens += cs.RawTokens
	}
	if i := slices.Index(settings, score.Balanced); i >= 0 {
		f.Cutting = cuttingOf(scores, i)
	}
	for i, s := range settings {
		row := tally(scores, s, i)
		if s.Level == "" {
			row.Same = tallySame(scores, smallestBudget(settings), i)
		}
		f.Rows = append(f.Rows, row)
	}
	return f
}
