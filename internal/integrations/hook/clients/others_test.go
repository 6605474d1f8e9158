package clients

import (
	"encoding/json"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/integrations/hook/clients/fakemodel"
)

// otherHook is a hook of the user's that replaces results. The test's program becomes it.
const otherHook = "other-hook"

var customer = regexp.MustCompile(`CUSTOMER-[0-9]+`)

// runOtherHook answers one event of an agent: it hides the customers, at once or after a second, or keeps one line.
func runOtherHook(agent, mode string, in io.Reader, out io.Writer) {
	var ev struct {
		Response json.RawMessage `json:"tool_response"`
		Result   map[string]any  `json:"toolResult"` // of Copilot
	}
	if json.NewDecoder(in).Decode(&ev) != nil {
		return
	}
	hide := func(v any) string {
		text, _ := v.(string)
		switch mode {
		case "slow":
			time.Sleep(time.Second)
		case "compress":
			text, _, _ = strings.Cut(text, "\n")
		}
		return customer.ReplaceAllString(text, "HIDDEN")
	}
	var response any
	_ = json.Unmarshal(ev.Response, &response)
	parts, _ := response.(object)
	var answer object
	switch agent {
	case "claude":
		parts["stdout"] = hide(parts["stdout"])
		answer = object{"hookSpecificOutput": object{"hookEventName": "PostToolUse", "updatedToolOutput": parts}}
	case "codex":
		answer = object{"decision": "block", "reason": hide(response)}
	case "gemini":
		answer = object{"decision": "deny", "reason": hide(parts["llmContent"])}
	case "copilot":
		ev.Result["textResultForLlm"] = hide(ev.Result["textResultForLlm"])
		answer = object{"modifiedResult": ev.Result}
	}
	_ = json.NewEncoder(out).Encode(answer)
}

// An others is a place of an agent's settings for hooks.
type others struct{ agent, file, text string }

// otherHooks are the places where a user may have a hook, whose command is COMMAND.
var otherHooks = []others{
	{"claude", ".claude/settings.json",
		`{"hooks": {"PostToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "COMMAND"}]}]}}`},
	{"codex", ".codex/hooks.json",
		`{"hooks": {"PostToolUse": [{"matcher": "^Bash$", "hooks": [{"type": "command", "command": "COMMAND"}]}]}}`},
	{"codex", ".codex/config.toml", "CONTENT\n[[hooks.PostToolUse]]\nmatcher = \"^Bash$\"\n" +
		"[[hooks.PostToolUse.hooks]]\ntype = \"command\"\ncommand = \"COMMAND\"\n"},
	{"gemini", ".gemini/settings.json", `{"hooks": {"AfterTool": [{"matcher": "run_shell_command", "hooks": ` +
		`[{"type": "command", "command": "COMMAND"}]}]}, CONTENT`},
	{"gemini", ".gemini/extensions/hide/hooks/hooks.json", `{"hooks": {"AfterTool": ` +
		`[{"matcher": "run_shell_command", "hooks": [{"type": "command", "command": "COMMAND"}]}]}}`},
	{"copilot", ".copilot/hooks/hide.json",
		`{"version": 1, "hooks": {"postToolUse": [{"type": "command", "bash": "COMMAND"}]}}`},
	{"copilot", ".copilot/settings.json",
		`{"hooks": {"postToolUse": [{"type": "command", "bash": "COMMAND"}]}}`},
}

// TestOthers has a hook of the user's that hides customers, or shortens results, beside toktee's. No customer is in any
// request, and toktee claims no savings, even if the user wants both hooks.
func TestOthers(t *testing.T) {
	if chosen.of == "" {
		t.Skip("needs -clients, which .ci/clients sets: it installs agents from npm")
	}
	tools := newTools(t)
	for _, o := range otherHooks {
		c, _ := clientNamed(o.agent)
		if !chosen.runs(c) {
			continue
		}
		t.Run(o.agent+" "+o.file, func(t *testing.T) {
			s := newSite(t, c, tools)
			for _, mode := range []string{"fast", "slow", "compress"} {
				s.fill(tools)
				o.write(s, mode)
				o.check(s, mode)
			}
		})
	}
}

// write writes the settings of the hook, among those that are there.
func (o others) write(s *site, mode string) {
	s.t.Helper()
	self, err := os.Executable()
	if err != nil {
		s.t.Fatal(err)
	}
	content, err := os.ReadFile(s.under(o.file))
	if err != nil && !os.IsNotExist(err) {
		s.t.Fatal(err)
	}
	if o.agent == "gemini" {
		s.write(".gemini/extensions/hide/gemini-extension.json", `{"name": "hide", "version": "1.0.0"}`)
	}
	command := strings.Join([]string{self, otherHook, o.agent, mode}, " ")
	with := strings.NewReplacer("COMMAND", command, "CONTENT", strings.TrimPrefix(string(content), "{"))
	s.write(o.file, with.Replace(o.text))
}

func (o others) check(s *site, mode string) {
	s.t.Helper()
	call := []fakemodel.Call{s.c.shell("seq -f 'the invoice of CUSTOMER-%g is paid' 400")}
	before := s.play(mode+" alone", call)
	if strings.Contains(before[0].Text, "CUSTOMER") {
		s.t.Fatalf("the hook isn't called:\n%s", excerpt(before[0].Text))
	}
	changed := s.install()
	for _, setting := range []string{"", "[hooks]\nbeside_others = true\n"} {
		s.write(".config/toktee/config.toml", setting)
		got := s.play(mode, call)
		if setting == "" {
			if !s.c.same(before[0], got[0]) {
				s.t.Errorf("%s: another result than without toktee:\n%s", mode, difference(before[0], got[0]))
			}
			for _, q := range s.model.Requests() {
				if found := customer.Find(q.Body); found != nil {
					s.t.Errorf("%s: a request has %s", mode, found)
				}
				if strings.Contains(string(q.Body), "toktee leaves") {
					s.t.Error("the message for the person reached the model")
				}
			}
		}
		said := s.command(s.toktee, "doctor", s.c.agent)
		if !strings.Contains(said, ": 0 of ") || !strings.Contains(said, "may replace results of") {
			s.t.Errorf("%s %s: toktee doctor says\n%s", mode, setting, said)
		}
	}
	s.write(".config/toktee/config.toml", "")
	s.uninstall(changed)
}
