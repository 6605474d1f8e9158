// Package shell reads a shell command line far enough to know what its output is: which programs print to it, whether a
// filter has cut it, and whose exit status the whole reports.
//
// It parses and never runs or expands anything. A line of more than 64 KiB, one that nests too deeply, or one that
// isn't Bash gives a [Line] that is not OK; plain PowerShell commands such as "Get-Content a.txt" look like Bash and
// are read. Reading an ordinary line takes some 10 µs, the worst that is allowed less than 0.1 s.
package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Limits of what [Parse] looks at.
const (
	maxInput  = 64 << 10 // bytes
	maxParens = 64       // unclosed brackets: the parser's time grows with their square
	maxDepth  = 64       // nested statements
	maxNested = 2        // a line, and a script inside it: bash -c '...'
)

// Line describes the output of a command line. The zero Line describes nothing.
type Line struct {
	OK bool // it was parsed; the other fields mean nothing otherwise
	// Commands are the calls whose output reaches the line's output, filters left out, in order. The output of some is
	// in a file that a filter reads later: "make > log; tail log".
	Commands []Call
	Filters  []Call // what follows the last of them through pipes: head, tail, grep, sort, wc ...
	Setup    []Call // calls without output of note: cd, mkdir, those redirected to a file, those that only feed a pipe

	Cut      bool // a filter keeps lines by their position: head, tail, sed -n 5,9p, awk NR, grep -m
	Picked   bool // a filter keeps lines by their content: grep, uniq, sort -u
	Reshaped bool // a filter changes lines or makes others of them: wc, cut, jq, awk '{print $1}', grep -n
	Compound bool // a loop, a condition or a function: Commands may have run often or not at all

	// OwnExit means that the exit status is that of the last of Commands that ran. It is false after a pipe without
	// pipefail, before a ";" or "||" that follows, and whenever it isn't certain. In "a && b", the status is that of
	// the one that failed.
	OwnExit bool
	// AllExit means that an exit status of 0 proves that every one of Commands ended with 0.
	AllExit bool
	// EchoExit: the line ends by printing the exit status of the last command before it, as in "make; echo $?".
	EchoExit bool
}

// Call is one simple command, without what only wraps it: variables, sudo, env, timeout, npx, xargs and their like.
type Call struct {
	Name string // the program's base name: "rg" of "/usr/bin/rg"
	Own  bool   // called by a path that isn't absolute, such as ./diff: the name proves nothing
	// Args are its words, quotes removed; a word that only the shell could expand keeps its source text. Options that
	// come before the subcommand of git, go, cargo, npm and the like are left out, so that Args[0] is the subcommand.
	Args []string
	More bool // its arguments go on with names that aren't in the line: xargs or find -exec runs it
}

// Sub is the call's first word if it isn't an option: the subcommand of git, go or npm.
func (c Call) Sub() string {
	if len(c.Args) == 0 || strings.HasPrefix(c.Args[0], "-") {
		return ""
	}
	return c.Args[0]
}

// Is reports whether the command has one of these names.
func (c Call) Is(names ...string) bool { return slices.Contains(names, c.Name) }

// Has reports whether one of these words is among the arguments.
func (c Call) Has(words ...string) bool {
	return slices.ContainsFunc(c.Args, func(arg string) bool { return slices.Contains(words, arg) })
}

// Parse reads a command line.
func Parse(cmd string) Line {
	w := &walker{}
	st := w.script(cmd)
	if w.failed {
		return Line{}
	}
	w.line.OK = true
	w.line.OwnExit = st.exit == exitOwn
	w.line.AllExit = st.all && len(w.line.Commands) > 0
	return w.line
}

// parseFile parses a script within the limits of this package.
func parseFile(src string) (*syntax.File, bool) {
	if len(src) > maxInput || tooNested(src) {
		return nil, false
	}
	f, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(src), "")
	return f, err == nil && f != nil
}

// tooNested reports whether more brackets are open at once than in any real command. It ignores quoting, so it may
// report true too often.
func tooNested(src string) bool {
	depth := 0
	for i := 0; i < len(src); i++ {
		switch src[i] {
		case '(', '{':
			if depth++; depth > maxParens {
				return true
			}
		case ')', '}':
			depth = max(depth-1, 0)
		}
	}
	return false
}
