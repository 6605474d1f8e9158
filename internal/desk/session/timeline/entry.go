package timeline

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/toktee/toktee/internal/desk/figures"
	"github.com/toktee/toktee/internal/host/checks"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/toolname"
)

// Title is a call's name: its command, or its tool with a path or pattern. It isn't safe to print.
func (e *Entry) Title() string {
	c := &e.Call
	if c.Command != "" && c.Tool != "" && toolname.FamilyOf(c.Tool, shell.Line{}) != toolname.FamilyExec {
		return c.Tool + " " + c.Command
	}
	return cmp.Or(c.Command, c.Tool, e.File)
}

// IsCheck reports whether a call ran tests, a build or a linter.
func (e *Entry) IsCheck() bool {
	return (e.Kind == Call || e.Kind == Untouched || e.Kind == Unseen) && IsCheck(e.Call.Tool, e.Call.Command)
}

// IsCheck reports whether a command of a tool runs tests, a build or a linter: of other commands, a success proves
// nothing that "passed" says.
func IsCheck(tool, command string) bool {
	runs := func(c shell.Call) bool { return len(checks.KindsOf(c)) > 0 }
	line := shell.Parse(command)
	return line.OK && (tool == "" || toolname.FamilyOf(tool, line) == toolname.FamilyExec) &&
		(slices.ContainsFunc(line.Commands, runs) || slices.ContainsFunc(line.Setup, runs))
}

// IsContradicted reports whether an entry is a claim that the record contradicts.
func (e *Entry) IsContradicted() bool { return e.Kind == Claimed && e.Record != "" }

// Asked names the lines that a re-read asked for: "lines 4 to 9", "the output".
func (e *Entry) Asked() string {
	switch {
	case e.Lines[1] > 0:
		return fmt.Sprintf("lines %d to %d", e.Lines[0], e.Lines[1])
	case e.Lines[0] > 0:
		return fmt.Sprintf("lines from %d on", e.Lines[0])
	}
	return "the output"
}

// Unshown states how much of a call's output the model wasn't sent, "" for nothing: "120 lines not shown to the model".
func (e *Entry) Unshown() string {
	const words = " not shown to the model"
	if e.Hidden > 0 {
		return figures.Count(e.Hidden, "line", "lines") + words
	}
	if hidden := e.Call.Raw - e.Call.Given; hidden > 0 && e.Kind == Call {
		return figures.Count(hidden, "token", "tokens") + words
	}
	return ""
}

// Exit states the exit code of a failed call, "" if it isn't known: "exit 3".
func (e *Entry) Exit() string {
	c := e.Call.ExitCode
	switch {
	case c == nil || e.State == "":
		return ""
	case len(e.Causes) == 0:
		return fmt.Sprintf("exit %d; the output names no cause", *c)
	}
	return fmt.Sprint("exit ", *c)
}
