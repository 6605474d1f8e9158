package setup

import "path/filepath"

// claude is Claude Code. Its hooks replace the results of calls that succeed; commands that fail are reached by shims,
// which a hook at the session's start puts in the PATH of its shell.
func claude() *Agent {
	home := func(p *Place) string { return p.variable("CLAUDE_CONFIG_DIR", filepath.Join(p.Home, ".claude")) }
	return &Agent{
		Name: "claude", Title: "Claude Code", Program: "claude", Tested: "2.1.330", MinNode: 22, Shims: true,
		Gains: "short results of Bash, Grep, Glob, Read and MCP; of failing build and test commands by shims",
		home:  home,
		check: func(p *Place, h *Health) { checkClaude(home(p), p, h) },
		edits: func(p *Place) []edit {
			// The binary is this machine's, so a project's settings are those that aren't shared.
			settings := p.at(home(p), ".claude", "settings.json")
			if p.Project != "" {
				settings = p.at(home(p), ".claude", "settings.local.json")
			}
			call := []handler{{
				Type: "command", Command: p.Program, Args: []string{"hook", "claude"}, Timeout: hookSeconds,
			}}
			return []edit{
				hooks{path: settings, agent: "claude", groups: []group{
					{"PostToolUse", matched{"^(Bash|Grep|Glob|Read|mcp__.*)$", call}},
					{"SessionStart", matched{"", call}},
				}},
				p.instructions(home(p), "CLAUDE.md", "CLAUDE.local.md", shorter),
			}
		},
	}
}
