package host

import (
	"regexp"
	"strings"
	"sync"

	"github.com/toktee/toktee/internal/text/shell"
)

// Retrieves reports whether a shell command line prints only kept outputs: "toktee show" or "toktee ls", also after
// wrappers and inside sh -c. The reader asked for these lines, so they are never shortened again.
func Retrieves(command string) bool {
	if !strings.Contains(command, "toktee") {
		return false
	}
	line := shell.Parse(command)
	if !line.OK || len(line.Commands) == 0 {
		return false
	}
	for _, c := range line.Commands {
		if !isRetrieval(c.Name, c.Args) {
			return false
		}
	}
	return true
}

// isRetrieval reports whether one command of a line is "toktee show" or "toktee ls".
func isRetrieval(name string, args []string) bool {
	if strings.TrimSuffix(name, ".exe") != "toktee" {
		return false
	}
	for _, arg := range args {
		if !strings.HasPrefix(arg, "-") {
			return arg == "show" || arg == "ls"
		}
	}
	return false
}

// recoveryLine matches the last line of a text with gaps, for integrations with a shell or with the paging tool of MCP:
//
//	… 112 lines left out: toktee show 401882137095
var recoveryLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^… .*: (?:toktee show |toktee_output \{"id": ")(\d{12})\b`)
})

// Shortened reports whether a text has recovery lines, and each names a result in the store. Texts of a shim, "toktee
// run" and "toktee mcp-proxy" have one if they omit lines. A command may print such a line, but can't guess an id.
func (h *Host) Shortened(text string) bool {
	if !strings.Contains(text, ": toktee") {
		return false
	}
	lines, st := recoveryLine().FindAllStringSubmatch(text, -1), h.Store()
	for _, m := range lines {
		if _, err := st.Get(m[1]); err != nil {
			return false
		}
	}
	return len(lines) > 0
}
