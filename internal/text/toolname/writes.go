package toolname

import (
	"strings"

	"github.com/toktee/toktee/internal/text/shell"
)

// Writes reports whether a call asks a service to change something, such as to create an issue. The answer is then the
// whole object, which the caller mostly knows.
func Writes(tool string, l shell.Line) bool {
	if len(l.Commands) == 0 {
		return writesByName(tool)
	}
	any := false
	for _, c := range l.Commands {
		switch {
		case writesToForge(c):
			any = true
		case c.Name != "cd" && c.Name != "echo" && c.Name != "sleep":
			return false
		}
	}
	return any && len(l.Filters) == 0
}

// writesByName reports whether a tool's name starts with a verb of change: create_issue, add_comment.
func writesByName(tool string) bool {
	name := plainName(tool)
	for _, sep := range []string{"__", ".", "/", ":"} { // between a server's name and its tool's
		if i := strings.LastIndex(name, sep); i >= 0 {
			name = name[i+len(sep):]
		}
	}
	verb, object, ok := strings.Cut(strings.TrimLeft(name, "_"), "_")
	if !ok || object == "" {
		return false
	}
	switch verb {
	case "create", "update", "add", "delete", "remove", "merge", "close", "reopen", "assign", "post", "push":
		return true
	}
	return false
}

// writesToForge reports whether a command sends something to the API of a forge: gh api repos/o/r/issues -f title=x.
// A query in GraphQL sends something too, to read.
func writesToForge(c shell.Call) bool {
	if (c.Name != "gh" && c.Name != "glab") || c.Sub() != "api" {
		return false
	}
	sends := false
	for i, a := range c.Args {
		name, value, hasValue := strings.Cut(a, "=")
		switch name {
		case "graphql", "-q", "--jq", "-t", "--template":
			return false
		case "-X", "--method":
			if !hasValue && i+1 < len(c.Args) {
				value = c.Args[i+1]
			}
			return value != "" && !strings.EqualFold(value, "get") && !strings.EqualFold(value, "head")
		case "-f", "-F", "--field", "--raw-field", "--input":
			sends = true
		}
	}
	return sends
}
