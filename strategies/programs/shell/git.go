package shell

import (
	"strings"

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
	New: func(report.Call) report.Parser { return gitParser{} },
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
	{shape.Noise, "hint:", "hint: ", "hint: Disable this message…", "hint: See the 'Note about…", "hint: Using '…",
		"remote:", "remote: ", "Note: …", "changes and commit them, …", "state without impacting …",
		"If you want to create a new branch …", "do so (now or later)…", "git switch …", "Or undo this operation …",
		"Turn off this advice …"},
	{shape.Noise, "Enumerating objects…", "Counting objects…", "Delta compression using…",
		"Compressing objects…", "Writing objects…", "Total …", "Unpacking objects…", "Receiving objects…",
		"Resolving deltas…", "Updating files…", "Checking out files…", "Checking patch …", "Rebasing (…",
		"Auto packing …", "Filtering content…", "Auto-merging …", "POST git-…", "First, rewinding head…",
		"Falling back to …", "Using index info to …", "Created autostash…", "See \"git help gc\"…"},
	{shape.Noise, "remote: Enumerating objects…", "remote: Counting objects…", "remote: Compressing objects…",
		"remote: Total …", "remote: Resolving deltas…"},
	{shape.Fails, "CONFLICT (…", "! […", "error: …", "fatal: …", "remote: error: …", "remote: fatal: …",
		"remote: ERROR: …"},
	{"hints", "hint: …"}, // often above the failure
	{shape.Explains, "Please …", "Aborting", "Aborting commit…"},
	{shape.Warns, "warning: …"},
	{shape.Noted, "remote: …"},
	{shape.Passes, "Everything up-to-date…", "Already up to date…", "Already up-to-date…", "Current branch …",
		"Successfully rebased…", "Fast-forward…", "Merge made by …", "Switched to …", "Already on …",
		"HEAD is now at …", "Saved working directory …", "Dropped …", "Deleted branch …", "Deleted tag …",
		"No local changes to save…", "Initialized empty …", "Reinitialized existing …", "Applied autostash…",
		"Updated …", "Applied patch …", "branch '…", "Branch '…", "* […] … -> …", "- […] … -> …",
		"= […] … -> …", "t […] … -> …", "+ … -> …", "…..… -> …"},
	{shape.Ends, "Automatic merge failed…", "Could not apply …", "Patch failed at …", "Recorded preimage for…",
		"The stash entry is kept…", "To …", "From …", "Cloning into …", "Updating …", "Applying: …", "Submodule …",
		"… files changed…", "… file changed…", "You are in 'detached HEAD' state…", "nothing to commit…",
		"nothing added to commit…", "no changes added to commit…"},
	{shape.Belongs, "On branch …", "Changes …", "Untracked files:…", "Unmerged paths:…", "You have …",
		"Your branch is …", "All conflicts fixed…", "create mode …", "delete mode …", "rename …", "copy …",
		"mode change …", "rewrite …", "… | …", "(use \"git …", "(commit or discard…", "Date: …"},
}

type gitParser struct{}

// Line implements [report.Parser].
func (gitParser) Line(l report.Line, run *report.Run) {
	switch {
	case l.Bare == "":
	case l.Text[0] == '\t': // a path: a line above or below names its problem
		shape.Explain(run, l.N)
	case committed(l.Text):
		run.Claim(report.Passed)
		shape.EndLine(run, l.N)
	case gitLines.Take(run, l.N, l.Bare) == "hints":
		shape.Explain(run, l.N)
	}
}

// committed reports whether a line says that a commit was made: "[main e89262b] subject",
// "[main (root-commit) 0568e11] subject".
func committed(s string) bool {
	head, _, ok := strings.Cut(s, "] ")
	hash := head[strings.LastIndexByte(head, ' ')+1:]
	return ok && s[0] == '[' && len(hash) >= 7 && strings.Trim(hash, "0123456789abcdef") == ""
}
