package shell

import (
	"slices"
	"strings"
)

// HasCall reports whether a command line is a command, or runs it. A shim's command names the program by its path.
//
//	HasCall("go test ./... | tail -2", "/usr/local/go/bin/go test ./...") // true
func HasCall(line, command string) bool {
	if line == command {
		return true
	}
	calls := Parse(command).Commands
	return len(calls) == 1 && strings.Contains(line, calls[0].Name) &&
		!slices.ContainsFunc(calls[0].Args, func(word string) bool { return !strings.Contains(line, word) })
}
