package cli

import (
	"path/filepath"
	"strings"

	"github.com/toktee/toktee/internal/shell"
)

// isRetrieval reports whether a command gets what was kept. That is what a reader asked for, so it is never shortened
// again: not as it stands, and not when a shell runs it.
func isRetrieval(argv []string) bool {
	if len(argv) < 2 {
		return false
	}
	if isRetrievalCall(filepath.Base(argv[0]), argv[1:]) {
		return true
	}
	for _, arg := range argv[1:] {
		if strings.Contains(arg, "toktee") {
			return isRetrievalLine(shell.Quote(argv))
		}
	}
	return false
}

// isRetrievalLine is isRetrieval for a shell command line: all that prints on it is retrieval.
func isRetrievalLine(command string) bool {
	if !strings.Contains(command, "toktee") {
		return false
	}
	line := shell.Parse(command)
	if !line.OK || len(line.Commands) == 0 {
		return false
	}
	for _, c := range line.Commands {
		if !isRetrievalCall(c.Name, c.Args) {
			return false
		}
	}
	return true
}

func isRetrievalCall(name string, args []string) bool {
	if strings.TrimSuffix(name, ".exe") != "toktee" {
		return false
	}
	for _, a := range args {
		if !strings.HasPrefix(a, "-") {
			return a == "show" || a == "ls"
		}
	}
	return false
}
