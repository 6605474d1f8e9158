package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// diffs compares additions, deletions and files of commits, and applies complete diffs with git apply.
func diffs(ctx context.Context, r *repo, o options) ([]*part, error) {
	p := &part{name: "diffs"}
	if !r.isGit(ctx) {
		dir, err := os.MkdirTemp("", "oracle-")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(dir)
		if r, err = synthetic(ctx, r, dir, o.commits); err != nil {
			return nil, fmt.Errorf("editing a copy: %w", err)
		}
		p.notes = append(p.notes, "no git repository: edits in a copy are compared")
	}
	out, _, err := r.output(ctx, "git", "log", "--no-merges", "--format=%H %P", "-n", strconv.Itoa(o.commits))
	if err != nil {
		return nil, err
	}
	applied, err := newApplier(ctx, r)
	if err != nil {
		return nil, err
	}
	defer applied.close()
	for line := range strings.Lines(string(out)) {
		if commits := strings.Fields(line); len(commits) > 0 {
			if err := r.commit(ctx, p, applied, commits); err != nil {
				return nil, err
			}
		}
	}
	if applied.left > 0 {
		applied.notes = append(applied.notes,
			fmt.Sprintf("%d diffs are left out: they hold binary files, or bytes that aren't text", applied.left))
	}
	return []*part{p, applied.part}, nil
}

// commit compares a commit, and its diff with its first parent if it has one.
func (r *repo) commit(ctx context.Context, p *part, applied *applier, commits []string) error {
	commit := commits[0]
	if err := r.diff(ctx, p, "git show "+commit, "git show --format= --numstat "+commit); err != nil {
		return err
	}
	if len(commits) == 1 {
		return nil
	}
	parent := commits[1]
	line := "git diff " + parent + " " + commit
	if err := r.diff(ctx, p, line, line+" --numstat"); err != nil {
		return err
	}
	return applied.check(ctx, parent, commit)
}

// diff compares what one command prints with what another counts.
func (r *repo) diff(ctx context.Context, p *part, line, truth string) error {
	out, _, err := r.output(ctx, "sh", "-c", truth)
	if err != nil {
		return err
	}
	want, err := numstat(string(out))
	if err != nil {
		return fmt.Errorf("%s: %w", truth, err)
	}
	a, err := r.asked(ctx, line)
	if err != nil {
		return err
	}
	p.stated(line, a, "additions", want.additions)
	p.stated(line, a, "deletions", want.deletions)
	p.stated(line, a, "files", want.files)
	return nil
}

// stat is what --numstat sums up to.
type stat struct{ additions, deletions, files int64 }

// numstat sums lines of additions, deletions and a path; binary files have dashes.
func numstat(out string) (stat, error) {
	var s stat
	for line := range strings.Lines(out) {
		f := strings.SplitN(strings.TrimSuffix(line, "\n"), "\t", 3)
		if len(f) != 3 {
			if strings.TrimSpace(line) == "" {
				continue
			}
			return stat{}, fmt.Errorf("%.80q is no line of --numstat", line)
		}
		s.files++
		if f[0] == "-" && f[1] == "-" {
			continue
		}
		a, err1 := strconv.ParseInt(f[0], 10, 64)
		d, err2 := strconv.ParseInt(f[1], 10, 64)
		if err1 != nil || err2 != nil {
			return stat{}, fmt.Errorf("%.80q is no line of --numstat", line)
		}
		s.additions += a
		s.deletions += d
	}
	return s, nil
}
