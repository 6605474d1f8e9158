// Package search digests the results of searches: grep, rg, ag, ack, git grep, and the search tools of agents.
//
//	Found 1355 matches in 59 files, most in:
//	net/http/serve_test.go 301
//	net/http/transport_test.go 207
//
// It reads the forms path:line:text, path:line:column:text, path:text, line:text of a single file, headings with their
// lines below, context lines and their separators, counts (-c), paths alone (-l), rg --json, and the agents' own
// headings. If most lines of a text fit no form, it is an error, and the general engine answers.
//
// Errors come first. If many files match, a table of those with the most matches comes before all matches; if few
// do, the headings of their matches have the numbers. Then come the lines that define the searched name, the few
// matches that have another shape than all others, the first match of each file, so that every file is named, then the
// other matches and the context lines next to them. Matches in vendored and generated files come last. A long line is
// shown around its match, and the rest of it after all other matches. Matches and files are counted exactly in the
// text; context lines, error messages and notes on binary files are never counted.
//
// The text is read three times: to find its form, to count, and to print. Memory is bounded by the number of files with
// a match, of which at most a million are distinguished.
package search

import (
	"context"

	"github.com/toktee/toktee/strategies"
)

// New returns the strategy for what searches print.
func New() strategies.Strategy { return strategy{} }

// strategy has no state: each call of Digest gathers its own.
type strategy struct{}

// Name implements [strategies.Strategy].
func (strategy) Name() string { return "search" }

// Contents implements [strategies.ContentsOf].
func (strategy) Contents() strategies.Contents { return strategies.ContentsMatches }

// Match implements [strategies.Strategy].
func (strategy) Match(in *strategies.Input) strategies.Confidence {
	switch {
	case in.Family == strategies.FamilySearch && in.Command != "":
		return strategies.Command
	case in.Family == strategies.FamilySearch:
		return strategies.Tool
	}
	return strategies.No
}

// errForm declines a text that isn't a search's result.
const errForm = strategies.Decline("the output has no form of a search")

// Digest implements [strategies.Strategy].
func (strategy) Digest(
	ctx context.Context, in *strategies.Input, lines strategies.Lines, c *strategies.Collector,
) error {
	q := queryOf(in)
	s := survey(lines, q)
	q.oneFile = q.oneFile && !s.most(s.under)
	if err := ctx.Err(); err != nil {
		return err
	}
	f := s.form(q)
	if f == formNone {
		return errForm
	}
	newReader := func() *reader { return &reader{form: f, query: q, known: s.known, lenient: s.lenient(f, q)} }
	t := newTally(q.matcher())
	r := newReader()
	for line := range lines.All() {
		t.add(line.N, r.read(whole(line)))
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if !t.plausible() {
		return errForm
	}
	p := printer{c: c, in: in, q: q, t: t, form: f, cut: in.Cut || s.marks > 0}
	p.start()
	r = newReader()
	for line := range lines.All() {
		p.print(line, r.read(whole(line)))
	}
	p.finish()
	return ctx.Err()
}

// whole returns all the kept bytes of a line: the match may be far from its start.
func whole(l strategies.Line) string {
	if l.Rest == "" {
		return l.Text
	}
	return l.Text + l.Rest
}
