package setup

import "path/filepath"

// geminiPolicy are the rules that let the model fetch omitted lines. The priority is among the user's own rules: theirs
// prevail if it is higher.
const geminiPolicy = policyMark + `the model may fetch omitted lines without a question.
[[rule]]
toolName = "run_shell_command"
commandPrefix = ["toktee show", "toktee ls"]
decision = "allow"
priority = 100
`

// policyMark is in every version of them.
const policyMark = "# toktee: "

// gemini returns the Gemini CLI. It must ask about read_file too, by which it reads the text that replaces a result.
func gemini() *Agent {
	home := func(p *Place) string { return filepath.Join(p.variable("GEMINI_CLI_HOME", p.Home), ".gemini") }
	return &Agent{
		Name: "gemini", Title: "Gemini CLI", Program: "gemini", Tested: "0.61.0", MinNode: 20,
		Gains: "short results of every tool, of failing commands too",
		home:  home,
		mcp: func(p *Place) []servers {
			return jsonFile(p.at(home(p), ".gemini", "settings.json"), "mcpServers")
		},
		check: func(p *Place, h *Health) { checkGemini(filepath.Join(home(p), "settings.json"), h) },
		edits: func(p *Place) []edit {
			path := p.at(home(p), ".gemini", "settings.json")
			call := func(args ...string) []handler {
				return []handler{{
					Type: "command", Command: p.command(append([]string{"gemini"}, args...)...), Name: "toktee",
					Timeout: hookSeconds * 1000,
				}}
			}
			list := []edit{
				hooks{path: path, agent: "gemini", groups: []group{
					{"AfterTool", matched{".*", call()}}, {"PreCompress", matched{"", call()}},
				}, extras: []extra{p.extra(claims, "gemini", call(), "AfterAgent")}},
				p.notice("gemini", path, call(noticeFlag), "SessionStart", "AfterAgent"),
				p.instructions(home(p), "GEMINI.md", "GEMINI.md", shorter),
			}
			if p.Project == "" {
				policy := wholeFile{
					path: filepath.Join(home(p), "policies", "toktee.toml"), text: geminiPolicy, mark: policyMark,
				}
				list = append(list, allowFile{policy, p.AllowShow})
			}
			return list
		},
	}
}
