// Package git digests the reports of git about a repository: its status, its log and blame.
//
// A status puts conflicts before changes, and changes before untracked files. A log shows a line for each commit, the
// newest first: the start of its name, its day, its author if there are several, and its subject. The rest of its
// message comes after all subjects. Blame prints the common part of consecutive lines of one commit once, as their
// heading.
//
// Changed files, commits and authors are counted exactly in the text. Package edit reads diffs, and the general engine
// the answers of commands that change a repository.
//
//	160 commits by 4 authors, Mar 20 2026 back to Mar 1 2026
//	ae28385 (HEAD -> main) Mar 20 2026 Ada Moss: money: name the currency
//
// # Limits and cost
//
// Logs and blame are read twice, in memory that doesn't grow with them. At most 65536 authors, and commits of a blame,
// are distinguished; beyond that, they aren't counted.
package git

import (
	"context"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/strategies"
)

// New returns the strategy for git status, git log and git blame.
func New() strategies.Strategy { return strategy{} }

// strategy has no state: each call of Digest gathers its own.
type strategy struct{}

// Name implements [strategies.Strategy].
func (strategy) Name() string { return "git" }

// The keys of a digest's numbers besides the fixed ones.
const (
	keyStaged    strategies.Key = "staged"
	keyModified  strategies.Key = "modified" // changed, and not staged
	keyUntracked strategies.Key = "untracked"
	keyCommits   strategies.Key = "commits"
	keyAuthors   strategies.Key = "authors"
)

// Match implements [strategies.Strategy].
func (strategy) Match(in *strategies.Input) strategies.Confidence {
	if reader(in) == nil {
		return strategies.No
	}
	return strategies.Command
}

// errForm declines a text that isn't the command's answer when it succeeds.
const errForm = strategies.Decline("the output has no form that git prints")

// Digest implements [strategies.Strategy].
func (strategy) Digest(
	ctx context.Context, in *strategies.Input, lines strategies.Lines, c *strategies.Collector,
) error {
	read := reader(in)
	if read == nil {
		return errForm
	}
	if err := read(in, lines, c); err != nil {
		return err
	}
	if in.Cut {
		c.Upstream = true
	}
	return ctx.Err()
}

// gitCall finds the only call of git in a command line that does nothing else but perhaps cut its output. ok is false
// for any other command line.
func gitCall(l *strategies.CommandLine) (call shell.Call, ok bool) {
	if !l.OK || len(l.Commands) != 1 {
		return shell.Call{}, false
	}
	if l.Compound || l.Reshaped || l.Picked {
		return shell.Call{}, false
	}
	call = l.Commands[0]
	return call, call.Name == "git" && !call.Own
}

// reader is what reads the output of a call, nil for none.
func reader(in *strategies.Input) func(*strategies.Input, strategies.Lines, *strategies.Collector) error {
	call, ok := gitCall(&in.Shell)
	if !ok {
		return nil
	}
	switch call.Sub() {
	case "status":
		return status
	case "log", "reflog", "show", "rev-list":
		return log
	case "blame":
		if !hasOption(call, "-p", "--porcelain", "--line-porcelain", "--incremental", "-c") {
			return blame
		}
	}
	return nil
}

// hasOption reports whether a call has one of the options.
func hasOption(c shell.Call, names ...string) bool {
	opts, _ := c.Split()
	for _, o := range opts {
		for _, n := range names {
			if o.Name == n {
				return true
			}
		}
	}
	return false
}

// line is a line as a fact.
func line(l strategies.Line, rank strategies.Rank, group string) strategies.Fact {
	return strategies.Fact{
		Rank: rank, Group: group, Text: l.Text,
		Span: strategies.Span{First: l.N, Last: l.N}, Whole: l.Cut == 0, Cut: l.Cut,
	}
}

// part is what follows a count of an output that was cut before it came in.
func part(in *strategies.Input) string {
	if in.Cut {
		return " in the part shown"
	}
	return ""
}

// isHash reports whether a word is a commit's name, in full or in part.
func isHash(s string) bool {
	if len(s) < 4 || len(s) > 64 {
		return false
	}
	for i := range len(s) {
		if c := s[i]; !parse.Digit(c) && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// shortName is how much of a commit's name is shown at least, as git itself does in a repository that isn't large, and
// maxShort is how much at most.
const (
	shortName = 7
	maxShort  = 10
)

// lengthOf returns how many digits of each commit's name to show: as few as distinguish them all.
func lengthOf(hashes []string) int {
	for n := shortName; n < maxShort; n++ {
		known := make(map[string]bool, len(hashes))
		for _, h := range hashes {
			known[h[:min(n, len(h))]] = true
		}
		if len(known) == len(hashes) {
			return n
		}
	}
	return maxShort
}

// join joins the parts that aren't empty.
func join(sep string, parts ...string) string {
	out := parts[:0:0]
	for _, p := range parts {
		if p != "" {
			out = append(out, p)
		}
	}
	return strings.Join(out, sep)
}

// passes sets the outcome of a text in the form of a success, unless the exit status contradicts it.
func passes(in *strategies.Input, c *strategies.Collector) {
	if !in.Status.Bad() {
		c.Outcome(strategies.Pass)
	}
}
