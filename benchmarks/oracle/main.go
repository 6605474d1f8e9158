// Command oracle compares toktee's counts with those of independent tools, on any repository:
//
//	go run ./benchmarks/oracle [--only KIND,...] [--commits N] [--files N] [--patterns RE,...] REPO...
//
// The kinds are
//
//   - search: the output of rg and grep, against rg --json, rg -c and grep -c;
//   - listing: the output of find, ls, tree, git ls-files and fd, against find;
//   - diffs: the output of git show and git diff, against --numstat. If all of a diff is shown, git apply must make the
//     next commit's tree of it. A folder that is no git repository is copied, and edited in the copy;
//   - outline: source files as a read tool prints them, against Universal Ctags: its functions and types in the details
//     by name and line, their last lines, and the top-level ones of files with less than 80 symbols in a text of 1000
//     tokens, each with its lines; and that every listed name is on its line.
//
// It prints a table for each repository with the first few differences, and exits with 1 when a count of the first
// three differs, or if the outlines agree less than the thresholds: 98% of the symbols and of their last lines, 95% of
// the names in the text, 99% of the names on their lines. toktee reads the tools' output for people; the truth comes
// from other runs of them, whose output is made for programs.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
)

// Exit codes.
const (
	exitOK      = 0
	exitDiffers = 1
	exitUsage   = 2
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], toktee, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// options are the command's flags.
type options struct {
	commits  int      // commits whose diffs are compared
	files    int      // source files whose outlines are compared
	patterns []string // patterns to search for besides the repository's own
	only     []string // the kinds of output that are compared; none for all
}

const usage = "usage: oracle [--only KIND,...] [--commits N] [--files N] [--patterns RE,...] REPO...\n"

// kind is a kind of output that is compared.
type kind struct {
	name    string
	compare func(context.Context, *repo, options) ([]*part, error)
}

// kinds are all of them, in the order in which they are compared.
var kinds = []kind{{"search", search}, {"listing", listing}, {"diffs", diffs}, {"outline", outline}}

// run does the work of main, without its process.
func run(ctx context.Context, args []string, ask asker, stdout, stderr io.Writer) int {
	o, repos, err := parse(args)
	if errors.Is(err, flag.ErrHelp) {
		io.WriteString(stdout, usage)
		return exitOK
	}
	if err == nil {
		err = missing("git", "find", "ls", "grep", "rg", "ctags")
	}
	if err != nil {
		fmt.Fprintln(stderr, "oracle:", err)
		return exitUsage
	}
	code := exitOK
	for _, dir := range repos {
		parts, err := compare(ctx, dir, o, ask)
		if err != nil {
			fmt.Fprintf(stderr, "oracle: %s: %v\n", dir, err)
			return exitDiffers
		}
		printTable(stdout, dir, parts)
		for _, p := range parts {
			if !p.passed() {
				code = exitDiffers
			}
		}
	}
	return code
}

// parse reads the command line.
func parse(args []string) (options, []string, error) {
	var o options
	var patterns, only string
	fs := flag.NewFlagSet("oracle", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.IntVar(&o.commits, "commits", 500, "")
	fs.IntVar(&o.files, "files", 80, "")
	fs.StringVar(&patterns, "patterns", "", "")
	fs.StringVar(&only, "only", "", "")
	if err := fs.Parse(args); err != nil {
		return o, nil, err
	}
	o.patterns = strings.FieldsFunc(patterns, func(r rune) bool { return r == ',' })
	o.only = strings.FieldsFunc(only, func(r rune) bool { return r == ',' })
	for _, name := range o.only {
		if !slices.ContainsFunc(kinds, func(k kind) bool { return k.name == name }) {
			return o, nil, fmt.Errorf("--only has no %q: want search, listing, diffs or outline", name)
		}
	}
	switch {
	case o.commits < 0 || o.files < 0:
		return o, nil, errors.New("--commits and --files want 0 or more")
	case fs.NArg() == 0:
		return o, nil, errors.New("want a repository's folder")
	}
	for _, dir := range fs.Args() {
		if info, err := os.Stat(dir); err != nil {
			return o, nil, err
		} else if !info.IsDir() {
			return o, nil, fmt.Errorf("%s is not a folder", dir)
		}
	}
	return o, fs.Args(), nil
}

// compare runs all parts over one repository.
func compare(ctx context.Context, dir string, o options, ask asker) ([]*part, error) {
	r := &repo{dir: dir, ask: ask}
	var parts []*part
	for _, k := range kinds {
		if len(o.only) > 0 && !slices.Contains(o.only, k.name) {
			continue
		}
		p, err := k.compare(ctx, r, o)
		if err != nil {
			return nil, err
		}
		parts = append(parts, p...)
	}
	return parts, nil
}
