package summarize

import (
	"strings"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/tokens"
)

// statusTokens is the most that a status line costs, its line feed included.
const statusTokens = 16

// statusLine says how the command ended, in what the output itself doesn't say: a bad exit, an empty output, and a
// verdict that the exit status contradicts. Most results need none.
func statusLine(c *tokens.Counter, st result.Status, ownExit, empty, answer bool, outcome strategies.Outcome) string {
	var parts []string
	switch {
	case st.Aborted:
		parts = append(parts, "stopped on request")
	case st.Timeout > 0:
		parts = append(parts, "timed out after "+st.Timeout.String())
	case st.Signal != "":
		parts = append(parts, "killed by "+st.Signal)
	case st.Known && st.Code != 0 && !(answer && !empty):
		parts = append(parts, "exit "+itoa(st.Code))
	}
	switch {
	case empty:
		parts = append(parts, "no output")
	case ownExit && st.OK() && outcome == strategies.Fail:
		parts = append(parts, "exit 0, but failures reported")
	case ownExit && st.Bad() && !answer && outcome == strategies.Pass:
		parts = append(parts, "though success is reported")
	}
	s := strings.Join(parts, ", ")
	for s != "" && c.CountString(s+"\n") > statusTokens {
		parts = parts[:len(parts)-1]
		s = strings.Join(parts, ", ")
	}
	return s
}

// answers are the programs whose exit status 1 is an answer: nothing found, files differ, condition false.
var answers = map[string]bool{
	"grep": true, "egrep": true, "fgrep": true, "rg": true, "ag": true, "ack": true, "git grep": true,
	"diff": true, "cmp": true, "git diff": true, "test": true, "[": true, "find": true, "fd": true, "pgrep": true,
}

// isAnswer reports whether a non-zero exit status says something other than that the command failed.
func isAnswer(in *strategies.Input) bool {
	if !in.Status.Known || in.Status.Code != 1 || in.Status.Signal != "" || in.Status.Timeout > 0 || in.Status.Aborted {
		return false
	}
	if in.Command == "" {
		return in.Family == strategies.FamilySearch
	}
	if !in.Shell.OK || !in.Shell.OwnExit || len(in.Shell.Commands) == 0 {
		return false
	}
	call := in.Shell.Commands[len(in.Shell.Commands)-1]
	name := call.Name
	if name == "git" {
		for _, a := range call.Args {
			if a == "diff" || a == "grep" {
				name = "git " + a
				break
			}
		}
	}
	return answers[name]
}
