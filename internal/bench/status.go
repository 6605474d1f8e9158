package bench

import (
	"strconv"
	"strings"
)

// statusAllowance is the most that a status line may cost, its line feed included.
const statusAllowance = 16

// status returns the status line of a text, "" when there is none. A status line is the first line and says what the
// output doesn't: a bad exit, no output, or an exit status that the output contradicts. The first line of an output that
// is handed over as it is is none.
func (t *truth) status(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	if own, _, _ := strings.Cut(t.clean, "\n"); first == own && t.clean != "" {
		return ""
	}
	if strings.TrimSpace(t.clean) == "" && (strings.Contains(first, "no output") || strings.Contains(first, "no matches")) {
		return first
	}
	if t.c.ExitCode == nil {
		return ""
	}
	rest, ok := strings.CutPrefix(first, "exit "+strconv.Itoa(*t.c.ExitCode))
	switch {
	case !ok:
		return ""
	case rest == "" && *t.c.ExitCode != 0, strings.HasPrefix(rest, ","):
		return first
	}
	return ""
}
