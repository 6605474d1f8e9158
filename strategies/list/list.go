// Package list digests lists of file names: those of ls, find, fd, tree, du, git ls-files, rg --files, and of the
// listing and globbing tools of agents.
//
// The names in the folder itself and those that a project is known by come first, then the rest by depth; what a tool
// wrote, such as node_modules, comes last. A long list of paths is printed under its folders as headings. Names are
// never shortened.
//
// Entries are counted exactly in the text that there is: each line of find or git, and what ls and tree print less
// "total", "." and "..". Files and directories are distinguished only where the output or the command line says so;
// bytes are summed only where ls -l prints them in full.
//
// The text is read three times: for its form, for its numbers, and to print it. Memory doesn't grow with the number of
// entries, except for at most 4096 file name extensions.
package list

import (
	"context"

	"github.com/toktee/toktee/strategies"
)

// New returns the strategy for listings of files.
func New() strategies.Strategy { return strategy{} }

// strategy has no state: each call of Digest gathers its own.
type strategy struct{}

// Name implements [strategies.Strategy].
func (strategy) Name() string { return "list" }

// Match implements [strategies.Strategy].
func (strategy) Match(in *strategies.Input) strategies.Confidence {
	switch {
	case in.Family == strategies.FamilyList && in.Command != "":
		return strategies.Command
	case in.Family == strategies.FamilyList:
		return strategies.Tool
	}
	return strategies.No
}

// errForm says that the text isn't a listing.
const errForm = strategies.Decline("the output has no form of a listing")

// Digest implements [strategies.Strategy].
func (strategy) Digest(
	ctx context.Context, in *strategies.Input, lines strategies.Lines, c *strategies.Collector,
) error {
	q := queryOf(in)
	f := formOf(lines, q)
	if f == formNone {
		return errForm
	}
	t := newTally()
	r := newReader(f, q)
	for l := range lines.All() {
		t.add(r.read(l.Text), l.Text)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if !t.plausible() {
		return errForm
	}
	t.settle(q, r)
	p := printer{c: c, in: in, q: q, t: t, form: f, headed: t.worthHeading(f)}
	r = newReader(f, q)
	for l := range lines.All() {
		p.print(l, r.read(l.Text))
	}
	p.finish()
	return ctx.Err()
}
