package setup

import (
	"encoding/json"
	"path/filepath"
)

// copilot returns the Copilot CLI, which reads every file in its folder of hooks.
func copilot() *Agent {
	home := func(p *Place) string { return p.variable("COPILOT_HOME", filepath.Join(p.Home, ".copilot")) }
	return &Agent{
		Name: "copilot", Title: "Copilot CLI", Program: "copilot", Tested: "1.0.102",
		Gains: "short results of every tool, of failing commands too; not of MCP errors",
		home:  home,
		mcp: func(p *Place) []servers {
			if p.Project != "" {
				return nil // it has none of its own
			}
			return jsonFile(filepath.Join(home(p), "mcp-config.json"), "mcpServers")
		},
		edits: func(p *Place) []edit {
			return []edit{
				wholeFile{
					path: p.at(home(p), ".github", "hooks", "toktee.json"), text: copilotHooks(p),
					mark: " hook copilot ",
				},
				p.instructions(home(p), "copilot-instructions.md", "AGENTS.md", shorter),
			}
		},
	}
}

func copilotHooks(p *Place) string {
	type call struct {
		Type    string `json:"type"`
		Bash    string `json:"bash"`
		Timeout int    `json:"timeoutSec"`
	}
	on := func(event string) []call {
		return []call{{"command", p.command("copilot", "--event", event), hookSeconds}}
	}
	b, err := json.MarshalIndent(map[string]any{
		"version": 1, "hooks": map[string]any{"postToolUse": on("postToolUse"), "preCompact": on("preCompact")},
	}, "", "  ")
	if err != nil {
		panic(err) // strings and numbers alone
	}
	return string(b) + "\n"
}
