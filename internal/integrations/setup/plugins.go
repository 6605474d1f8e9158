package setup

import (
	"path/filepath"
	"strings"

	"github.com/tailscale/hujson"
)

// pluginMark is in every version of the plugins.
const pluginMark = "// toktee for "

// cline takes a plugin.
func cline() *Agent {
	home := func(p *Place) string { return p.variable("CLINE_DIR", filepath.Join(p.Home, ".cline")) }
	return &Agent{
		Name: "cline", Title: "Cline", Program: "cline", Tested: "3.0.65",
		Gains: "short results of every tool, of failing commands too",
		home:  home,
		edits: func(p *Place) []edit {
			return []edit{
				p.plugin("cline", p.at(home(p), ".cline", "plugins", "toktee.js"), p.Cline),
				p.instructions(filepath.Join(home(p), "rules"), "toktee.md", "AGENTS.md", shorter),
			}
		},
	}
}

// opencode takes a plugin.
func opencode() *Agent { return openCodeLike("opencode", "opencode", "1.18.33") }

// kilo is a variant of opencode.
func kilo() *Agent { return openCodeLike("kilo", "Kilo", "7.7.9") }

func openCodeLike(name, title, tested string) *Agent {
	home := func(p *Place) string {
		return filepath.Join(p.variable("XDG_CONFIG_HOME", filepath.Join(p.Home, ".config")), name)
	}
	return &Agent{
		Name: name, Title: title, Program: name, Tested: tested,
		Gains: "short results of every tool, of failing commands too",
		home:  home,
		mcp: func(p *Place) []servers {
			dir := home(p)
			if p.Project != "" {
				dir = p.Project
			}
			return append(jsonFile(filepath.Join(dir, name+".json"), "mcp"),
				jsonFile(filepath.Join(dir, name+".jsonc"), "mcp")...)
		},
		edits: func(p *Place) []edit {
			plugin := strings.Replace(p.OpenCode, "['hook', 'opencode']", "['hook', '"+name+"']", 1)
			return []edit{
				p.plugin(name, p.at(home(p), "."+name, "plugin", "toktee.js"), plugin),
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
				p.plugin("pi", p.at(home(p), ".pi", "extensions", "toktee.ts"), p.Pi),
				p.instructions(home(p), "AGENTS.md", "AGENTS.md", shorter),
			}
		},
	}
}

// plugin returns the file of an agent's plugin, which starts this program.
func (p *Place) plugin(agent, path, text string) wholeFile {
	program := "const toktee = " + string(hujson.String(p.Program)) + ";"
	text = strings.Replace(text, "const toktee = 'toktee';", program, 1)
	return wholeFile{path: path, text: text, mark: pluginMark, notices: p.wants(notices, agent)}
}
