// Package report tallies the scores of a corpus by family and setting, and writes the report: as text, JSON, Markdown
// and a web page.
//
// # Figures
//
// Package figures defines saved, recall, intact, hard and net. For a level, which has no one budget, recall's bound is
// [score.Setting.Bound]. Beside them is
//
//   - to-facts: mean tokens until every fact is seen, over the cases that recall is about: the text, and for each fact
//     that it lacks the cheaper of two calls for a part of the output, at 40 tokens and what it returns.
//
// Recall at a budget is about the cases that exceed it, other ones at each budget. What the frontier draws is recall
// over the same cases at every budget ([Same]); the JSON has it as same_cases.
//
// Recall, intact and hard have 95% bootstrap intervals over the cases.
//
// The baselines have as many tokens as toktee, cut exactly: what the summary of the case took. Two of them show what a
// choice of lines comes to: at random, and those that have the labelled facts. Below the table are cuts that agents
// make whatever the output is. Of the plain ones the best is the floor, which no family may be below (package floor).
//
// Numbers in a summary's data are compared with those of independent tools, where the corpus has them. A difference is
// reported and is no violation, as tools differ on what they count; [Miscounts] makes one of it.
//
// The report doesn't depend on the number of workers that scored the cases.
package report

import (
	"github.com/toktee/toktee/cmd/tokbench/internal/ordered"
	"github.com/toktee/toktee/cmd/tokbench/internal/score"
)

// Report is what a run comes to.
type Report struct {
	Encoding   string
	Families   []Family // sorted; with more than one, the last is [score.All]
	Violations []score.Violation
	// Ordered are the figures of whole sessions, where the corpus has any.
	Ordered []ordered.Row

	settings []score.Setting // of the rows
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
}

// New tallies scores.
func New(b *score.Bench, scores []score.CaseScore) Report {
	r := Report{Encoding: string(b.Encoding), settings: b.Settings}
	for i := range scores {
		r.Violations = append(r.Violations, scores[i].Violations...)
	}
	for _, group := range score.ByFamily(scores, func(cs *score.CaseScore) string { return cs.Case.Family }) {
		r.Families = append(r.Families, newFamily(b.Settings, group.Name, group.Members))
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
	for i, s := range settings {
		row := tally(scores, s, i)
		if s.Level == "" {
			row.Same = tallySame(scores, smallestBudget(settings), i)
		}
		f.Rows = append(f.Rows, row)
	}
	return f
}
