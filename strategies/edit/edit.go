// Package edit digests edits, patches and diffs: unified diffs of git and of diff, combined diffs of merges, several
// commits of git log -p, --stat, --numstat and --name-status tables, apply_patch envelopes, diff's own "3c3" form, and
// the answers of editing tools.
//
//	3 files changed, 5 hunks, +20 -4
//	api/zone.go +12 -3
//	@@ -10,4 +10,5 @@ func rate(
//	-	return 7
//	+	return zone.Rate
//
// Commits come first, each in one line with its name and its subject. Then come the files, each in one line with its
// counts, then the changed lines, a change at a time, then unchanged lines. Lock files and other files that aren't read
// line by line come last.
//
// Counts are exact, and equal those of git diff --numstat. A hunk's header gives the number of its lines, so a deleted
// line that begins with "-- " isn't read as a file header. If the text ends inside a hunk, the lines that are there are
// counted, and the verdict names the cut. An edit that replaces one text by another is counted in lines only if the
// counts don't depend on the text around it in the file, or if the answer shows that text.
//
// A diff by words or in context form is an error, as is any text that is neither a diff nor a known answer. The general
// engine then answers.
//
// # Limits and cost
//
// The text is read twice, in linear time, with a look ahead of 64 lines: the counts in a heading of a file or a commit
// come from the lines below it. Up to 131072 files are distinguished; the details name 1000. Texts in a call's
// arguments are compared up to 1 MiB.
package edit

import (
	"context"
	"strings"

	"github.com/toktee/toktee/strategies"
)

// New returns the strategy for edits, patches and diffs.
func New() strategies.Strategy { return strategy{} }

// strategy has no state: each call of Digest gathers its own.
type strategy struct{}

// Name implements [strategies.Strategy].
func (strategy) Name() string { return "edit" }

// Contents implements [strategies.ContentsOf].
func (strategy) Contents() strategies.Contents { return strategies.ContentsChange }

// Match implements [strategies.Strategy].
func (strategy) Match(in *strategies.Input) strategies.Confidence {
	looks := IsDiff(in.Head)
	switch {
	case in.Family == strategies.FamilyEdit && looks:
		return strategies.Sure
	case in.Family == strategies.FamilyEdit && in.Command != "":
		return strategies.Command
	case in.Family == strategies.FamilyEdit:
		return strategies.Tool
	case looks, isKnown(firstLine(in.Head)):
		return strategies.Looks
	}
	return strategies.No
}

// The reasons to decline a text.
const (
	errNoDiff  = strategies.Decline("neither a diff nor a known answer of an editing tool")
	errWords   = strategies.Decline("a diff by words has no lines to count")
	errContext = strategies.Decline("a diff in context form")
	errMixed   = strategies.Decline("more than a diff")
)

// Digest implements [strategies.Strategy].
func (strategy) Digest(
	ctx context.Context, in *strategies.Input, lines strategies.Lines, c *strategies.Collector,
) error {
	if lines.Count() == 0 {
		return nil // a diff of equal files
	}
	if hasOption(in, "--word-diff", "--color-words") {
		return errWords
	}
	a, answered := parseAnswer(in)
	reading := func(c *strategies.Collector, known *parser) *parser {
		p := newParser(c, in.Path)
		p.names = hasOption(in, "--name-only")
		p.edit = in.Family == strategies.FamilyEdit
		p.failed = in.Status.Bad()
		p.answer = answered
		p.known = known
		for l := range lines.All() {
			if p.push(l); p.err != nil {
				return p
			}
		}
		p.flush()
		return p
	}
	known := reading(strategies.NewCollector(true), nil)
	if known.err != nil {
		return known.err
	}
	p := reading(c, known)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case p.err != nil:
		return p.err
	case !p.edit && p.mixed(in.Status.Bad()):
		return errMixed
	}
	if in.Cut || p.cut {
		c.Upstream = true
	}
	switch {
	case p.patch.sections > 0:
		return p.report(in, a)
	case p.table.sections > 0 || p.stats.summaries > 0:
		return p.reportTable(in)
	case answered:
		return p.reportAnswer(a)
	}
	return errNoDiff
}

// hasOption reports whether an argument of the command begins like one of the options.
func hasOption(in *strategies.Input, options ...string) bool {
	for _, call := range in.Shell.Commands {
		for _, arg := range call.Args {
			for _, o := range options {
				if strings.HasPrefix(arg, o) {
					return true
				}
			}
		}
	}
	return false
}

// IsDiff reports whether a text opens with a diff, perhaps below a commit's header.
func IsDiff(head string) bool {
	var last, before string
	for l := range strings.Lines(head) {
		l = strings.TrimRight(l, "\r\n")
		switch {
		case strings.HasPrefix(l, "diff --git "),
			strings.HasPrefix(l, "diff --cc "),
			strings.HasPrefix(l, "diff --combined "):
			return true
		case l == "*** Begin Patch":
			return true
		case strings.HasPrefix(last, "+++ ") && strings.HasPrefix(before, "--- ") && strings.HasPrefix(l, "@@ -"):
			return true
		}
		before, last = last, l
	}
	return false
}
