package clients

import (
	"encoding/json"
	"slices"

	"github.com/toktee/toktee/internal/integrations/hook/clients/fakemodel"
)

// A client is an agent as npm has it, and how it is driven without a screen.
type client struct {
	name  string // in -clients and in the report's data
	title string // in the tables
	agent string // toktee's name of it
	extra bool   // runs with -clients=all alone

	pkg, version, program string

	// main is a tool that every request of the conversation offers.
	main string
	// setup writes the settings that a user has before toktee: the model's address, the MCP server, and a rule that
	// refuses the commands of refusedCommands where the agent has rules.
	setup func(s *site)
	// env and args are of one run.
	env  func(s *site) []string
	args func(s *site) []string

	// The calls of its tools; nil where it has no such tool.
	shell  func(command string) fakemodel.Call
	read   func(path string) fakemodel.Call
	search func(pattern, dir string) fakemodel.Call
	mcp    func(tool string) fakemodel.Call
	// Those that only the gateway's test makes.
	image    func(path string) fakemodel.Call
	edit     func(path, old, text string) fakemodel.Call
	later    func(command string) fakemodel.Call // in the background
	subAgent func(prompt string) fakemodel.Call
	subEnd   []fakemodel.Call // the last calls of a sub-agent
	// The arguments of a run that compacts the session, and of one that goes on after it.
	compact, resume func(s *site) []string
	compactIn       string // what that run gets as its standard input

	blind   bool                     // the model isn't sent the images that it reads
	bare    func(text string) string // the text in a result; nil if it is nothing else
	noRules bool                     // it has no rules that refuse commands
	// cutsFirst: long outputs are cut before hooks get them, and aren't kept whole.
	cutsFirst bool
	chance    bool // which part of a long output it shows isn't the same in every run
	// errorsTwice: of an MCP error, the model gets the whole result as JSON, with the text in it twice.
	errorsTwice bool
	initFlags   []string // of "toktee init" in the test of what hooks save
	// wholeErrors: its hooks replace no MCP errors, which toktee's MCP proxy shortens.
	wholeErrors bool
	noExit      bool // of what is replaced, the model is told that it failed, and not the exit code
	// shim is what it gets of tests that fail where shims are in its PATH: by "toktee init --shims", or else because
	// "toktee agent" starts it.
	shim        outcome
	shimsByInit bool
	// gets is what the model gets by the names of the samples, as docs/hooks.md says. A sample that isn't there has
	// its text in place of the result.
	gets map[string]outcome
}

// versions are the agents tested, each in one version.
func clients() []*client {
	return []*client{claude(), codex(), codexCode(), gemini(), copilot(), opencode(), kiloCode(), pi(), cline()}
}

// outcome is what the model gets of a sample's result.
func (c *client) outcome(sample string) outcome {
	if o, ok := c.gets[sample]; ok {
		return o
	}
	return replaced
}

// text is that of a result, without what the client writes around it.
func (c *client) text(r fakemodel.Result) string {
	if c.bare == nil {
		return r.Text
	}
	return c.bare(r.Text)
}

// withoutHooks are agents whose hooks replace nothing. They have MCP.
func withoutHooks() []*client { return []*client{qwen()} }

// hookClients are the agents whose hooks reach the results of the gateway's script. In code mode they don't.
func hookClients() []*client {
	return slices.DeleteFunc(gatewayClients(), func(c *client) bool { return c.agent == "" || c.name == "codex-code" })
}

func clientNamed(name string) (*client, bool) {
	for _, c := range append(clients(), withoutHooks()...) {
		if c.name == name {
			return c, true
		}
	}
	return nil, false
}

func clientNames() []string {
	var names []string
	for _, c := range clients() {
		names = append(names, c.name)
	}
	return names
}

type object = map[string]any

// encoded is a value as JSON.
func encoded(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // settings hold strings, numbers and truth values
	}
	return string(b)
}

func claude() *client {
	return &client{
		name: "claude", title: "Claude Code", agent: "claude",
		pkg: "@anthropic-ai/claude-code", version: "2.1.332", program: "claude", main: "Bash",
		shim: replaced, shimsByInit: true,
		setup: func(s *site) {
			deny := []string{"Bash(touch:*)", "Bash(go generate:*)"}
			s.write(".claude/settings.json", encoded(object{"permissions": object{"deny": deny}}))
			s.write("mcp.json", encoded(object{"mcpServers": object{
				mcpName: object{"command": s.mcp[0], "args": s.mcp[1:]},
			}}))
		},
		env: func(s *site) []string {
			return []string{
				"ANTHROPIC_BASE_URL=" + s.url, "ANTHROPIC_API_KEY=none", "DISABLE_AUTOUPDATER=1",
				"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_TELEMETRY=1", "DISABLE_ERROR_REPORTING=1",
			}
		},
		args: func(s *site) []string {
			return []string{
				"-p", "go", "--model", "claude-sonnet-4-5", "--mcp-config", s.under("mcp.json"), "--strict-mcp-config",
				"--allowedTools", "Bash(*)", "Read", "Grep", "Glob", "mcp__" + mcpName,
			}
		},
		shell: func(command string) fakemodel.Call {
			return fakemodel.Call{Name: "Bash", Args: object{"command": command, "description": "runs it"}}
		},
		read: func(path string) fakemodel.Call {
			return fakemodel.Call{Name: "Read", Args: object{"file_path": path}}
		},
		search: func(pattern, dir string) fakemodel.Call {
			return fakemodel.Call{Name: "Grep", Args: object{"pattern": pattern, "path": dir, "output_mode": "content"}}
		},
		mcp: func(tool string) fakemodel.Call {
			return fakemodel.Call{Name: "mcp__" + mcpName + "__" + tool, Args: object{}}
		},
		gets: map[string]outcome{
			"exit": whole, "read": whole, "long read": begins, "mcp error": whole,
			"mcp structured": replaced,
		},
	}
}

func gemini() *client {
	return &client{
		name: "gemini", title: "Gemini CLI", agent: "gemini",
		pkg: "@google/gemini-cli", version: "0.61.0", program: "gemini", main: "run_shell_command", shim: replaced,
		setup: func(s *site) {
			s.write(".gemini/policies/rules.toml", "[[rule]]\ntoolName = \"run_shell_command\"\ndecision = \"deny\"\n"+
				"priority = 900\ncommandPrefix = [\"touch\", \"go generate\"]\n")
			s.write(".gemini/settings.json", encoded(object{
				"general":   object{"disableAutoUpdate": true, "disableUpdateNag": true, "enableAutoUpdate": false},
				"privacy":   object{"usageStatisticsEnabled": false},
				"telemetry": object{"enabled": false},
				"security": object{
					"auth": object{"selectedType": "gemini-api-key"}, "folderTrust": object{"enabled": false},
				},
				"mcpServers": object{
					mcpName: object{"command": s.mcp[0], "args": s.mcp[1:], "trust": true},
				},
			}))
		},
		env: func(s *site) []string {
			return []string{
				"GEMINI_API_KEY=none", "GOOGLE_GEMINI_BASE_URL=" + s.url, "GEMINI_CLI_TRUST_WORKSPACE=true",
			}
		},
		args: func(*site) []string {
			return []string{"-p", "go", "-m", "gemini-2.5-flash", "--approval-mode", "yolo"}
		},
		shell: func(command string) fakemodel.Call {
			return fakemodel.Call{Name: "run_shell_command", Args: object{"command": command}}
		},
		read: func(path string) fakemodel.Call {
			return fakemodel.Call{Name: "read_file", Args: object{"file_path": path}}
		},
		search: func(pattern, _ string) fakemodel.Call {
			return fakemodel.Call{Name: "grep_search", Args: object{"pattern": pattern}}
		},
		mcp: func(tool string) fakemodel.Call {
			return fakemodel.Call{Name: "mcp_" + mcpName + "_" + tool, Args: object{}}
		},
	}
}

func copilot() *client {
	return &client{
		name: "copilot", title: "Copilot CLI", agent: "copilot",
		pkg: "@github/copilot", version: "1.0.102", program: "copilot", main: "bash", shim: replaced,
		setup: func(s *site) {
			s.write(".copilot/mcp-config.json", encoded(object{"mcpServers": object{
				mcpName: object{
					"type": "local", "command": s.mcp[0], "args": s.mcp[1:], "tools": []string{"*"},
				},
			}}))
		},
		env: func(s *site) []string {
			return []string{
				"COPILOT_PROVIDER_BASE_URL=" + s.url + "/v1", "COPILOT_PROVIDER_API_KEY=none",
				"COPILOT_MODEL=gpt-4.1", "COPILOT_OFFLINE=true", "COPILOT_AUTO_UPDATE=false",
			}
		},
		args: func(*site) []string {
			return []string{
				"-p", "go", "--allow-all-tools", "--deny-tool", "shell(touch:*)", "--deny-tool", "shell(go generate:*)",
				"--allow-all-paths", "--no-auto-update", "--disable-builtin-mcps", "--no-color",
			}
		},
		shell: func(command string) fakemodel.Call {
			return fakemodel.Call{Name: "bash", Args: object{"command": command, "description": "runs it"}}
		},
		read: func(path string) fakemodel.Call {
			return fakemodel.Call{Name: "view", Args: object{"path": path}}
		},
		search: func(pattern, _ string) fakemodel.Call {
			return fakemodel.Call{Name: "grep", Args: object{"pattern": pattern, "output_mode": "content"}}
		},
		mcp: func(tool string) fakemodel.Call {
			return fakemodel.Call{Name: mcpName + "-" + tool, Args: object{}}
		},
		// Copilot refuses the long read itself, and returns the first matches alone, which pass whole.
		gets: map[string]outcome{"long read": whole, "search": whole, "mcp error": whole},
	}
}
