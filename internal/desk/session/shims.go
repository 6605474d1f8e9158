package session

import (
	"slices"
	"sort"
	"strings"

	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/measure/cost"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/toolname"
)

// A shim, or "toktee run", notes the command that it ran; the agent's hook and its transcript have the line of the
// agent that ran it. They are one call:
//
//	shim   /usr/local/go/bin/go test ./...   exit 1, 7,800 tokens without toktee
//	hook   go test ./... | tail -2           the 20 tokens that the model got

// isInner reports whether a call is of a command that a line of the agent ran.
func isInner(c *ledger.Call) bool { return !c.Untouched && (c.Door == "shim" || c.Door == "run") }

// isLine reports whether an entry is a line of the agent that may have run other entries.
func (e *Entry) isLine() bool {
	return (e.Kind == Call || e.Kind == Untouched) && !e.inner && e.Call.Command != "" &&
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
			out[first].name(e.Call.Tool, e.Call.Command, e.Call.CallID)
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
		if !e.inner || e.Agent != line.Agent || !shell.HasCall(left, e.Call.Command) {
			break
		}
		name, _, _ := strings.Cut(e.Call.Command, " ")
		if i := strings.LastIndex(left, name); i >= 0 {
			left = left[:i] // what ran before it
		}
	}
	return first
}

// name makes an inner entry that of its line.
func (e *Entry) name(tool, command, id string) {
	e.inner, e.Call.Tool, e.Call.Command, e.Call.CallID = false, tool, command, id
}

// withoutPath is a command whose program isn't named by an absolute path.
func withoutPath(command string) string {
	program, rest, _ := strings.Cut(command, " ")
	if strings.HasPrefix(program, "/") {
		return strings.TrimSpace(program[strings.LastIndexByte(program, '/')+1:] + " " + rest)
	}
	return command
}

// maxParallel is how many steps before a call are looked at for the one that ran it.
const maxParallel = 64

// pairInner gives steps of the transcript the inner entries that they ran and that no hook joined: those between the
// start and the end of the step. A step that failed, though none of them did, stays a call of its own.
func (s *Session) pairInner(steps []step, seen map[int]bool, priceAt func(step int) cost.Amount) {
	inner := map[int][]*Entry{} // by step
	for i := range s.Entries {
		e := &s.Entries[i]
		if !e.inner {
			continue
		}
		last := sort.Search(len(steps), func(k int) bool { return steps[k].at.After(e.Time) }) - 1
		for k := last; k >= 0 && k > last-maxParallel; k-- {
			p := &steps[k]
			if !seen[k] && !p.ended.IsZero() && !e.Time.After(p.ended.Add(slack)) &&
				shell.HasCall(p.command, e.Call.Command) {
				inner[k] = append(inner[k], e)
				break
			}
		}
	}
	for k, list := range inner {
		failed := false
		for _, e := range list {
			failed = failed || e.Call.Outcome == "fail"
		}
		if len(list) == 1 {
			list[0].name(steps[k].tool, steps[k].command, steps[k].id)
		}
		if seen[k] = failed || steps[k].outcome() != "fail"; seen[k] {
			list[0].Cost = priceAt(k)
		}
	}
}
