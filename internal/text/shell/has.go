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
	isAbsent := func(arg string) bool { return !strings.Contains(line, arg) }
	if len(calls) != 1 || slices.ContainsFunc(calls[0].Args, isAbsent) {
		return false
	}
	words, _ := EveryWord(line)
	return slices.ContainsFunc(words, func(w Word) bool { return w.Program && baseName(w.Text) == calls[0].Name })
}
