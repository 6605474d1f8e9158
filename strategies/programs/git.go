package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// git reads what git prints when it does something: push, pull, merge, rebase, commit, switch, stash, apply and their like.
// What it prints when it is asked for something, such as a log, is read elsewhere.
var git = report.Program{
	Name: "git",
	Runs: func(c shell.Call) bool {
		if c.Name != "git" {
			return false
		}
		switch c.Sub() {
		case "add", "am", "apply", "checkout", "cherry-pick", "clone", "commit", "fetch", "init", "merge", "mv", "pull", "push", "rebase", "reset",
			"restore", "revert", "rm", "submodule", "switch", "worktree":
			return true
		case "stash":
			return len(c.Args) == 1 || has(c.Args[1:2], "push", "pop", "apply", "save", "drop", "clear", "branch")
		case "branch":
			return has(c.Args, "-d", "-D", "-m", "-M", "--delete", "--move")
		case "tag":
			return has(c.Args, "-d", "--delete")
		}
		return false
	},
	Begins: []string{"CONFLICT (", "! [rejected] ", "! [remote rejected] "},
	Old:    func() report.Reader { return &gitParser{} },
}

// gitParser follows what git says of one deed after the other.
type gitParser struct {
	record
	conflicts int64
	rejected  bool  // the last finding is a ref that was refused
	advice    int   // lines of advice still to come, at most
	hints     []int // hints that come before what they are about
	paths     []int // paths that a status lists
	soft      bool
	listing   bool // below a finding that lists paths
}

const (
	maxAdvice = 24
	maxHints  = 8
)

// gitEnds are how lines begin that tell what was done, and that it went well.
var gitEnds = []string{
	"Everything up-to-date", "Already up to date", "Already up-to-date", "Current branch ", "Successfully rebased", "Fast-forward", "Merge made by ",
	"Switched to ", "Already on ", "HEAD is now at ", "Saved working directory ", "Dropped ", "Deleted branch ", "Deleted tag ", "No local changes to save",
	"Initialized empty ", "Reinitialized existing ", "Applied autostash", "Updated ", "Applied patch ", "branch '", "Branch '", "Your branch is ",
}

// gitProgress are how lines begin that tell how far it is.
var gitProgress = []string{
	"Enumerating objects", "Counting objects", "Delta compression using", "Compressing objects", "Writing objects", "Total ", "Unpacking objects",
	"Receiving objects", "Resolving deltas", "Updating files", "Checking out files", "Checking patch ", "Rebasing (", "Auto packing ", "Filtering content",
	"Auto-merging ", "POST git-", "First, rewinding head", "Falling back to ", "Using index info to ", "Created autostash", "See \"git help gc\"",
}

func (p *gitParser) Line(n int, s string) {
	if s == "" {
		p.listing = false
		return
	}
	if p.advice > 0 {
		p.advice--
		switch {
		case strings.HasPrefix(s, "You are in 'detached HEAD' state"):
			p.end(n)
			return
		case !strings.HasPrefix(s, "HEAD is now at "):
			p.dull(n)
			return
		}
		p.advice = 0
	}
	switch c := s[0]; {
	case c == '\t':
		p.path(n)
	case c == ' ':
		p.indented(n, s)
	case c >= 'A' && c <= 'Z':
		p.capital(n, s)
	default:
		p.small(n, s)
	}
}

// path takes a path that stands below what is wrong with it.
func (p *gitParser) path(n int) {
	if p.listing && p.says(n) {
		return
	}
	p.seen(n)
	if len(p.paths) < maxTold {
		p.paths = append(p.paths, n)
	}
}

// indented reads refs, and what a commit or a merge did to each file.
func (p *gitParser) indented(n int, s string) {
	bare := strings.TrimLeft(s, " ")
	switch {
	case bare == "":
	case strings.HasPrefix(bare, "! ["):
		msg := ""
		if i := strings.IndexByte(bare, '('); i > 0 {
			msg = strings.TrimSuffix(bare[i+1:], ")")
		}
		p.found(report.Finding{Message: msg, At: n})
		p.rejected = true
	case strings.Contains(s, " -> ") && (strings.HasPrefix(bare, "* [") || strings.HasPrefix(bare, "- [") || strings.HasPrefix(bare, "+ ") || strings.HasPrefix(bare, "= [") ||
		strings.HasPrefix(bare, "t [") || strings.HasPrefix(s, "   ") && strings.Contains(bare, "..")):
		p.pass = true
		p.end(n)
	case parse.Digit(bare[0]) && (strings.Contains(bare, " files changed") || strings.Contains(bare, " file changed")):
		p.end(n)
	case strings.HasPrefix(bare, "create mode "), strings.HasPrefix(bare, "delete mode "), strings.HasPrefix(bare, "rename "), strings.HasPrefix(bare, "copy "),
		strings.HasPrefix(bare, "mode change "), strings.HasPrefix(bare, "rewrite "), strings.Contains(s, " | "), strings.HasPrefix(bare, `(use "git `),
		strings.HasPrefix(bare, "(commit or discard"), strings.HasPrefix(bare, "Date: "):
		p.seen(n)
	default:
		p.other(n)
	}
}

// capital reads lines that open with a capital.
func (p *gitParser) capital(n int, s string) {
	switch {
	case strings.HasPrefix(s, "CONFLICT ("):
		p.conflicts++
		p.found(report.Finding{File: conflicted(s), Message: s, At: n})
	case strings.HasPrefix(s, "Automatic merge failed"), strings.HasPrefix(s, "Could not apply "), strings.HasPrefix(s, "Patch failed at "),
		strings.HasPrefix(s, "Recorded preimage for"), strings.HasPrefix(s, "The stash entry is kept"):
		p.fail = true
		p.end(n)
	case strings.HasPrefix(s, "Please "), s == "Aborting", strings.HasPrefix(s, "Aborting commit"):
		p.fail = p.fail || s[0] == 'A'
		if !p.says(n) {
			p.end(n)
		}
	case strings.HasPrefix(s, "Note: "):
		p.dull(n)
		p.advice = maxAdvice
	case strings.HasPrefix(s, "To "), strings.HasPrefix(s, "From "), strings.HasPrefix(s, "Cloning into "), strings.HasPrefix(s, "Updating "),
		strings.HasPrefix(s, "Applying: "), strings.HasPrefix(s, "Submodule "):
		p.end(n)
	case strings.HasPrefix(s, "On branch "), strings.HasPrefix(s, "Changes "), strings.HasPrefix(s, "Untracked files:"), strings.HasPrefix(s, "Unmerged paths:"),
		strings.HasPrefix(s, "You have "), strings.HasPrefix(s, "All conflicts fixed"):
		p.seen(n)
	case hasAny(s, gitProgress):
		p.dull(n)
	case hasAny(s, gitEnds):
		p.pass = true
		p.end(n)
	default:
		p.other(n)
	}
}

// small reads lines that open with anything else.
func (p *gitParser) small(n int, s string) {
	switch {
	case s[0] == '[' && committed(s):
		p.pass = true
		p.end(n)
	case strings.HasPrefix(s, "hint: "), s == "hint:":
		p.hint(n, s)
	case strings.HasPrefix(s, "error: failed to push some refs"):
		p.fail = true
		if !p.rejected || !p.says(n) {
			p.found(report.Finding{Message: s[len("error: "):], At: n})
		}
	case strings.HasPrefix(s, "error: "), strings.HasPrefix(s, "fatal: "):
		msg := s[len("error: "):]
		p.found(report.Finding{File: pathOf(msg), Message: msg, At: n})
		p.listing = strings.HasSuffix(s, ":")
		if p.foreign == n-1 && s[0] == 'f' {
			p.says(p.foreign) // ssh says why
		}
	case strings.HasPrefix(s, "warning: "):
		p.note(n)
	case strings.HasPrefix(s, "remote:"):
		p.remote(n, strings.TrimLeft(s[len("remote:"):], " "))
	case strings.HasPrefix(s, "nothing to commit"), strings.HasPrefix(s, "nothing added to commit"), strings.HasPrefix(s, "no changes added to commit"):
		p.soft = true
		if f := p.find(report.Finding{Message: s, At: n}); f != nil {
			f.Evidence = p.paths
		}
		p.paths = nil
	case hasAny(s, gitEnds): // "branch 'main' set up to track"
		p.pass = true
		p.end(n)
	default:
		p.other(n)
	}
}

// found takes in what went wrong, and the hints that came before it.
func (p *gitParser) found(f report.Finding) {
	p.fail = true
	p.rejected, p.listing = false, false
	if f := p.find(f); f != nil {
		f.Evidence = append(f.Evidence, p.hints...)
	}
	p.hints = nil
}

func (p *gitParser) hint(n int, s string) {
	switch {
	case len(s) < 7, strings.HasPrefix(s, "hint: Disable this message"), strings.HasPrefix(s, "hint: See the 'Note about"), strings.HasPrefix(s, "hint: Using '"):
		p.dull(n)
	case p.says(n):
	case len(p.hints) < maxHints:
		p.seen(n)
		p.hints = append(p.hints, n)
	}
}

// remote reads what the other side prints.
func (p *gitParser) remote(n int, s string) {
	switch {
	case s == "", hasAny(s, gitProgress):
		p.dull(n)
	case strings.HasPrefix(s, "error: "), strings.HasPrefix(s, "fatal: "), strings.HasPrefix(s, "ERROR: "):
		p.found(report.Finding{Message: s[len("error: "):], At: n})
	default:
		p.note(n)
	}
}

// committed reports whether a line tells of a new commit: "[main e89262b] subject", "[main (root-commit) 0568e11] subject".
func committed(s string) bool {
	head, _, ok := strings.Cut(s, "] ")
	i := strings.LastIndexByte(head, ' ')
	return ok && i > 0 && isHash(head[i+1:])
}

// isHash reports whether a word is a commit's name, in full or in part.
func isHash(s string) bool {
	if len(s) < 7 || len(s) > 64 {
		return false
	}
	for i := range len(s) {
		if c := s[i]; !parse.Digit(c) && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// conflicted is the path that a line about a conflict names.
func conflicted(s string) string {
	if _, path, ok := strings.Cut(s, "Merge conflict in "); ok {
		return path
	}
	_, rest, _ := strings.Cut(s, "): ")
	path, _, _ := strings.Cut(rest, " ")
	return path
}

// pathOf is the path that a message opens with: "a/b.go: already exists in index", "patch failed: a/b.go:12".
func pathOf(msg string) string {
	msg = strings.TrimPrefix(msg, "patch failed: ")
	path, _, _ := strings.Cut(msg, ":")
	if !parse.FileLike(path) || strings.Contains(path, " ") {
		return ""
	}
	return path
}

func hasAny(s string, prefixes []string) bool {
	for _, p := range prefixes {
		if s[0] == p[0] && strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

// Report implements [report.Reader].
func (p *gitParser) Report() report.Report {
	r := p.report()
	if p.conflicts > 0 {
		r.Counts = map[strategies.Key]int64{strategies.Conflicts: p.conflicts}
	}
	if p.soft && r.Outcome == strategies.Pass {
		r.Outcome = strategies.Unknown // "nothing to commit" is an answer or a failure, whatever else was done
	}
	return r
}
