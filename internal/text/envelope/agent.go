package envelope

import "slices"

// wrappers are the agents that wrap outputs, each with the names of its envelopes.
var wrappers = map[string][]string{
	"claude":    {"claude", "claude-persisted", "streams"},
	"codex":     {"codex", "output"},
	"cursor":    {"cursor"},
	"gemini":    {"gemini", "output"},
	"cline":     {"cline"},
	"swe-agent": {"tags"},
	"mcp":       {"mcp"},
	"function":  {"streams", "output", "mcp"}, // the value that a function returns
}

// Any stands for any agent, for recorded outputs whose agent isn't known.
const Any = "any"

// Agents returns the agents whose envelopes are known, in alphabetical order, and [Any].
func Agents() []string {
	all := []string{Any}
	for a := range wrappers {
		all = append(all, a)
	}
	slices.Sort(all)
	return all
}

// IsFrom reports whether an agent writes envelopes of a name. Only then does the status in an envelope count: a command
// can print the same lines.
func IsFrom(agent, name string) bool { return agent == Any || slices.Contains(wrappers[agent], name) }
