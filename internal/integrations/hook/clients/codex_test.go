package clients

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/integrations/hook/clients/fakemodel"
)

// codexSetup writes Codex' settings for a model. Of models that Codex doesn't know, and of gpt-5.5, each call is one of
// the agent's tools; most others write programs that call them (code mode).
//
// The provider is one of the user's own, or the built-in one at another address.
func codexSetup(model string, own bool) func(s *site) {
	return func(s *site) {
		provider := fmt.Sprintf("openai_base_url = %q", s.url+"/v1")
		ownProvider := ""
		if own {
			provider = `model_provider = "fake"`
			ownProvider = fmt.Sprintf(`[model_providers.fake]
name = "fake"
base_url = %q
wire_api = "responses"
env_key = "CODEX_API_KEY"
`, s.url+"/v1")
		}
		s.write(".codex/rules/default.rules", "prefix_rule(pattern = [\"touch\"], decision = \"forbidden\")\n"+
			"prefix_rule(pattern = [\"go\", \"generate\"], decision = \"forbidden\")\n")
		s.write(".codex/config.toml", fmt.Sprintf(`# The settings of a user.
model = %q
%s
check_for_update_on_startup = false
approval_policy = "never"
sandbox_mode = "danger-full-access"

[analytics]
enabled = false

[feedback]
enabled = false

[otel]
exporter = "none"

%s
[projects.%q]
trust_level = "trusted"

[mcp_servers.%s]
command = %q
args = %s
`, model, provider, ownProvider, s.project, mcpName, s.mcp[0], encoded(s.mcp[1:])))
	}
}

// codexYield is how long, in milliseconds, Codex waits for a command before the model gets what there is.
const codexYield = 30000

func codex() *client {
	return &client{
		name: "codex", title: "Codex", agent: "codex",
		pkg: "@openai/codex", version: "0.171.0", program: "codex", main: "exec_command",
		noExit: true, shim: replaced, shimsByInit: true,
		setup: codexSetup("gpt-5.5", true),
		env:   func(*site) []string { return []string{"CODEX_API_KEY=none"} },
		args: func(*site) []string {
			return []string{"exec", "--skip-git-repo-check", "--dangerously-bypass-hook-trust", "go"}
		},
		shell: func(command string) fakemodel.Call {
			return fakemodel.Call{Name: "exec_command", Args: object{"cmd": command, "yield_time_ms": codexYield}}
		},
		mcp: func(tool string) fakemodel.Call {
			return fakemodel.Call{Name: tool, Namespace: "mcp__" + mcpName, Args: object{}}
		},
		gets: map[string]outcome{
			"list": whole, "exit": whole, "huge": whole, "mcp error": whole, "mcp structured": whole,
		},
	}
}

func codexCode() *client {
	c := codex()
	c.name, c.title, c.main = "codex-code", "Codex, code mode", "exec"
	c.setup = codexSetup("gpt-6-sol", true)
	c.shell = func(command string) fakemodel.Call {
		args := encoded(object{"cmd": command, "yield_time_ms": codexYield})
		return fakemodel.Call{Name: "exec", Input: "try { const r = await tools.exec_command(" + args +
			"); text(`exit code ${r.exit_code}\\n` + r.output) } catch (e) { text(`${e}`) }"}
	}
	c.mcp = func(tool string) fakemodel.Call {
		input := "const r = await tools.mcp__" + mcpName + "__" + tool + "({}); text(r);"
		return fakemodel.Call{Name: "exec", Input: input}
	}
	c.gets = map[string]outcome{
		"green": whole, "red": whole, "list": whole, "exit": whole, "huge": whole,
		"mcp": whole, "mcp error": whole, "mcp structured": whole,
	}
	return c
}

// TestCodexTrust holds that Codex calls no hook that the user hasn't trusted, as "toktee init" says there.
func TestCodexTrust(t *testing.T) {
	s := chosenSite(t, "codex")
	green := sampleNamed(t, "green")
	call := []fakemodel.Call{green.call(s.c, s)}
	before := s.play("without", call)
	s.install()
	trusting := s.c.args
	s.c.args = func(s *site) []string {
		return slices.DeleteFunc(trusting(s), func(arg string) bool { return strings.Contains(arg, "trust") })
	}
	if err := green.check(s.c, whole, before[0], s.play("untrusted", call)[0]); err != nil {
		t.Error(err)
	}
	s.c.args = trusting
	if err := green.check(s.c, replaced, before[0], s.play("trusted", call)[0]); err != nil {
		t.Error(err)
	}
}
