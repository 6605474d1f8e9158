package summarize

import (
	"strings"
	"unicode"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/tokens"
)

// statusTokens is the most that a status line costs, its line feed included.
const statusTokens = 16

// statusLine says how the command ended, in what the output itself doesn't say: a bad exit, an empty output, and a
// verdict that the exit status contradicts. nothing says that there is no output, "" where there is some. Most results need none. The first part always stands, in fewer words where
// it is too long.
func statusLine(c *tokens.Counter, st result.Status, ownExit bool, nothing string, answer bool, outcome strategies.Outcome) string {
	var parts []string
	switch {
	case st.Aborted:
		parts = append(parts, "stopped on request")
	case st.Timeout > 0:
		parts = append(parts, fitting(c, "timed out after "+st.Timeout.String(), "timed out"))
	case st.Signal != "":
		parts = append(parts, fitting(c, "killed by "+st.Signal, "killed"))
	case st.Known && st.Code != 0 && !(answer && nothing == ""):
		parts = append(parts, "exit "+itoa(st.Code))
	case st.Failed:
		parts = append(parts, "failed")
	}
	switch {
	case nothing != "":
		parts = append(parts, nothing)
	case ownExit && st.OK() && outcome == strategies.Fail:
		parts = append(parts, "exit 0, but failures reported")
	case ownExit && st.Bad() && !answer && outcome == strategies.Pass:
		parts = append(parts, "though success is reported")
	}
	if len(parts) == 0 {
		return ""
	}
	return fitting(c, strings.Join(parts, ", "), parts[0])
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
	st := in.Status
	if !st.Known || st.Code != 1 || st.Signal != "" || st.Timeout > 0 || st.Aborted || st.Failed {
		return false
	}
	if in.Command == "" {
		return in.Family == strategies.FamilySearch
	}
	calls := in.Shell.Commands
	if len(calls) == 0 && len(in.Shell.Setup) == 1 {
		calls = in.Shell.Setup // test prints nothing, and is alone
	} else if !in.Shell.OwnExit {
		return false
	}
	if !in.Shell.OK || len(calls) == 0 {
		return false
	}
	call := calls[len(calls)-1]
	switch {
	case call.Own:
		return false
	case call.Name == "git":
		return call.Sub() == "diff" || call.Sub() == "grep"
	}
	switch call.Name {
	case "grep", "egrep", "fgrep", "rg", "ag", "ack", "diff", "cmp", "test", "[", "find", "fd", "pgrep":
		return true
	}
	return false
}
