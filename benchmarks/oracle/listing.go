package main

import (
	"context"
	"strings"
)

// list is a listing command and the find command that has the truth: one letter of a type for each entry.
type list struct {
	line     string
	needs    string // the program, if it may be missing
	truth    []string
	dirs     bool // the listing marks folders line by line, so that both have to be counted
	onlyFile bool // it lists files alone
}

// noGit leaves out what git keeps.
var noGit = []string{"-path", "./.git", "-prune", "-o"}

var lists = []list{
	{line: "find . -path ./.git -prune -o -print", truth: append(noGit[:4:4], "-printf", "%y\n")},
	{line: "find . -path ./.git -prune -o -type f -print", truth: append(noGit[:4:4], "-type", "f", "-printf", "%y\n"),
		onlyFile: true},
	{line: "ls", truth: []string{"-mindepth", "1", "-maxdepth", "1", "-not", "-name", ".*", "-printf", "%y\n"}},
	{line: "ls -la", truth: []string{"-mindepth", "1", "-maxdepth", "1", "-printf", "%y\n"}, dirs: true},
	{line: "ls -R", truth: []string{"-mindepth", "1", "-not", "-path", "*/.*", "-printf", "%y\n"}},
	{line: "ls -lR", truth: []string{"-mindepth", "1", "-not", "-path", "*/.*", "-printf", "%y\n"}, dirs: true},
	{line: "tree -a -I .git", needs: "tree", truth: []string{"-mindepth", "1", "-path", "./.git", "-prune", "-o",
		"-mindepth", "1", "-printf", "%y\n"}, dirs: true},
	{line: "fd -HI --type f -E .git", needs: "fd", truth: append(noGit[:4:4], "-type", "f", "-printf", "%y\n"),
		onlyFile: true},
}

// listing compares entries, and files and folders if the listing marks folders or the answer counts them.
func listing(ctx context.Context, r *repo, _ options) ([]*part, error) {
	p := &part{name: "listing"}
	for _, l := range lists {
		if l.needs != "" && !has(l.needs) {
			p.notes = append(p.notes, l.needs+" is not installed, its listing is left out")
			continue
		}
		types, _, err := r.output(ctx, "find", append([]string{"."}, l.truth...)...)
		if err != nil {
			return nil, err
		}
		a, err := r.asked(ctx, l.line)
		if err != nil {
			return nil, err
		}
		p.listing(l, a, string(types))
	}
	if r.isGit(ctx) {
		if err := tracked(ctx, r, p); err != nil {
			return nil, err
		}
	}
	return []*part{p}, nil
}

// listing compares an answer with the types of all entries.
func (p *part) listing(l list, a answer, types string) {
	entries := int64(strings.Count(types, "\n"))
	dirs := int64(strings.Count(types, "d\n"))
	p.stated(l.line, a, "entries", entries)
	switch {
	case l.onlyFile:
		p.optional(l.line, a, "files", entries)
	case l.dirs:
		p.stated(l.line, a, "dirs", dirs)
		p.stated(l.line, a, "files", entries-dirs)
	default:
		p.optional(l.line, a, "dirs", dirs)
		p.optional(l.line, a, "files", entries-dirs)
	}
}

// tracked compares git's own list with the number of paths in its index.
func tracked(ctx context.Context, r *repo, p *part) error {
	out, _, err := r.output(ctx, "git", "ls-files", "-z")
	if err != nil {
		return err
	}
	a, err := r.asked(ctx, "git ls-files")
	if err != nil {
		return err
	}
	n := int64(strings.Count(string(out), "\x00"))
	p.stated("git ls-files", a, "entries", n)
	p.optional("git ls-files", a, "files", n)
	return nil
}

func (r *repo) isGit(ctx context.Context) bool {
	_, _, err := r.output(ctx, "git", "rev-parse", "--is-inside-work-tree")
	return err == nil
}
