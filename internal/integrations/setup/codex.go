package setup

import "path/filepath"

// codex returns Codex. It replaces a result by the reason for which a hook refuses it.
func codex() *Agent {
	home := func(p *Place) string { return p.variable("CODEX_HOME", filepath.Join(p.Home, ".codex")) }
	return &Agent{
		Name: "codex", Title: "Codex", Program: "codex", Tested: "0.171.0",
		Replaces: []string{"Bash", "mcp__server__tool"},
		Gains:    "short results of commands and MCP tools; in code mode, only a gateway shortens results",
		Then:     "start codex, type /hooks and trust toktee's hooks: it skips others silently",
		home:     home,
		mcp: func(p *Place) []servers {
			path := p.at(home(p), ".codex", "config.toml")
			return []servers{{path: path, read: tomlServers, noArgs: noArgsTOML}}
		},
		check: func(p *Place, h *Health) { checkCodex(home(p), p, h) },
		edits: func(p *Place) []edit {
			path := p.at(home(p), ".codex", "hooks.json")
			call := []handler{{Type: "command", Command: p.command("codex"), Timeout: hookSeconds}}
			notice := []handler{{Type: "command", Command: p.command("codex", noticeFlag), Timeout: hookSeconds}}
			list := []edit{
				hooks{path: path, agent: "codex", groups: []group{
					{"PostToolUse", matched{"^(Bash|apply_patch|mcp__.*)$", call}},
					{"PreCompact", matched{"", call}},
				}, extras: []extra{p.extra(claims, "codex", call, "Stop")}},
				p.notice("codex", path, notice, "Stop"), // in code mode, results aren't shortened
				p.instructions(home(p), "AGENTS.md", "AGENTS.md", shorter),
			}
			if p.Shims != "" && p.Project == "" {
				list = append(list, tomlKey{
					path: filepath.Join(home(p), "config.toml"), table: []string{"shell_environment_policy", "set"},
					key: "PATH", value: pathWith(p.Shims, p.Path),
					mark: "toktee's shims, and the PATH of the day they were set up",
				})
			}
			return list
		},
	}
}
