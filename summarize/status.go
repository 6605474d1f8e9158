package summarize

import (
	"strings"
	"unicode"

	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/toolname"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/tokens"
)

// statusTokens is the most that a status line costs, its line feed included.
const statusTokens = 16

// An ending is how a call ended: what its status line is written from.
type ending struct {
	status   result.Status
	isOwn    bool           // the exit status is the tool's own, not that of a pipeline or list
	isAnswer bool           // a non-zero exit status is an answer, not an error
	nothing  string         // says that there is no output, "" where there is some
	found    result.Outcome // what the output itself reports
}

// endingOf is how a call ended, as far as that is known without its output.
func endingOf(s seen) ending {
	in := s.input
	return ending{
		status: in.Status, isAnswer: s.isAnswer, isOwn: in.Command == "" || in.Shell.OK && in.Shell.OwnExit,
	}
}

// line is the status line. It says how the command ended, in what the output itself doesn't say: a bad exit, an empty
// output, and a verdict that the exit status contradicts. Most results need none, which is "". The first part is always
// there, in fewer words where it is too long.
func (e ending) line(c *tokens.Counter) string {
	exit, contradiction := e.exit(c), e.contradiction()
	if exit == "" || contradiction == "" {
		return exit + contradiction
	}
	return fitting(c, exit+", "+contradiction, exit)
}

// exit says how the process ended, "" where that goes without saying.
func (e ending) exit(c *tokens.Counter) string {
	st := e.status
	switch {
	case st.Aborted:
		return "stopped on request"
	case st.Timeout > 0:
		return fitting(c, "timed out after "+st.Timeout.String(), "timed out")
	case st.Signal != "":
		return fitting(c, "killed by "+st.Signal, "killed")
	case st.Known && st.Code != 0 && !(e.isAnswer && e.nothing == ""):
		return "exit " + itoa(st.Code)
	case st.Reported == result.Fail:
		return "failed"
	}
	return ""
}

// contradiction says that there is no output, or that output and exit status contradict each other; "" where neither is
// so.
func (e ending) contradiction() string {
	switch {
	case e.nothing != "":
		return e.nothing
	case !e.isOwn:
		return ""
	case e.status.OK() && e.found == result.Fail:
		return "exit 0, but failures reported"
	case e.status.Bad() && !e.isAnswer && e.found == result.Pass:
		return "though success is reported"
	}
	return ""
}

// fitting is s where it fits a status line, else what says the same in fewer words.
func fitting(c *tokens.Counter, s, shorter string) string {
	if !strings.ContainsFunc(s, unicode.IsControl) && c.CountString(s+"\n") <= statusTokens {
		return s
	}
	return shorter
}

// isAnswer reports whether a non-zero exit status says something other than that the command failed: 1 of grep, diff,
// test and find is nothing found, files that differ, a condition that doesn't hold.
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

// exitingCall is the call whose exit status is that of a command line. ok is false where it isn't known.
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
