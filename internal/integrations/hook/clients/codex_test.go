package clients

import (
	"encoding/json"
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

// codexCut is how a result begins that Codex has cut.
const codexCut = "Warning: truncated output (original token count: "

func codex() *client {
	return &client{
		name: "codex", title: "Codex", agent: "codex",
		pkg: "@openai/codex", version: "0.171.0", program: "codex", main: "exec_command",
		shim: replaced, shimsByInit: true, wholeErrors: true,
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
		gets: map[string]outcome{"mcp error": whole},
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

// TestCodexSays holds that a replaced result doesn't look like an error to the person. Of a command that was in the
// background, the last result has only a part of the output, and stays as it is.
func TestCodexSays(t *testing.T) {
	s := chosenSite(t, "codex")
	s.install()
	list := sampleNamed(t, "list")
	later := fakemodel.Call{Name: "exec_command", Args: object{
		"cmd": "seq -f '" + jobFormat + "' 400; sleep 3; seq -f '" + jobFormat + "' 401 800", "yield_time_ms": 1000,
	}}
	rest := fakemodel.Call{From: func(results []fakemodel.Result) fakemodel.Call {
		_, id, _ := strings.Cut(results[1].Text, "session ID ")
		id, _, _ = strings.Cut(id, "\n")
		return fakemodel.Call{Name: "write_stdin", Args: object{
			"session_id": json.Number(id), "chars": "", "yield_time_ms": codexYield,
		}}
	}}
	got := s.play("says", []fakemodel.Call{list.call(s.c, s), later, rest})
	if kept(got[0]) == "" || strings.Contains(s.said, "ERROR") || strings.Contains(s.said, "Blocked") {
		t.Errorf("the model got\n%s\nand the person\n%s", excerpt(got[0].Text), excerpt(s.said))
	}
	if text := got[2].Text; kept(got[2]) != "" || !strings.Contains(text, "line 600 of a job") ||
		strings.Contains(text, "line 200 of a job") {
		t.Errorf("the rest of a command in the background:\n%s", excerpt(text))
	}
}
