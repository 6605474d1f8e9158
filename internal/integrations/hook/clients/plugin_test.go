package clients

import (
	"os"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/integrations/hook/clients/fakemodel"
)

// TestAgentPi starts pi with its own provider by "toktee agent": its requests reach the model through a gateway.
func TestAgentPi(t *testing.T) {
	s := chosenSite(t, "pi")
	s.install()
	if err := os.Remove(s.under(".pi/agent/models.json")); err != nil {
		t.Fatal(err)
	}
	s.agent = true
	s.c.env = func(s *site) []string {
		return []string{
			"PI_OFFLINE=1", "PI_TELEMETRY=0", "ANTHROPIC_API_KEY=none", "TOKTEE_GATEWAY_ANTHROPIC_UPSTREAM=" + s.url,
		}
	}
	s.c.args = func(*site) []string { return []string{"-p", "--model", "anthropic/claude-sonnet-4-5", "go"} }
	if got := s.play("agent", []fakemodel.Call{sampleNamed(t, "list").call(s.c, s)})[0]; kept(got) == "" {
		t.Errorf("the model got %s", excerpt(got.Text))
	}
}

// kiloCode is a variant of opencode. npm lacks a package for all systems that can be installed.
func kiloCode() *client {
	c := opencode()
	c.name, c.title, c.agent = "kilo", "Kilo", "kilo"
	c.pkg, c.version, c.program = "@kilocode/cli-linux-x64", "7.7.9", "../@kilocode/cli-linux-x64/bin/kilo"
	opencodeEnv := c.env
	c.env = func(s *site) []string {
		env := opencodeEnv(s)
		for i := range env {
			env[i] = strings.Replace(env[i], "OPENCODE_", "KILO_", 1)
		}
		return env
	}
	opencodeSetup := c.setup
	c.setup = func(s *site) {
		opencodeSetup(s)
		if err := os.Rename(s.under(".config/opencode"), s.under(".config/kilo")); err != nil {
			s.t.Fatal(err)
		}
		if err := os.Rename(s.under(".config/kilo/opencode.json"), s.under(".config/kilo/kilo.json")); err != nil {
			s.t.Fatal(err)
		}
	}
	return c
}

func opencode() *client {
	return &client{
		name: "opencode", title: "opencode", agent: "opencode", extra: true, chance: true, wholeErrors: true,
		pkg: "opencode-ai", version: "1.18.33", program: "opencode", main: "bash", shim: replaced,
		setup: func(s *site) {
			model := object{
				"name": "fake", "limit": object{"context": 200000, "output": 8000}, "tool_call": true,
				"attachment": true,
				"modalities": object{"input": []string{"text", "image"}, "output": []string{"text"}},
			}
			s.write(".config/opencode/opencode.json", encoded(object{
				"autoupdate": false, "share": "disabled", "model": "fake/fake-model", "small_model": "fake/fake-model",
				"permission": object{
					"*": "allow", "bash": object{"*": "allow", "touch *": "deny", "go generate *": "deny"},
				},
				"provider": object{"fake": object{
					"npm": "@ai-sdk/openai-compatible", "name": "fake", "models": object{"fake-model": model},
					"options": object{"baseURL": s.url + "/v1", "apiKey": "none"},
				}},
				"mcp": object{
					mcpName: object{"type": "local", "command": s.mcp, "enabled": true},
				},
			}))
		},
		env: func(*site) []string {
			return []string{
				"OPENCODE_DISABLE_AUTOUPDATE=1", "OPENCODE_DISABLE_MODELS_FETCH=1", "OPENCODE_DISABLE_SHARE=1",
				"OPENCODE_DISABLE_LSP_DOWNLOAD=1", "OPENCODE_DISABLE_DEFAULT_PLUGINS=1", "npm_config_offline=true",
			}
		},
		args: func(*site) []string { return []string{"run", "go"} },
		shell: func(command string) fakemodel.Call {
			return fakemodel.Call{Name: "bash", Args: object{"command": command, "description": "runs it"}}
		},
		read: func(path string) fakemodel.Call {
			return fakemodel.Call{Name: "read", Args: object{"filePath": path}}
		},
		search: func(pattern, _ string) fakemodel.Call {
			return fakemodel.Call{Name: "grep", Args: object{"pattern": pattern}}
		},
		mcp: func(tool string) fakemodel.Call {
			return fakemodel.Call{Name: mcpName + "_" + tool, Args: object{}}
		},
		gets: map[string]outcome{"mcp error": whole},
	}
}

func pi() *client {
	return &client{
		name: "pi", title: "pi", agent: "pi", extra: true, noRules: true,
		pkg: "@earendil-works/pi-coding-agent", version: "1.6.0", program: "pi", main: "bash", shim: replaced,
		setup: func(s *site) {
			s.write(".pi/agent/settings.json", `{"enableInstallTelemetry":false,"quietStartup":true}`)
			model := object{
				"id": "fake-model", "name": "fake", "reasoning": false, "input": []string{"text", "image"},
				"contextWindow": 200000, "maxTokens": 8000,
				"cost": object{"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0},
			}
			s.write(".pi/agent/models.json", encoded(object{"providers": object{"fake": object{
				"baseUrl": s.url + "/v1", "api": "openai-completions", "apiKey": "none", "models": []any{model},
			}}}))
		},
		env: func(*site) []string { return []string{"PI_OFFLINE=1", "PI_SKIP_VERSION_CHECK=1", "PI_TELEMETRY=0"} },
		args: func(*site) []string {
			return []string{
				"-p", "--provider", "fake", "--model", "fake-model", "--tools", "read,bash,grep,find,edit,write", "go",
			}
		},
		shell: func(command string) fakemodel.Call {
			return fakemodel.Call{Name: "bash", Args: object{"command": command}}
		},
		read: func(path string) fakemodel.Call {
			return fakemodel.Call{Name: "read", Args: object{"path": path}}
		},
		search: func(pattern, _ string) fakemodel.Call {
			return fakemodel.Call{Name: "grep", Args: object{"pattern": pattern}}
		},
	}
}
