package envelope

import (
	"fmt"
	"slices"
	"strings"
)

// An Agent names who wrote lines of its own around an output. Only its exact forms are read; all other lines are
// output. The zero Agent isn't known: lines that look like an agent's are set apart from the output, but state nothing.
type Agent string

// The agents.
const (
	Claude    Agent = "claude"
	Cline     Agent = "cline"
	Codex     Agent = "codex"
	Copilot   Agent = "copilot"
	Cursor    Agent = "cursor"
	Function  Agent = "function" // whose return value is a JSON object with both streams
	Gemini    Agent = "gemini"
	MCP       Agent = "mcp" // an MCP server's result as JSON
	OpenCode  Agent = "opencode"
	OpenHands Agent = "openhands"
	Pi        Agent = "pi"
	SWEAgent  Agent = "swe-agent"
)

// Agents returns all agents in alphabetical order.
func Agents() []Agent {
	return []Agent{
		Claude, Cline, Codex, Copilot, Cursor, Function, Gemini, MCP, OpenCode, OpenHands, Pi, SWEAgent,
	}
}

// ParseAgent reads an agent's name; "" is an unknown one.
func ParseAgent(name string) (Agent, error) {
	if a := Agent(name); a == "" || slices.Contains(Agents(), a) {
		return a, nil
	}
	var names []string
	for _, a := range Agents() {
		names = append(names, string(a))
	}
	return "", fmt.Errorf("unknown envelope %q: want one of %s", name, strings.Join(names, ", "))
}

// Always reports whether every output that the agent wraps has a header or a trailer which states how the command
// ended. An output without one has a form that isn't known, and its outcome isn't known either.
func (a Agent) Always() bool {
	switch a {
	case Cline, Codex, Copilot, Cursor, Gemini, OpenHands, SWEAgent:
		return true
	}
	return false
}

// From returns the agent if it wraps the result of a call, as its own transcript has it; else none. failed is whether
// the transcript states that the call failed, cut whether it states that the agent cut the result.
func (a Agent) From(tool string, failed, cut bool) Agent {
	wraps := true
	switch a {
	case Claude: // a command that went well is handed over as it is
		wraps = failed || cut || tool == "Read" || tool == "TaskOutput" || tool == "BashOutput"
	case Codex:
		switch tool {
		case "exec_command", "write_stdin", "shell", "shell_command", "local_shell", "exec", "wait", "apply_patch":
		default:
			wraps = false
		}
	case Copilot:
		wraps = strings.HasSuffix(tool, "bash") || strings.HasSuffix(tool, "powershell")
	case Gemini:
		wraps = tool == "run_shell_command"
	case OpenCode:
		wraps = tool == "read"
	case Pi:
		wraps = tool == "bash" && failed
	}
	if !wraps {
		return ""
	}
	return a
}
