package clients

import (
	"encoding/json"
	"strings"

	"github.com/toktee/toktee/internal/integrations/hook/clients/fakemodel"
)

// cline's results are JSON.
func cline() *client {
	return &client{
		name: "cline", title: "Cline", agent: "cline", extra: true, noRules: true, cutsFirst: true, bare: clineText,
		pkg: "cline", version: "3.0.65", program: "cline", main: "run_commands", shim: replaced,
		setup: func(s *site) {
			s.write(".cline/data/settings/providers.json", encoded(object{
				"version": 1, "lastUsedProvider": "openai-compatible", "modes": object{},
				"providers": object{"openai-compatible": object{
					"settings": object{
						"provider": "openai-compatible", "apiKey": "none", "model": "gpt-5", "baseUrl": s.url + "/v1",
					},
					"updatedAt": "2026-01-01T00:00:00.000Z", "tokenSource": "manual",
				}},
			}))
			s.write(".cline/data/settings/cline_mcp_settings.json", encoded(object{"mcpServers": object{
				mcpName: object{"command": s.mcp[0], "args": s.mcp[1:]},
			}}))
		},
		env:  func(*site) []string { return []string{"CLINE_TELEMETRY=0"} },
		args: func(*site) []string { return []string{"go with the work"} },
		shell: func(command string) fakemodel.Call {
			return fakemodel.Call{Name: "run_commands", Args: object{"commands": []string{command}}}
		},
		read: func(path string) fakemodel.Call {
			return fakemodel.Call{Name: "read_files", Args: object{"files": []object{{"path": path}}}}
		},
		search: func(pattern, _ string) fakemodel.Call {
			return fakemodel.Call{Name: "search_codebase", Args: object{"queries": []string{pattern}}}
		},
		mcp: func(tool string) fakemodel.Call {
			return fakemodel.Call{Name: mcpName + "__" + tool, Args: object{}}
		},
		gets: map[string]outcome{"search": whole}, // places alone
	}
}

// clineText returns the texts in a result, which is a list for built-in tools, and what an MCP server sent for others.
func clineText(text string) string {
	var list []struct{ Result, Error string }
	if json.Unmarshal([]byte(text), &list) == nil {
		var texts []string
		for _, r := range list {
			texts = append(texts, strings.TrimSuffix(r.Result+"\n"+r.Error, "\n"))
		}
		return strings.Join(texts, "\n")
	}
	var mcp struct {
		Content []struct{ Text string }
	}
	if json.Unmarshal([]byte(text), &mcp) == nil && len(mcp.Content) == 1 {
		return mcp.Content[0].Text
	}
	return text
}
