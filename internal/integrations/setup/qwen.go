package setup

import "path/filepath"

// qwen returns qwen-code, whose hooks can't replace anything.
func qwen() *Agent {
	home := func(p *Place) string { return filepath.Join(p.Home, ".qwen") }
	return &Agent{
		Name: "qwen", Title: "qwen-code", Program: "qwen", Tested: "0.24.4", MinNode: 22, NoHooks: true,
		Gains: "nothing by hooks, which can only add to a result; its instructions name toktee run",
		home:  home,
		mcp: func(p *Place) []servers {
			return jsonFile(p.at(home(p), ".qwen", "settings.json"), "mcpServers")
		},
		edits: func(p *Place) []edit { return []edit{p.instructions(home(p), "QWEN.md", "QWEN.md", byHand)} },
	}
}
