package setup

import "path/filepath"

// cursor returns Cursor, whose hooks replace the results of MCP tools alone. Its forms are those of its documentation.
func cursor() *Agent {
	home := func(p *Place) string { return filepath.Join(p.Home, ".cursor") }
	return &Agent{
		Name: "cursor", Title: "Cursor", Program: "cursor-agent",
		Gains: "short results of MCP tools; never tried with Cursor itself",
		home:  home,
		mcp: func(p *Place) []servers {
			return jsonFile(p.at(home(p), ".cursor", "mcp.json"), "mcpServers")
		},
		edits: func(p *Place) []edit {
			call := struct {
				Command string `json:"command"`
				Timeout int    `json:"timeout"`
			}{p.command("cursor"), hookSeconds}
			list := []edit{hooks{
				path: p.at(home(p), ".cursor", "hooks.json"), agent: "cursor", first: []pair{{"version", 1}},
				groups: []group{{"postToolUse", call}, {"preCompact", call}},
			}}
			if p.Project != "" { // the user's own rules are in no file
				rule := "---\ndescription: toktee\nalwaysApply: true\n---\n\n" + byHand
				path := filepath.Join(p.Project, ".cursor", "rules", "toktee.mdc")
				list = append(list, wholeFile{path: path, text: rule, mark: "toktee"})
			}
			return list
		},
	}
}
