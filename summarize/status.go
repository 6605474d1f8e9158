package summarize

import (
	"cmp"
	"strings"
	"unicode"

	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/toolname"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/tokens"
)

// statusTokens is the largest cost of a status line, its line feed included.
const statusTokens = 16

// An ending holds the facts for the status line of a call.
type ending struct {
	status   result.Status
	isOwn    bool           // the exit status is the tool's own, not that of a pipeline or list
	isAnswer bool           // a non-zero exit status is an answer, not an error
	isStated bool           // the agent puts the exit code next to the text
	nothing  string         // "no output" or similar; "" if there is an output
	found    result.Outcome // the outcome that the output reports
	isIdle   bool           // the output is a test runner's that ran no test
	read     string         // how much of the output is read; "" for all of it
}

// endingOf returns the ending of a call without the facts from its output.
func endingOf(s seen) ending {
	in := s.input
	return ending{
		status: in.Status, isAnswer: s.isAnswer, isOwn: in.Command == "" || in.Shell.OK && in.Shell.OwnExit,
		isStated: s.isStated, read: readOf(s.text.src),
	}
}

// line returns the status line, "" if none is needed. It states facts that the output doesn't show: a bad exit status,
// an empty output, a run without tests, and an exit status that contradicts the verdict. If both parts don't fit, it
// has only the first:
//
//	exit 1, no output
//
// If only a part of the output is read, the line states that instead of the second part.
func (e ending) line(c *tokens.Counter) string {
	exit, contradiction := e.exit(c), cmp.Or(e.read, e.contradiction())
	if exit == "" || contradiction == "" {
		return exit + contradiction
	}
	short, _, _ := strings.Cut(exit, " after ")
	return fitting(c, exit+", "+contradiction, fitting(c, short+", "+contradiction, exit))
}

// exit returns words on the end of the process, "" if it ended well.
func (e ending) exit(c *tokens.Counter) string {
	st := e.status
	switch {
	case st.Aborted:
		return "stopped on request"
	case st.Timeout > 0:
		return fitting(c, "timed out after "+st.Timeout.String(), "timed out")
	case st.Signal != "":
		return fitting(c, "killed by "+st.Signal, "killed")
	case st.Known && st.Code != 0 && !e.isStated && !(e.isAnswer && e.nothing == ""):
		return "exit " + itoa(st.Code)
	case st.Reported == result.Fail:
		return "failed"
	}
	return ""
}

// contradiction returns words on an empty output, a run without tests, or an output that contradicts the exit status.
// It returns "" for none of these.
func (e ending) contradiction() string {
	switch {
	case e.nothing != "":
		return e.nothing
	case e.isIdle:
		return "no test ran"
	case !e.isOwn:
		return ""
	case e.status.OK() && e.found == result.Fail:
		return "exit 0, but failure is reported"
	case e.status.Bad() && !e.isAnswer && e.found == result.Pass:
		return "though success is reported"
	}
	return ""
}

// fitting returns s if it fits a status line, else shorter.
func fitting(c *tokens.Counter, s, shorter string) string {
	if !strings.ContainsFunc(s, unicode.IsControl) && c.CountString(s+"\n") <= statusTokens {
		return s
	}
	return shorter
}

// isAnswer reports whether a non-zero exit status is an answer, not a failure. 1 of grep means no match, 1 of diff that
// the files differ, 1 of test that the condition is false.
func isAnswer(in *strategies.Input) bool {
	if !isPlainOne(in.Status) {
		return false
	}
	if in.Command == "" {
		return in.Family == strategies.FamilySearch
	}
	call, ok := exitingCall(in.Shell)
	if !ok || call.Own {
		return false
	}
	return toolname.AnswersWithOne(call)
}

// isPlainOne reports whether a command ended by itself with exit status 1.
func isPlainOne(st result.Status) bool {
	stopped := st.Signal != "" || st.Timeout > 0 || st.Aborted
	return st.Known && st.Code == 1 && !stopped && st.Reported != result.Fail
}

// exitingCall returns the call whose exit status is that of the command line. ok is false if it isn't known.
func exitingCall(l shell.Line) (call shell.Call, ok bool) {
	calls := l.Commands
	if len(calls) == 0 && len(l.Setup) == 1 {
		calls = l.Setup // test prints nothing, and is alone
	} else if !l.OwnExit {
		return shell.Call{}, false
	}
	if !l.OK || len(calls) == 0 {
		return shell.Call{}, false
	}
	return calls[len(calls)-1], true
}
