// Package list digests lists of file names: those of ls, find, fd, tree, du, git ls-files, rg --files, and of the
// listing and globbing tools of agents.
//
//	96 files in 3 directories
//	src/net/ 12 .go: dial.go, ip.go, … 10 more
//
// The text is a view of the folders. It names those directly in the listing's root, how many entries each has, and the
// files in the root. Then comes a line for each folder with more and more of its entries, the upper folders first, and
// a project's landmarks before the rest of a folder. The files that tools write, such as node_modules, are counted, but
// not opened unless they are half of the entries. Names are never shortened; if they differ in a number, {1..9}
// represents nine of them. Lines of ls -l have more than names: with at most four folders they are shown unchanged,
// names first.
//
// Entries are counted exactly in the text: each line of find or git, and each of ls and tree except "total", "." and
// "..". Files and directories are distinguished only if the output or the command line allows it; bytes are summed only
// if ls -l prints them in full.
//
// The text is read three times: for its form, for its numbers, and to print it. Memory doesn't grow with the number of
// entries, except for at most 4096 file name extensions, 16384 folders and 1 MiB of names.
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

// Contents implements [strategies.ContentsOf].
func (strategy) Contents() strategies.Contents { return strategies.ContentsEntries }

// Match implements [strategies.Strategy].
func (strategy) Match(in *strategies.Input) strategies.Confidence {
	switch {
	case in.Family == strategies.FamilyList && looksJSON(in.Head):
		return strategies.No
	case in.Family == strategies.FamilyList && in.Command != "":
		return strategies.Command
	case in.Family == strategies.FamilyList:
		return strategies.Tool
	case in.Family == strategies.FamilyExec && !in.Status.Bad() && looksListed(in.Head):
		return strategies.Looks
	}
	return strategies.No
}

// errForm declines a text that isn't a listing.
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
	isGuess := in.Family != strategies.FamilyList
	t, all := newTally(), newForest(in)
	r := newReader(f, q)
	for l := range lines.All() {
		e := r.read(l.Text)
		if isGuess && f == formPaths && e.kind == entryLine && !looksPath(l.Text) {
			return errForm
		}
		t.add(e, l.Text)
		all.grow(e)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if !t.plausible() || isGuess && f != formPaths && f != formTree {
		return errForm
	}
	all.plain = f == formTree && q.program != "tree" && !r.summed && isGuess
	p := printer{c: c, in: in, q: q, t: t, form: f, all: all, byLine: t.tellsByLine(f)}
	first, last := 0, 0
	end := r
	r = newReader(f, q)
	for l := range lines.All() {
		if last = l.N; first == 0 {
			first = l.N
		}
		p.line(l, r.read(l.Text))
	}
	all.settle()
	t.settle(q, end, all)
	p.finish(strategies.Span{First: first, Last: last})
	return ctx.Err()
}
