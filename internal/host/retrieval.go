package host

import (
	"regexp"
	"strings"
	"sync"

	"github.com/toktee/toktee/internal/text/shell"
)

// Retrieves reports whether a shell command line prints nothing but what was kept: "toktee show" or "toktee ls", also
// behind wrappers and inside sh -c. That is what its reader asked for, so it is never shortened again.
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

// recoveryLine is what a text ends with where its door has a shell, or the paging tool of MCP.
var recoveryLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^… .*: (?:toktee show |toktee_output \{"id": ")\d{12}\b`)
})

// Shortened reports whether a text has a recovery line, as the texts have that a shim, "toktee run" or "toktee
// mcp-proxy" printed.
func Shortened(text string) bool {
	return strings.Contains(text, ": toktee") && recoveryLine().MatchString(text)
}
