package score

import (
	"strconv"
	"strings"
)

// statusAllowance is the most that a status line may cost, its line feed included.
const statusAllowance = 16

// statusTokens are the tokens of a text's status line, 0 when it has none. whole are those of the text.
func (t *Truth) statusTokens(text string, whole int) int {
	switch status := t.status(text); status {
	case "":
		return 0
	case text:
		return whole
	default:
		return t.count.CountString(status + "\n")
	}
}

// status returns the status line of a text, or "". A status line is the first line and has facts that aren't in the
// output: a bad exit, no output, a run without tests, or an exit status that the output contradicts. An output that
// passes whole has none in its first line.
func (t *Truth) status(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	if ofOutput, _, _ := strings.Cut(t.Clean, "\n"); first == ofOutput && t.Clean != "" {
		return ""
	}
	saysEmpty := strings.Contains(first, "no output") || strings.Contains(first, "no matches")
	if saysEmpty && strings.TrimSpace(t.Clean) == "" {
		return first
	}
	if first == "no test ran" {
		return first
	}
	if t.Case.ExitCode == nil {
		return ""
	}
	rest, ok := strings.CutPrefix(first, "exit "+strconv.Itoa(*t.Case.ExitCode))
	isBadExit := rest == "" && *t.Case.ExitCode != 0
	if ok && (isBadExit || strings.HasPrefix(rest, ",")) {
		return first
	}
	return ""
}
