package clients

import "github.com/toktee/toktee/internal/integrations/hook/clients/fakemodel"

// qwen is Gemini CLI's kin. Its hooks add to a result, and replace none.
func qwen() *client {
	return &client{
		name: "qwen", title: "Qwen Code", extra: true, errorsTwice: true,
		pkg: "@qwen-code/qwen-code", version: "0.24.4", program: "qwen", main: "run_shell_command",
		setup: func(s *site) {
			s.write(".qwen/settings.json", encoded(object{
				"general":     object{"disableAutoUpdate": true, "enableAutoUpdate": false, "disableUpdateNag": true},
				"permissions": object{"deny": []string{"Bash(touch *)", "Bash(go generate *)"}},
				"privacy":     object{"usageStatisticsEnabled": false},
				"telemetry":   object{"enabled": false},
				"security": object{
					"auth": object{"selectedType": "openai"}, "folderTrust": object{"enabled": false},
				},
				"mcpServers": object{mcpName: object{"command": s.mcp[0], "args": s.mcp[1:], "trust": true}},
			}))
		},
		env: func(s *site) []string {
			return []string{
				"OPENAI_API_KEY=none", "OPENAI_BASE_URL=" + s.url + "/v1", "OPENAI_MODEL=fake-model",
			}
		},
		args: func(*site) []string { return []string{"-p", "go", "--approval-mode", "yolo"} },
		mcp: func(tool string) fakemodel.Call {
			return fakemodel.Call{Name: "mcp__" + mcpName + "__" + tool, Args: object{}}
		},
	}
}
