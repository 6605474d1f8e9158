package setup

import (
	"path/filepath"
	"strings"

	"github.com/tailscale/hujson"
)

// pluginMark is in every version of the plugins.
const pluginMark = "// toktee for "

// opencode takes a plugin.
func opencode() *Agent {
	home := func(p *Place) string {
		return filepath.Join(p.variable("XDG_CONFIG_HOME", filepath.Join(p.Home, ".config")), "opencode")
	}
	return &Agent{
		Name: "opencode", Title: "opencode", Program: "opencode", Tested: "1.18.33",
		Gains: "short results of every tool, of failing commands too",
		home:  home,
		mcp: func(p *Place) []servers {
			dir := home(p)
			if p.Project != "" {
				dir = p.Project
			}
			return append(jsonFile(filepath.Join(dir, "opencode.json"), "mcp"),
				jsonFile(filepath.Join(dir, "opencode.jsonc"), "mcp")...)
		},
		edits: func(p *Place) []edit {
			return []edit{
				wholeFile{
					p.at(home(p), ".opencode", "plugin", "toktee.js"), withProgram(p.OpenCode, p.Program), pluginMark,
				},
				p.instructions(home(p), "AGENTS.md", "AGENTS.md", shorter),
			}
		},
	}
}

// pi takes an extension.
func pi() *Agent {
	home := func(p *Place) string {
		return p.variable("PI_CODING_AGENT_DIR", filepath.Join(p.Home, ".pi", "agent"))
	}
	return &Agent{
		Name: "pi", Title: "pi", Program: "pi", Tested: "1.6.0",
		Gains: "short results of every tool, of failing commands too",
		home:  home,
		edits: func(p *Place) []edit {
			return []edit{
				wholeFile{p.at(home(p), ".pi", "extensions", "toktee.ts"), withProgram(p.Pi, p.Program), pluginMark},
				p.instructions(home(p), "AGENTS.md", "AGENTS.md", shorter),
			}
		},
	}
}

func withProgram(plugin, program string) string {
	return strings.Replace(plugin, "const toktee = 'toktee';", "const toktee = "+string(hujson.String(program))+";", 1)
}
