package tool

import (
	"context"
	"strconv"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

const grepDescription = "Searches files for a regular expression and returns path:line:text of each match. " +
	"Hidden and binary files are left out, and so are those that .gitignore names where rg is installed."

func grepHints() hints {
	return hints{
		"pattern":    {Description: "a regular expression"},
		"path":       {Description: "the file or folder, relative to the root; the root by default"},
		"glob":       {Description: "only files that fit, such as *.go"},
		"literal":    {Description: "the pattern is a text, not a regular expression"},
		"context":    {Description: "lines shown before and after each match", Minimum: atLeast(0)},
		"files_only": {Description: "only the paths of files with a match"},
	}
}

// grepArgs are the arguments of grep. The syntax of a pattern depends on the searcher: rg, or without it the regexp
// package. Both know the same common syntax.
type grepArgs struct {
	Pattern    string `json:"pattern"`
	Path       string `json:"path,omitzero"`
	Glob       string `json:"glob,omitzero"`
	IgnoreCase bool   `json:"ignore_case,omitzero"`
	Literal    bool   `json:"literal,omitzero"`
	Context    int    `json:"context,omitzero"`
	FilesOnly  bool   `json:"files_only,omitzero"`
}

// grep searches with rg if it is installed, and otherwise by itself. The result is the same, but that rg leaves out
// what .gitignore names: lines "path:line:text", exit code 0 for matches, 1 for none, and rg's own for its errors.
func (s *Set) grep(ctx context.Context, c call, a grepArgs) (result.ToolResult, error) {
	if a.Pattern == "" {
		return result.ToolResult{}, badInput("no pattern: want a regular expression")
	}
	if a.Context < 0 {
		return result.ToolResult{}, badInput("context %d: want a number from 0", a.Context)
	}
	if a.Path == "" {
		a.Path = "."
	}
	name, err := s.files.name(a.Path)
	if err != nil {
		return result.ToolResult{}, err
	}
	if _, err := s.files.at.Stat(name); err != nil {
		return result.ToolResult{}, badInput("%s: %w", a.Path, reason(err))
	}
	if err := s.files.mayAccess(name, false); err != nil {
		return result.ToolResult{}, &inputError{err}
	}
	if rg, ok := installed("rg"); ok {
		cmd := Command{Tool: c.tool, Args: c.args, hidden: true}
		if s.files.root != nil || s.files.refuse != nil {
			cmd.confine = &confiner{files: s.files, filesOnly: a.FilesOnly}
		}
		cmd.Argv = rgArgs(rg, name, a, cmd.confine != nil)
		return s.command(ctx, cmd)
	}
	return s.grepFiles(ctx, c, name, a)
}

// rgArgs returns the command line of rg for a name as the place takes it. Sorting keeps rg to one thread, and makes
// the same bytes every time. A configuration of the user's could change their form, and isn't read. Confined, rg
// prints the form that a [confiner] reads: also for paths alone the line that matches.
func rgArgs(rg, name string, a grepArgs, confined bool) []string {
	argv := []string{rg, "--no-config", "--no-heading", "--color=never", "--sort=path"}
	flag := func(set bool, flags ...string) {
		if set {
			argv = append(argv, flags...)
		}
	}
	lines := !a.FilesOnly || confined
	flag(!lines, "--files-with-matches")
	flag(lines, "--with-filename", "--line-number")
	flag(a.FilesOnly && confined, "--max-count=1")
	flag(!a.FilesOnly, "--context="+strconv.Itoa(a.Context))
	flag(confined, "--null")
	flag(a.IgnoreCase, "--ignore-case")
	flag(a.Literal, "--fixed-strings")
	flag(a.Glob != "", "--glob="+a.Glob)
	argv = append(argv, "--regexp="+a.Pattern)
	flag(name != ".", "--", name) // without a path, rg prints names without "./"
	return argv
}

// grepFiles searches without rg. It has rg's exit codes: 0 for matches, 1 for none. A search that is stopped has what
// it found until then.
func (s *Set) grepFiles(ctx context.Context, c call, name string, a grepArgs) (result.ToolResult, error) {
	m, err := newMatcher(a)
	if err != nil {
		return result.ToolResult{}, err
	}
	g, err := parseGlob(a.Glob)
	if err != nil {
		return result.ToolResult{}, err
	}
	req := summarize.Request{}
	req.Status = result.Status{Known: true, Code: 1}
	sp := s.newSpool()
	defer sp.Remove()
	found, err := m.search(ctx, s.files, name, g, sp)
	if ctx.Err() != nil {
		return s.stopped(ctx, c, req, sp)
	}
	if err != nil {
		return result.ToolResult{}, &inputError{err}
	}
	if found {
		req.Status.Code = 0
	}
	return s.deliver(c, req, sp)
}
