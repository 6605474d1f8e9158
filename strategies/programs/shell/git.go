package shell

import (
	"github.com/toktee/toktee/strategies/programs/internal/shape"
	"github.com/toktee/toktee/strategies/report"
)

// git reads git when it changes something: push, pull, merge, rebase, commit, switch, stash, apply and their like.
//
//	To /srv/git/shop.git
//	 ! [rejected]        main -> main (fetch first)
//	error: failed to push some refs to '/srv/git/shop.git'
//	hint: Updates were rejected because the remote contains work that you do not
//
// What git prints when it is asked for something, such as a log, is read elsewhere.
var git = shape.Phrased(report.Program{
	Name:   "git",
	Runs:   gitDoes,
	Begins: []string{"CONFLICT (", "! [rejected] ", "! [remote rejected] "},
}, shape.PhraseTable{
	{shape.Fails, "CONFLICT (…", "! […", "error: …", "fatal: …", "remote: error: …", "remote: fatal: …",
		"remote: ERROR: …", "Automatic merge failed…", "Could not apply …", "Patch failed at …"},
	gitProgress.With("", shape.Noise),
	gitProgress.With("remote: ", shape.Noise),
	// Hints without use, and general advice.
	{shape.Noise, "hint:", "hint: ", "hint: Disable this message…", "hint: See the 'Note about…", "hint: Using '…",
		"Note: switching to …", "remote:", "remote: "},
	{shape.Explains, "hint: …", "Please …", "Aborting…", "The stash entry is kept…", "Recorded preimage for…"},
	{shape.Noted, "warning: …", "remote: …"},
	{shape.Ends, "To …", "From …", "Cloning into …", "Updating …", "Applying: …", "Submodule …",
		"nothing to commit…", "nothing added to commit…", "no changes added to commit…", "… files changed…",
		"… file changed…"},
	{shape.Belongs, "On branch …", "Changes …", "Untracked files:…", "Unmerged paths:…", "create mode …",
		"delete mode …", "rename …", "copy …", "mode change …", "rewrite …", "… | …", "(use \"git …", "Date: …"},
	{shape.Passes, "[…] …", "Everything up-to-date…", "Already up to date…", "Already up-to-date…",
		"Current branch …", "Successfully rebased…", "Fast-forward…",
		"Merge made by …", "Switched to …", "Already on …", "HEAD is now at …", "You are in 'detached HEAD' state…",
		"Saved working directory …", "Dropped …", "Deleted branch …", "Deleted tag …", "No local changes to save…",
		"Initialized empty …", "Reinitialized existing …", "Applied autostash…", "Updated …", "Applied patch …",
		"branch '…", "Branch '…", "Your branch is …", "* […] … -> …", "- […] … -> …", "= […] … -> …",
		"t […] … -> …", "+ … -> …", "…..… -> …"},
})

// gitDeeds lists the subcommands that change something, whatever their options.
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

// gitProgress lists lines about progress, of git or of the other side.
var gitProgress = shape.Phrases{"Enumerating objects…", "Counting objects…", "Delta compression using…",
	"Compressing objects…", "Writing objects…", "Total …", "Unpacking objects…", "Receiving objects…",
	"Resolving deltas…", "Updating files…", "Checking out files…", "Checking patch …", "Rebasing (…", "Auto packing …",
	"Filtering content…", "Auto-merging …", "POST git-…", "First, rewinding head…", "Falling back to …",
	"Using index info to …", "Created autostash…", "See \"git help gc\"…"}
