package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// wholeBudget is more tokens than the diff of a commit has.
const wholeBudget = 100_000_000

// An applier applies diffs with git, as the model sees them. It writes to an index and objects of its own, never to
// those of the repository.
type applier struct {
	*part
	r       *repo
	dir     string
	objects string
	left    int // diffs that hold bytes that clean text doesn't have, or files that aren't text
}

// newApplier makes the folder that the applier writes to.
func newApplier(ctx context.Context, r *repo) (*applier, error) {
	out, _, err := r.output(ctx, "git", "rev-parse", "--git-path", "objects")
	if err != nil {
		return nil, err
	}
	objects := strings.TrimSpace(string(out))
	if !filepath.IsAbs(objects) {
		objects = filepath.Join(r.dir, objects)
	}
	if objects, err = filepath.Abs(objects); err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "oracle-apply-")
	return &applier{part: &part{name: "diffs, applied"}, r: r, dir: dir, objects: objects}, err
}

func (a *applier) close() { os.RemoveAll(a.dir) }

// check hands toktee the diff between two commits with room for all of it, and has git apply the text to the first: the
// tree must be the second's.
func (a *applier) check(ctx context.Context, from, to string) error {
	line := "git diff " + from + " " + to
	raw, exit, err := a.r.output(ctx, "sh", "-c", line)
	if err != nil {
		return err
	}
	if !plain(string(raw)) {
		a.left++
		return nil
	}
	ans, err := a.r.ask(ctx, call{tool: "Bash", command: line, exit: exit, out: raw, budget: wholeBudget})
	if err != nil {
		return err
	}
	a.checked++
	want, err := a.git(ctx, "", "rev-parse", to+"^{tree}")
	if err != nil {
		return err
	}
	got := "another tree"
	if !ans.whole {
		got = "a text with omissions"
	} else if tree, err := a.apply(ctx, from, ans.text); err != nil {
		got = err.Error()
	} else if tree == want {
		a.equal++
		return nil
	}
	a.differ = append(a.differ, difference{line, "git apply", "the tree of " + to, got})
	return nil
}

// apply returns the tree that a text makes of a commit.
func (a *applier) apply(ctx context.Context, from, text string) (string, error) {
	if _, err := a.git(ctx, "", "read-tree", from); err != nil {
		return "", err
	}
	if i := strings.Index("\n"+text, "\ndiff --git "); i >= 0 {
		if !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
		if _, err := a.git(ctx, text[i:], "apply", "--cached", "--whitespace=nowarn", "-"); err != nil {
			return "", err
		}
	}
	return a.git(ctx, "", "write-tree")
}

// git runs git with the applier's index and objects.
func (a *applier) git(ctx context.Context, stdin string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = a.r.dir
	cmd.Env = append(slices.DeleteFunc(os.Environ(), personal), "LC_ALL=C", "GIT_CONFIG_NOSYSTEM=1",
		"GIT_CONFIG_GLOBAL="+os.DevNull,
		"GIT_INDEX_FILE="+filepath.Join(a.dir, "index"), "GIT_OBJECT_DIRECTORY="+a.dir,
		"GIT_ALTERNATE_OBJECT_DIRECTORIES="+a.objects)
	cmd.Stdin = strings.NewReader(stdin)
	out, err := cmd.Output()
	var ee *exec.ExitError
	if errors.As(err, &ee) {
		msg, _, _ := strings.Cut(string(ee.Stderr), "\n")
		return "", errors.New(msg)
	}
	return strings.TrimSpace(string(out)), err
}

// plain reports whether a diff is text that cleaning leaves as it is, and is about text files only.
func plain(diff string) bool {
	return utf8.ValidString(diff) && !strings.Contains(diff, "\nBinary files ") &&
		!strings.ContainsFunc(diff, func(r rune) bool {
			return unicode.IsControl(r) && r != '\n' && r != '\t' ||
				r == '\ufeff'
		})
}
