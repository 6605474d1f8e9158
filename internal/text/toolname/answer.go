package toolname

import "github.com/toktee/toktee/internal/text/shell"

// AnswersWithOne reports whether exit status 1 of a command is an answer, not an error: nothing found, files that
// differ, a condition that doesn't hold.
func AnswersWithOne(c shell.Call) bool {
	if c.Name == "git" {
		return c.Sub() == "diff" || c.Sub() == "grep"
	}
	return answersWithOne[c.Name]
}

// answersWithOne are the programs whose exit status 1 is an answer.
var answersWithOne = map[string]bool{
	"grep": true, "egrep": true, "fgrep": true, "rg": true, "ag": true, "ack": true, "diff": true, "cmp": true,
	"test": true, "[": true, "find": true, "fd": true, "pgrep": true,
}
