package shell

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/programs/internal/shape"
	"github.com/toktee/toktee/strategies/report"
)

// git is git when it does something: push, pull, merge, rebase, commit, switch, stash, apply and their like.
//
//	To /srv/git/shop.git
//	 ! [rejected]        main -> main (fetch first)
//	error: failed to push some refs to '/srv/git/shop.git'
//	hint: Updates were rejected because the remote contains work that you do not
//
// What git prints when it is asked for something, such as a log, is read elsewhere.
var git = report.Program{
	Name:   "git",
	Runs:   gitDoes,
	Begins: []string{"CONFLICT (", "! [rejected] ", "! [remote rejected] "},
	Extent: report.Unmixed, Interleaved: true,
	New: func(report.Call) report.Parser { return new(gitParser) },
}

// gitDeeds are the subcommands that do something, whatever their options.
var gitDeeds = shape.Phrases{"add", "am", "apply", "checkout", "cherry-pick", "clone", "commit", "fetch", "init",
	"merge",
	"mv", "pull", "push", "rebase", "reset", "restore", "revert", "rm", "submodule", "switch", "worktree"}

func gitDoes(c report.Call) bool {
	if c.Name != "git" {
		return false
	}
	switch c.Sub() {
	case "stash":
		c.Args = c.Args[:min(len(c.Args), 2)]
		return len(c.Args) == 1 || c.Has("push", "pop", "apply", "save", "drop", "clear", "branch")
	case "branch":
		return c.Has("-d", "-D", "-m", "-M", "--delete", "--move")
	case "tag":
		return c.Has("-d", "--delete")
	}
	return gitDeeds.Match(c.Sub())
}

var gitLines = shape.PhraseTable{
	{"conflict", "CONFLICT (…"},
	// It stopped; why is said above.
	{"stops", "Automatic merge failed…", "Could not apply …", "Patch failed at …", "Recorded preimage for…",
		"The stash entry is kept…"},
	{shape.Explains, "Please …", "Aborting", "Aborting commit…"},
	// General advice follows.
	{"advice", "Note: …"},
	{shape.Ends, "To …", "From …", "Cloning into …", "Updating …", "Applying: …", "Submodule …"},
	{shape.Belongs, "On branch …", "Changes …", "Untracked files:…", "Unmerged paths:…", "You have …",
		"All conflicts fixed…"},
	{shape.Passes, "Everything up-to-date…", "Already up to date…", "Already up-to-date…", "Current branch …",
		"Successfully rebased…", "Fast-forward…", "Merge made by …", "Switched to …", "Already on …",
		"HEAD is now at …", "Saved working directory …", "Dropped …", "Deleted branch …", "Deleted tag …",
		"No local changes to save…", "Initialized empty …", "Reinitialized existing …", "Applied autostash…",
		"Updated …", "Applied patch …", "branch '…", "Branch '…", "Your branch is …"},
	append(shape.Phrases{shape.Noise}, gitProgress...),
	// Hints that help nobody.
	{shape.Noise, "hint:", "hint: ", "hint: Disable this message…", "hint: See the 'Note about…", "hint: Using '…"},
	{"hint", "hint: …"},
	// Which refs were refused is said above.
	{"refused", "error: failed to push some refs…"},
	{"error", "error: …", "fatal: …"},
	{shape.Noted, "warning: …"},
	{"remote", "remote:…"},
	{"nothing", "nothing to commit…", "nothing added to commit…", "no changes added to commit…"},
}

// gitProgress says how far git is, or the other side.
var gitProgress = shape.Phrases{"Enumerating objects…", "Counting objects…", "Delta compression using…",
	"Compressing objects…", "Writing objects…", "Total …", "Unpacking objects…", "Receiving objects…",
	"Resolving deltas…", "Updating files…", "Checking out files…", "Checking patch …", "Rebasing (…", "Auto packing …",
	"Filtering content…", "Auto-merging …", "POST git-…", "First, rewinding head…", "Falling back to …",
	"Using index info to …", "Created autostash…", "See \"git help gc\"…"}

// gitIndented are lines about refs, and about what a commit or a merge did to each file.
var gitIndented = shape.PhraseTable{
	{"rejected", "! […"},
	{shape.Passes, "* […] … -> …", "- […] … -> …", "= […] … -> …", "t […] … -> …", "+ … -> …", "…..… -> …"},
	{shape.Ends, "… files changed…", "… file changed…"},
	{shape.Belongs, "create mode …", "delete mode …", "rename …", "copy …", "mode change …", "rewrite …", "… | …",
		"(use \"git …", "(commit or discard…", "Date: …"},
}

// gitRemotes are what the other side prints, behind "remote: ".
var gitRemotes = shape.PhraseTable{
	append(shape.Phrases{shape.Noise, ""}, gitProgress...),
	{"error", "error: …", "fatal: …", "ERROR: …"},
	{shape.Noted, "…"},
}

type gitParser struct {
	advice   int   // lines of advice that may still come
	hints    []int // hints that come before what they are about
	paths    []int // paths that a status lists
	rejected bool  // the last finding is a ref that was refused
	listing  bool  // below a finding that lists paths
	nothing  bool  // it found nothing to do
	foreign  int   // the last line that isn't git's
	errors   int64 // lines that say what went wrong
}

const (
	maxAdvice  = 24
	maxHints   = 8
	manyErrors = 3 // are counted; of fewer, one says what went wrong and another what followed
)

// Line implements [report.Parser].
func (p *gitParser) Line(l report.Line, run *report.Run) {
	switch {
	case l.Bare == "":
		p.listing = false
	case p.advises(l, run):
	case l.Text[0] == '\t':
		run.Belongs(l.N) // a path: what is wrong with it is said above or below
		if !p.listing || !shape.Explain(run, l.N) {
			p.paths = report.AppendFirst(p.paths, l.N, shape.MaxEvidence)
		}
	case l.Text[0] == ' ':
		if gitIndented.Take(run, l.N, l.Bare) == "rejected" { // "! [rejected]        main -> main (fetch first)"
			_, why, _ := strings.Cut(l.Bare, "(")
			p.fail(run, report.Finding{Message: strings.TrimSuffix(why, ")"), At: l.N})
			p.rejected = true
		}
	case committed(l.Text):
		run.Claim(report.Passed)
		shape.EndLine(run, l.N)
	default:
		p.phrase(l, run)
	}
}

// advises takes the advice that follows a note, up to the line that says where git is now:
//
//	Note: switching to 'v0.1.0'.
//
//	You are in 'detached HEAD' state. You can look around, make experimental
//	changes and commit them, and you can discard any commits you make in this
//	...
//	HEAD is now at 3044e48 labels: add rounding
func (p *gitParser) advises(l report.Line, run *report.Run) bool {
	if p.advice == 0 {
		return false
	}
	p.advice--
	switch {
	case strings.HasPrefix(l.Text, "HEAD is now at "):
		p.advice = 0
		return false
	case strings.HasPrefix(l.Text, "You are in 'detached HEAD' state"):
		shape.EndLine(run, l.N)
	default:
		run.Noise(l.N)
	}
	return true
}

// phrase reads a line that isn't indented.
func (p *gitParser) phrase(l report.Line, run *report.Run) {
	switch means := gitLines.Take(run, l.N, l.Text); means {
	case "stops":
		run.Claim(report.Failed)
		shape.EndLine(run, l.N)
	case shape.Explains:
		if l.Text[0] == 'A' {
			run.Claim(report.Failed)
		}
		if run.Open() == nil {
			shape.EndLine(run, l.N)
		}
	case "advice":
		run.Noise(l.N)
		p.advice = maxAdvice
	case "hint": // about the failure above or, if there is none, below
		if !shape.Explain(run, l.N) {
			p.hints = report.AppendFirst(p.hints, l.N, maxHints)
		}
	case shape.Foreign:
		p.foreign = l.N
	default:
		p.wrong(means, l.N, l.Text, run)
	}
}

// wrong reads a line that isn't indented and may say what went wrong.
func (p *gitParser) wrong(means string, n int, s string, run *report.Run) {
	_, message, _ := strings.Cut(s, ": ")
	switch means {
	case "conflict":
		run.Adds(strategies.Conflicts, 1, report.Counted)
		p.fail(run, report.Finding{File: conflicted(s), Message: s, At: n})
	case "refused":
		run.Claim(report.Failed)
		if !p.rejected || !shape.Explain(run, n) {
			p.fail(run, report.Finding{Message: message, At: n})
		}
	case "error":
		p.errors++
		p.fail(run, report.Finding{File: pathOf(message), Message: message, At: n})
		p.listing = strings.HasSuffix(s, ":")
		if s[0] == 'f' && p.foreign == n-1 {
			shape.Explain(run, p.foreign) // ssh says why
		}
	case "remote":
		s = strings.TrimLeft(message, " ")
		if gitRemotes.Take(run, n, s) == "error" {
			p.fail(run, report.Finding{Message: s[len("error: "):], At: n})
		}
	case "nothing":
		p.nothing = true
		run.Found("", report.Finding{Message: s, At: n, Evidence: p.paths})
		p.paths = nil
	}
}

// fail takes what went wrong, with the hints that came before it.
func (p *gitParser) fail(run *report.Run, f report.Finding) {
	f.Evidence = p.hints
	run.Claim(report.Failed)
	run.Found("", f)
	p.hints, p.rejected, p.listing = nil, false, false
}

// Close implements [report.Closer]. "nothing to commit" is an answer or a failure, whatever else was done.
func (p *gitParser) Close(run *report.Run) {
	if p.nothing && !run.Failing() {
		run.Claim(report.Unproven)
	}
	if p.errors >= manyErrors {
		run.Adds(strategies.Errors, p.errors, report.Counted)
	}
}

// committed reports whether a line says that a commit was made: "[main e89262b] subject",
// "[main (root-commit) 0568e11] subject".
func committed(s string) bool {
	head, _, ok := strings.Cut(s, "] ")
	return ok && s[0] == '[' && isHash(head[strings.LastIndexByte(head, ' ')+1:])
}

// conflicted is the path that a line about a conflict names: "CONFLICT (content): Merge conflict in money/money.go",
// "CONFLICT (modify/delete): docs/a.md deleted in HEAD and modified in theirs.".
func conflicted(s string) string {
	if _, path, ok := strings.Cut(s, "Merge conflict in "); ok {
		return path
	}
	_, rest, _ := strings.Cut(s, "): ")
	path, _, _ := strings.Cut(rest, " ")
	return path
}

// pathOf is the path that a message opens with: "a/b.go: already exists in index", "patch failed: a/b.go:12".
func pathOf(message string) string {
	path, _, _ := strings.Cut(strings.TrimPrefix(message, "patch failed: "), ":")
	if !parse.FileLike(path) || strings.Contains(path, " ") {
		return ""
	}
	return path
}

// isHash reports whether a word is a commit's name, in full or in part.
func isHash(s string) bool {
	return len(s) >= 7 && len(s) <= 64 && strings.Trim(s, "0123456789abcdef") == ""
}
