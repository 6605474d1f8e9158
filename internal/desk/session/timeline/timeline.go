// Package timeline orders what an agent did in a session: its calls, and how later calls show that a failure was
// mended.
//
//	entries := timeline.Of(calls)     // the oldest first
//	red := timeline.States(entries)   // commands whose last run failed
//
// The page of a session and the line at the end of a turn use it ([WorkOf]).
//
// # Limits and cost
//
// 10,000 calls take some 20 ms. Texts aren't safe to print.
package timeline

import (
	"strings"
	"time"

	"github.com/toktee/toktee/internal/desk/failure"
	"github.com/toktee/toktee/internal/desk/ledger/call"
	"github.com/toktee/toktee/internal/measure/cost"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/toolname"
)

// A Kind is the kind of an entry.
type Kind string

// The kinds of entries.
const (
	Call      Kind = "call"      // the model was sent a text for the output
	Untouched Kind = "untouched" // the output went to the model unread
	Unseen    Kind = "unseen"    // a call in the transcript that no hook saw
	Edit      Kind = "edit"      // the agent changed a file with a tool of its own
	Reread    Kind = "reread"    // the model asked for lines of an earlier call that it wasn't sent
	Claimed   Kind = "claimed"   // the model claimed something of a check, such as that all tests pass
	Compacted Kind = "compacted" // the model's context was replaced: earlier texts are gone from it
)

// A State is whether a failure was mended.
type State string

// The states of a failed call.
const (
	Red   State = "red"   // the same command hasn't passed since
	Fixed State = "fixed" // a later run of it passed
	Rerun State = "rerun" // it was run again, and nothing tells how that ended
	// Failed is of a call of an MCP server, or without a command: whether a later one mends it isn't known.
	Failed State = "failed"
)

// An Entry is one step of a session. Which fields are set depends on its kind.
type Entry struct {
	Kind  Kind
	Time  time.Time
	Agent string // of a sub-agent's step; "" for the main agent
	Call  call.Call
	State State     // of a failed call
	Later time.Time // when the later run ended, for the states Fixed and Rerun
	File  string    // that was edited, relative to the session's folder if it is in there
	// Lines and Given are of a re-read: the lines that were asked for, and the tokens that the model got.
	Lines [2]int
	Given int
	// Claim and Record are of a claim: what was claimed, and what the session's record has instead, "" if nothing
	// contradicts it. Call is the run that Record is about, if it is known.
	Claim, Record string
	// Cost is the price of the model's request that made the call, by the transcript; 0 if it isn't known, or if an
	// earlier call is of the same request.
	Cost cost.Amount

	// Inner means a command that a line of the agent ran, and that isn't known to be all of it.
	Inner bool
	ran   []string // what shims ran for the line and ended as it did, by [SameCommand]

	// What follows is set by the reader of sessions.
	Took   time.Duration
	Hidden int // lines of the output that the model wasn't sent
	Causes []failure.Cause
	Unsent []failure.Line // the first lines of the longest part that the model wasn't sent
}

// SameCommand is equal for calls of which a later one shows whether an earlier failure was mended: those of all tools
// that run commands are alike.
func SameCommand(c *call.Call) string {
	tool := c.Tool
	if toolname.FamilyOf(tool, shell.Line{}) == toolname.FamilyExec {
		tool = ""
	}
	return c.Dir + "\x00" + tool + "\x00" + c.Command
}

// Of makes entries of calls, the oldest first, with the compactions between them.
func Of(calls []call.Call) []Entry {
	out := make([]Entry, 0, len(calls)+8)
	epochs := map[string]int{}
	for _, c := range calls {
		_, agent, _ := strings.Cut(c.Session, "/")
		if before, ok := epochs[c.Session]; ok && c.Epoch > before {
			out = append(out, Entry{Kind: Compacted, Time: c.Time, Agent: agent})
		}
		epochs[c.Session] = c.Epoch
		e := Entry{Kind: Call, Time: c.Time, Agent: agent, Call: c, Inner: isInner(&c)}
		if e.Inner {
			e.Call.Command = withoutPath(c.Command)
			e.ran = []string{SameCommand(&e.Call)}
		}
		if c.Untouched {
			e.Kind = Untouched
			if IsEdit(c.Tool) {
				e.Kind, e.File = Edit, c.Command
			}
		}
		out = append(out, e)
	}
	return joined(out)
}

// Failing is equal for failures of the same command: of the program that ran, if it is one, in whatever line.
func (e *Entry) Failing() string {
	if len(e.ran) == 1 {
		return e.ran[0]
	}
	return SameCommand(&e.Call)
}

// States sets the states of failed calls, and returns the number of commands that are red.
func States(entries []Entry) (red int) {
	later := map[string]*Entry{} // the next run of a command that passed or whose end isn't known
	counted := map[string]bool{}
	for i := len(entries) - 1; i >= 0; i-- {
		e := &entries[i]
		switch isCall := e.Kind == Call || e.Kind == Untouched || e.Kind == Unseen; {
		case isCall && (IsMCP(e.Call.Tool) || e.Call.Command == "") && e.Call.Outcome == "fail":
			e.State = Failed
			continue
		case !isCall, IsMCP(e.Call.Tool), e.Call.Command == "":
			continue
		}
		command := e.Failing()
		next := later[SameCommand(&e.Call)]
		if n := later[command]; n != nil && (next == nil || n.Call.Outcome == "pass") {
			next = n
		}
		switch {
		case e.Call.Outcome != "fail":
			for _, command := range append([]string{SameCommand(&e.Call)}, e.ran...) {
				if e.Call.Outcome == "pass" || later[command] == nil {
					later[command] = e
				}
			}
		case next == nil:
			e.State = Red
			if !counted[command] {
				red++
			}
			counted[command] = true
		case next.Call.Outcome == "pass":
			e.State, e.Later = Fixed, next.Time
		default:
			e.State, e.Later = Rerun, next.Time
		}
	}
	return red
}

// IsMCP reports whether a tool is one of an MCP server.
func IsMCP(tool string) bool { return strings.HasPrefix(tool, "mcp__") }

// IsEdit reports whether a tool changes files.
func IsEdit(tool string) bool { return toolname.FamilyOf(tool, shell.Line{}) == toolname.FamilyEdit }
