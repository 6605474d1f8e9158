package timeline

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/desk/ledger/call"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/toolname"
)

// A shim, or "toktee run", notes the command that it ran; the agent's hook and its transcript have the line of the
// agent that ran it. They are one call:
//
//	shim   /usr/local/go/bin/go test ./...   exit 1, 7,800 tokens without toktee
//	hook   go test ./... | tail -2           the 20 tokens that the model got

// isInner reports whether a call is of a command that a line of the agent ran.
func isInner(c *call.Call) bool { return !c.Untouched && (c.Door == "shim" || c.Door == "run") }

// isLine reports whether an entry is a line of the agent that may have run other entries.
func (e *Entry) isLine() bool {
	return (e.Kind == Call || e.Kind == Untouched) && !e.Inner && e.Call.Command != "" &&
		toolname.FamilyOf(e.Call.Tool, shell.Line{}) == toolname.FamilyExec
}

// joined makes one entry of each line of the agent and what it ran, in entries in order: that of the line if a hook
// replaced its output, or else those of what it ran, under the name of the line if that is one command. A line that
// passed, though what it ran failed, is an entry besides.
func joined(entries []Entry) []Entry {
	out := make([]Entry, 0, len(entries))
	for _, e := range entries {
		first := len(out)
		if e.isLine() {
			first = innerOf(out, &e)
		}
		failed := slices.ContainsFunc(out[first:], func(in Entry) bool { return in.Call.Outcome == "fail" })
		if failed && e.Call.Outcome == "pass" {
			first = len(out) // the failure stays to be seen
		}
		switch n := len(out) - first; {
		case n == 0:
			out = append(out, e)
		case e.Kind == Call:
			if failed {
				e.Call.Outcome = "fail"
			}
			for _, in := range out[first:] {
				if in.Call.Outcome == e.Call.Outcome {
					e.ran = append(e.ran, in.ran...)
				}
			}
			out = append(out[:first], e)
		case n == 1:
			out[first].SetLine(e.Call.Tool, e.Call.Command, e.Call.CallID)
		}
	}
	return out
}

// innerOf returns where the entries begin that a line ran: those at the end, each of another command of the line.
func innerOf(entries []Entry, line *Entry) int {
	first := len(entries)
	left := line.Call.Command
	for ; first > 0; first-- {
		e := &entries[first-1]
		if !e.Inner || e.Agent != line.Agent || !shell.HasCall(left, e.Call.Command) {
			break
		}
		name, _, _ := strings.Cut(e.Call.Command, " ")
		if i := strings.LastIndex(left, name); i >= 0 {
			left = left[:i] // what ran before it
		}
	}
	return first
}

// SetLine makes an inner entry that of its line.
func (e *Entry) SetLine(tool, command, id string) {
	e.Inner, e.Call.Tool, e.Call.Command, e.Call.CallID = false, tool, command, id
}

// withoutPath is a command whose program isn't named by an absolute path.
func withoutPath(command string) string {
	program, rest, _ := strings.Cut(command, " ")
	if strings.HasPrefix(program, "/") {
		return strings.TrimSpace(program[strings.LastIndexByte(program, '/')+1:] + " " + rest)
	}
	return command
}
