package search

import (
	"encoding/json"
	"path"
	"strings"

	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/strategies"
)

// answer is the answer to a yes-or-no question, as far as known.
type answer uint8

const (
	unknown answer = iota
	yes
	no
)

// known is the answer to a question that is settled.
func known(b bool) answer {
	if b {
		return yes
	}
	return no
}

// query holds the facts about a search from its command line and tool.
type query struct {
	program  string // "grep", "rg", "git grep" ...; "" for an agent's own tool
	pattern  string
	path     string // the one file or folder that was searched, "" for several or none
	context  answer // context lines were asked for
	numbers  answer // lines are numbered
	paths    answer // lines start with a path
	only     bool   // paths alone: -l, -L
	without  bool   // of files without a match: -L
	counts   bool   // counts alone: -c
	column   bool   // a column follows the number
	oneFile  bool   // a single file or a pipe was searched
	inverted bool   // -v
	fixed    bool   // the pattern is plain text
	basic    bool   // it is a basic regular expression, as grep's is without -E
	fold     bool   // case doesn't matter
	smart    bool   // nor does it for a pattern without capitals
}

// queryOf reads a tool call or a command line.
func queryOf(in *strategies.Input) query {
	q := query{pattern: in.Pattern, path: in.Path}
	if in.Command != "" {
		if in.Shell.OK && len(in.Shell.Commands) == 1 {
			q.ofCall(in.Shell.Commands[0], in.Shell)
		}
		return q
	}
	q.ofArgs(in.Args)
	q.oneFile = looksFile(q.path)
	return q
}

// looksFile reports whether a path is a file's by its name: that has an extension. "." and ".github" are folders.
func looksFile(name string) bool {
	base := path.Base(name)
	return !strings.HasSuffix(name, "/") && strings.LastIndexByte(base, '.') > 0 && base != ".."
}

// ofCall reads a command's options and operands.
func (q *query) ofCall(c shell.Call, l shell.Line) {
	q.program = strings.ToLower(c.Name)
	if q.program == "git" {
		q.program = "git grep"
	}
	switch q.program {
	case "select-string", "sls", "findstr":
		return // their options aren't like the others'
	}
	opts, operands := c.Split()
	q.context, q.numbers, q.paths = no, no, unknown
	q.ofProgram()
	pattern, recursive := "", false
	for _, o := range opts {
		switch o.Name {
		case "-e", "--regexp":
			pattern = o.Value
		case "-r", "-R", "--recursive":
			recursive = recursive || q.program != "rg" // rg -r replaces
		default:
			q.ofLayout(o)
			q.ofKind(o.Name)
		}
	}
	if pattern == "" && len(operands) > 0 {
		pattern, operands = operands[0], operands[1:]
	}
	if q.pattern == "" {
		q.pattern = pattern
	}
	if !c.More { // else other files are searched than the line names
		q.ofOperands(operands, recursive, l)
	}
	switch q.program {
	case "ag", "ack":
		q.numbers = unknown
	case "git grep":
		q.numbers = unknown // there is a setting for it
		q.oneFile = false
	}
}

// ofProgram sets the program's own syntax of patterns, unless an option changes it.
func (q *query) ofProgram() {
	switch q.program {
	case "grep", "ggrep", "zgrep", "git grep":
		q.basic = true
	case "fgrep":
		q.fixed = true
	case "ag":
		q.smart = true
	}
}

// ofLayout reads an option about the layout of each line.
func (q *query) ofLayout(o shell.Option) {
	switch o.Name {
	case "-A", "-B", "-C", "-#", "--context", "--after-context", "--before-context", "--after", "--before",
		"--passthru", "-p", "-W", "--show-function", "--function-context":
		if o.Value != "0" {
			q.context = yes
		}
	case "-n", "--line-number", "--heading":
		q.numbers = yes
	case "--column", "--vimgrep":
		q.numbers, q.column = yes, true
	case "-N", "--no-line-number":
		q.numbers = no
	case "-H", "--with-filename":
		q.paths = yes
	case "-h", "--no-filename":
		q.paths = no
	case "-I":
		if q.program == "rg" { // grep -I skips binary files
			q.paths = no
		}
	}
}

// ofKind reads an option about the kind of results.
func (q *query) ofKind(option string) {
	switch option {
	case "-l", "--files-with-matches", "--name-only", "--files-with-match":
		q.only = true
	case "-L", "--files-without-match", "--files-without-matches":
		q.only, q.without = true, true
	case "-c", "--count", "--count-matches":
		q.counts = true
	case "-v", "--invert-match":
		q.inverted = true
	case "-F", "--fixed-strings", "-Q", "--literal":
		q.fixed = true
	case "-E", "--extended-regexp", "-P", "--perl-regexp":
		q.basic = false
	case "-i", "--ignore-case":
		q.fold = true
	case "-S", "--smart-case":
		q.smart = true
	}
}

// ofOperands reads which files were searched.
func (q *query) ofOperands(operands []string, recursive bool, l shell.Line) {
	if len(operands) == 1 && q.path == "" {
		q.path = operands[0]
	}
	fed := len(operands) == 0 && feeder(l)
	glob := len(operands) > 0 && strings.ContainsAny(operands[0], "*?[{$")
	one := len(operands) == 1 && !glob
	switch q.program {
	case "grep", "egrep", "fgrep", "zgrep", "ggrep":
		q.oneFile = !recursive && (one || fed)
		switch {
		case q.paths != unknown:
		case recursive:
			q.paths = yes
		case !glob:
			q.paths = known(len(operands) > 1)
		}
	default: // these search folders too: a file has an extension
		q.oneFile = fed || one && looksFile(operands[0])
		if fed && q.paths == unknown {
			q.paths = no
		}
	}
}

// ofTool reports whether an agent's own tool searched, not a program.
func (q *query) ofTool() bool { return q.program == "" }

// dash reports whether context lines look like path:12-text.
func (q *query) dash() bool { return q.program == "ag" && q.context == yes }

// feeder reports whether the search reads a pipe.
func feeder(l shell.Line) bool {
	for _, s := range l.Setup {
		switch s.Name {
		case "cat", "echo", "printf", "zcat", "git":
			return true
		}
	}
	return false
}

// ofArgs reads the arguments of agents' search tools.
func (q *query) ofArgs(args json.RawMessage) {
	var m map[string]json.RawMessage
	if len(args) == 0 || json.Unmarshal(args, &m) != nil {
		return
	}
	text := func(k string) string {
		var s string
		_ = json.Unmarshal(m[k], &s)
		return s
	}
	for _, k := range [...]string{"pattern", "query", "regex", "search_term", "Query"} {
		if q.pattern == "" {
			q.pattern = text(k)
		}
	}
	q.fold = string(m["-i"]) == "true" || string(m["case_insensitive"]) == "true"
	switch text("output_mode") {
	case "files_with_matches":
		q.only = true
	case "count":
		q.counts = true
	case "content":
		q.context = no
		for _, k := range [...]string{"-A", "-B", "-C", "context", "after_context", "before_context"} {
			if v := string(m[k]); v != "" && v != "0" && v != "null" {
				q.context = yes
			}
		}
		if v := string(m["-n"]); v != "" {
			q.numbers = known(v == "true")
		}
	}
}
