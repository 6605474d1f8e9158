package setup

import "path/filepath"

// claude returns Claude Code. Its hooks replace the results of calls that succeed; commands that fail are reached by
// shims, which a hook at the session's start puts in the PATH of its shell.
func claude() *Agent {
	home := func(p *Place) string { return p.variable("CLAUDE_CONFIG_DIR", filepath.Join(p.Home, ".claude")) }
	return &Agent{
		Name: "claude", Title: "Claude Code", Program: "claude", Tested: "2.1.332", MinNode: 22, Shims: true,
		Replaces: []string{"Bash", "Grep", "Glob", "Read", "mcp__server__tool"},
		Gains:    "short results of Bash, Grep, Glob, Read and MCP; of failing build and test commands by shims",
		home:     home,
		mcp: func(p *Place) []servers {
			if p.Project != "" {
				return jsonFile(filepath.Join(p.Project, ".mcp.json"), "mcpServers")
			}
			state := p.variable("CLAUDE_CONFIG_DIR", p.Home) // the file that Claude Code itself writes
			return jsonFile(filepath.Join(state, ".claude.json"), "projects", "mcpServers")
		},
		check: func(p *Place, h *Health) { checkClaude(home(p), p, h) },
		edits: func(p *Place) []edit {
			// The binary is this machine's, so a project's settings are those that aren't shared.
			settings := p.at(home(p), ".claude", "settings.json")
			if p.Project != "" {
				settings = p.at(home(p), ".claude", "settings.local.json")
			}
			return []edit{
				hooks{
					path: settings, agent: "claude", groups: claudeHooks(p.Program),
					extras: []extra{p.extra(claims, "claude", claudeHandler(p.Program), "Stop", "SubagentStop")},
				},
				p.notice("claude", settings, claudeHandler(p.Program, noticeFlag), "SessionStart", "Stop"),
				allowRules{path: settings, wanted: p.AllowShow},
				statusLine{path: settings, member: "statusLine", program: p.Program, wanted: p.StatusLine},
				shellPrefix{settings, p.prefixProgram(), p.Prefix},
				p.instructions(home(p), "CLAUDE.md", "CLAUDE.local.md", shorter),
			}
		},
	}
}

// claudeHooks returns the hooks that start this program.
func claudeHooks(program string) []group {
	call := claudeHandler(program)
	return []group{
		{"PostToolUse", matched{"^(Bash|Grep|Glob|Read|Edit|MultiEdit|Write|NotebookEdit|mcp__.*)$", call}},
		{"SessionStart", matched{"", call}},
	}
}

func claudeHandler(program string, more ...string) []handler {
	args := append([]string{"hook", "claude"}, more...)
	return []handler{{Type: "command", Command: program, Args: args, Timeout: hookSeconds}}
}
