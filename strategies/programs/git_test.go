package programs

import (
	"testing"

	"github.com/toktee/toktee/strategies"
)

type counts = map[strategies.Key]int64

func TestGit(t *testing.T) {
	testParser(t, git, []parserCase{
		{name: "commit", id: "git/commit", want: reported{Outcome: strategies.Pass}},
		{name: "push", id: "git/push", want: reported{Outcome: strategies.Pass}},
		{name: "pull", id: "git/pull", want: reported{Outcome: strategies.Pass}},
		{
			name: "push rejected",
			id:   "git/push-rejected",
			want: reported{Outcome: strategies.Fail, Findings: []string{" |  | fetch first"}},
		},
		{
			name: "merge conflict",
			id:   "git/merge-conflict",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  counts{strategies.Conflicts: 2},
				Findings: []string{
					" | money/money.go | CONFLICT (content): Merge conflict in money/money.go",
					" | order/order.go | CONFLICT (content): Merge conflict in order/order.go",
				},
			},
		},
		{
			name: "rebase conflict",
			id:   "git/rebase-conflict",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  counts{strategies.Conflicts: 2},
				Findings: []string{
					" | money/money.go | CONFLICT (content): Merge conflict in money/money.go",
					" | order/order.go | CONFLICT (content): Merge conflict in order/order.go",
					" |  | could not apply 4b77228... money: name the currency",
				},
			},
		},
		{
			name: "unknown branch",
			id:   "git/checkout-unknown",
			want: reported{Outcome: strategies.Fail, Findings: []string{
				" |  | pathspec 'feature/prices' did not match any file(s) known to git",
			}},
		},
		{
			name: "deleted by one side",
			text: "CONFLICT (modify/delete): docs/a.md deleted in HEAD and modified in theirs.  Version theirs " +
				"of docs/a.md left in tree.\n" +
				"Automatic merge failed; fix conflicts and then commit the result.\n",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  counts{strategies.Conflicts: 1},
				Findings: []string{
					" | docs/a.md | CONFLICT (modify/delete): docs/a.md deleted in HEAD and modified in " +
						"theirs.  Version theirs of docs/a.md left in tree.",
				},
			},
		},
		{
			name: "would be overwritten",
			text: "error: Your local changes to the following files would be overwritten by checkout:\n" +
				"\tmoney/money.go\n\torder/order.go\n" +
				"Please commit your changes or stash them before you switch branches.\nAborting\n",
			want: reported{
				Outcome:  strategies.Fail,
				Findings: []string{" |  | Your local changes to the following files would be overwritten by checkout:"},
			},
		},
		{
			name: "nothing to commit",
			text: "On branch main\nnothing to commit, working tree clean\n",
			want: reported{Findings: []string{" |  | nothing to commit, working tree clean"}},
		},
		{
			name: "detached head",
			text: "Note: switching to 'v0.1.0'.\n\n" +
				"You are in 'detached HEAD' state. You can look around, make experimental\n" +
				"changes and commit them.\n\nHEAD is now at 3044e48 labels: add rounding\n",
			want: reported{Outcome: strategies.Pass},
		},
		{name: "up to date", text: "Everything up-to-date\n", want: reported{Outcome: strategies.Pass}},
		{
			name: "protected branch",
			text: "remote: error: GH006: Protected branch update failed for refs/heads/main.\n" +
				"To github.com:a/b.git\n" +
				" ! [remote rejected] main -> main (protected branch hook declined)\n" +
				"error: failed to push some refs to 'github.com:a/b.git'\n",
			want: reported{
				Outcome: strategies.Fail,
				Findings: []string{
					" |  | GH006: Protected branch update failed for refs/heads/main.",
					" |  | protected branch hook declined",
				},
			},
		},
		{
			name: "no access",
			text: "git@github.com: Permission denied (publickey).\n" +
				"fatal: Could not read from remote repository.\n\n" +
				"Please make sure you have the correct access rights\nand the repository exists.\n",
			want: reported{
				Outcome:  strategies.Fail,
				Findings: []string{" |  | Could not read from remote repository."},
			},
		},
		{
			name: "patch fails",
			text: "error: patch failed: a/b.go:12\nerror: a/b.go: patch does not apply\n",
			want: reported{
				Outcome:  strategies.Fail,
				Findings: []string{" | a/b.go | patch failed: a/b.go:12", " | a/b.go | a/b.go: patch does not apply"},
			},
		},
		{
			name: "killed in a clone",
			text: "Cloning into 'shelf'...\nremote: Enumerating objects: 120, done.\n" +
				"Receiving objects:  40% (48/120)\n",
		},
		{name: "a hook's output alone", text: "running linters\n2 problems\n"},
		{name: "nothing", text: ""},
	})
}

// TestGitHints makes sure that a refusal keeps what to do next.
func TestGitHints(t *testing.T) {
	r := runParser(git, corpusText(t, "git/push-rejected"))
	if len(r.Findings) != 1 || len(r.Findings[0].Evidence) < 5 {
		t.Errorf("the refusal says %v, want the failed push and four hints", r.Findings)
	}
}
