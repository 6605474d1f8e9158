package clients

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/integrations/hook/clients/fakemodel"
)

// evasions are forms of "touch FILE" that a rule may or may not see.
var evasions = []string{
	"touch FILE", "touch  FILE", "\ttouch FILE", "'touch' FILE", "\"touch\" FILE", "t\\ouch FILE", "to''uch FILE",
	"/usr/bin/touch FILE", "command touch FILE", "builtin command touch FILE", "env touch FILE", "env X=1 touch FILE",
	"X=1 touch FILE", "exec touch FILE", "nohup touch FILE", "nice touch FILE", "time touch FILE",
	"timeout 5 touch FILE",
	"stdbuf -o0 touch FILE", "xargs touch <<<FILE", "echo FILE | xargs touch", "sh -c 'touch FILE'",
	"bash -c \"touch FILE\"",
	"eval 'touch FILE'", "true && touch FILE", "false || touch FILE", "true; touch FILE", "true\ntouch FILE",
	"(touch FILE)", "{ touch FILE; }", "! touch FILE", "touch FILE & wait", "touch FILE | cat", "echo $(touch FILE)",
	"echo `touch FILE`", "cat <(touch FILE)", "if true; then touch FILE; fi", "for i in 1; do touch FILE; done",
	"while touch FILE; do break; done", "f() { touch FILE; }; f", "alias a='touch FILE'; a", "$(echo touch) FILE",
	"T=touch; $T FILE", "${T:-touch} FILE", "tou${x}ch FILE", "echo 'touch FILE' | sh", "sh <<'X'\ntouch FILE\nX",
	"find . -maxdepth 0 -exec touch FILE \\;", "awk 'BEGIN { system(\"touch FILE\") }'",
	"perl -e 'system \"touch FILE\"'",
	"git -c alias.x='!touch FILE' x", "seq 3 && touch FILE", "seq 3; touch FILE", "seq $(touch FILE) 3", "seq 3 > FILE",
	"seq 3 | tee FILE", "toktee run -- touch FILE", "toktee-prefix 'touch FILE'", "toktee prefix 'touch FILE'",
	"CLAUDE_CODE_SHELL_PREFIX= touch FILE", "cd / && cd - && touch FILE", "a=(1 2); echo ${a[1]}; touch FILE",
}

// TestClaudePrefixRules has rules decide the same with toktee and its prefix as without, in each mode without a person.
func TestClaudePrefixRules(t *testing.T) {
	lists := []string{"--allowedTools", "Bash(seq *)", "Bash(echo *)"}
	for _, tt := range []struct {
		name, mode string
		list       string // of settings, with the rule for touch
		flags      []string
	}{
		{"default", "default", "deny", lists},
		{"acceptEdits", "acceptEdits", "deny", lists},
		{"plan", "plan", "deny", lists},
		{"dontAsk", "dontAsk", "deny", lists},
		{"bypassPermissions", "bypassPermissions", "deny", nil},
		{"ask", "default", "ask", []string{"--allowedTools", "Bash"}},
		{"bypassPermissions, ask", "bypassPermissions", "ask", nil},
		{"allow", "default", "allow", lists},
		{"dontAsk, allow", "dontAsk", "allow", lists},
		{"auto", "auto", "deny", lists},
		{"auto, ask", "auto", "ask", nil},
		{"sandbox", "default", "deny", nil},
		{"sandbox, ask", "default", "ask", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, tools := prefixSite(t)
			isSandboxed := strings.HasPrefix(tt.name, "sandbox")
			if isSandboxed {
				bwrap, err := exec.LookPath("bwrap")
				if err != nil {
					t.Skip("needs bubblewrap and socat, which the daily workflow installs")
				}
				s.path = filepath.Dir(bwrap) + string(filepath.ListSeparator) + s.path
			}
			args, env, setup := s.c.args(s)[:7], s.c.env, s.c.setup
			s.c.args = func(*site) []string {
				return append(append(args[:7:7], "--permission-mode", tt.mode), tt.flags...)
			}
			if !isSandboxed {
				s.c.env = func(s *site) []string { return append(env(s), "IS_SANDBOX=1") } // for root
			}
			s.c.setup = func(s *site) {
				setup(s)
				rules := object{"permissions": object{tt.list: []string{"Bash(touch:*)"}}}
				if isSandboxed { // whose commands run without a question
					rules["sandbox"] = object{"enabled": true, "autoAllowBashIfSandboxed": true}
				}
				s.write(".claude/settings.json", encoded(rules))
			}
			s.checkEvasions(tools, "--prefix", "--allow-show")
		})
	}
}

// checkEvasions holds that the same evasions run, and that refusals have the same texts, before "toktee init" and after
// it, with toktee in PATH, its MCP server and its shims.
func (s *site) checkEvasions(tools *tools, flags ...string) {
	s.t.Helper()
	play := func(run string) (results []fakemodel.Result, made []bool) {
		s.fill(tools)
		if run == "with" {
			s.serve(s.toktee, "mcp")
			s.install(flags...)
			s.agent = !s.c.shimsByInit
		}
		var calls []fakemodel.Call
		for i, command := range evasions {
			calls = append(calls, s.c.shell(strings.ReplaceAll(command, "FILE", file(i))))
		}
		results = s.play(run, calls)
		for i := range evasions {
			_, err := os.Stat(filepath.Join(s.project, file(i)))
			made = append(made, err == nil)
		}
		return results, made
	}
	before, was := play("without")
	after, is := play("with")
	ran := 0
	for i, command := range evasions {
		a, b := before[i], after[i]
		if is[i] {
			ran++
		}
		if was[i] != is[i] || a.Error != b.Error || !slices.Equal(linesOf(a), linesOf(b)) {
			s.t.Errorf("%s: ran %v, now %v: %s", command, was[i], is[i], difference(a, b))
		}
	}
	s.t.Logf("%d of %d made their file", ran, len(evasions))
}

// ruleLists are settings of a rule for touch, in agents other than Claude Code. What isn't given is as the client has
// it. In "opencode run", a question ends the run, so rules to ask aren't compared there.
var ruleLists = []struct {
	client, name, text string
	was, is            string // of a text in the client's own settings
	args               func(*site) []string
}{
	{client: "codex", name: "deny", text: codexRule("forbidden")},
	{client: "codex", name: "ask", text: codexRule("prompt")},
	{client: "codex", name: "ask in a sandbox", text: codexRule("prompt"), was: "danger-full-access", is: "read-only"},
	{client: "codex", name: "allow in a sandbox", text: codexRule("allow"), was: "danger-full-access", is: "read-only"},
	{client: "codex", name: "deny in a sandbox", text: codexRule("forbidden"), was: "danger-full-access",
		is: "workspace-write"},
	{client: "gemini", name: "deny", text: geminiRule("deny")},
	{client: "gemini", name: "ask", text: geminiRule("ask_user")},
	{client: "gemini", name: "allow", text: geminiRule("allow"), args: geminiArgs("default")},
	{client: "gemini", name: "ask, accepting edits", text: geminiRule("ask_user"), args: geminiArgs("auto_edit")},
	{client: "opencode", name: "deny", is: `{"*":"allow","touch *":"deny"}`},
	{client: "opencode", name: "allow", is: `{"*":"deny","touch *":"allow","seq *":"allow"}`},
}

func codexRule(decision string) string {
	return "prefix_rule(pattern = [\"touch\"], decision = \"" + decision + "\")\n"
}

func geminiRule(decision string) string {
	return "[[rule]]\ntoolName = \"run_shell_command\"\ndecision = \"" + decision +
		"\"\npriority = 900\ncommandPrefix = \"touch\"\n"
}

// TestRules has rules of other agents decide the same with toktee as without.
func TestRules(t *testing.T) {
	if chosen.of == "" {
		t.Skip("needs -clients, which .ci/clients sets: it installs agents from npm")
	}
	tools := newTools(t)
	settings := map[string][2]string{ // with the rules, and with all else
		"codex":    {".codex/rules/default.rules", ".codex/config.toml"},
		"gemini":   {".gemini/policies/rules.toml", ".gemini/settings.json"},
		"opencode": {"", ".config/opencode/opencode.json"},
	}
	for _, tt := range ruleLists {
		c, _ := clientNamed(tt.client)
		if !chosen.runs(c) {
			continue
		}
		if tt.args != nil {
			c.args = tt.args
		}
		if tt.client == "opencode" {
			tt.was = `{"*":"allow","go generate *":"deny","touch *":"deny"}`
		}
		setup, files := c.setup, settings[tt.client]
		c.setup = func(s *site) {
			setup(s)
			if tt.text != "" {
				s.write(files[0], tt.text)
			}
			s.replaceIn(files[1], tt.was, tt.is)
		}
		t.Run(tt.client+" "+tt.name, func(t *testing.T) { newSite(t, c, tools).checkEvasions(tools) })
	}
}

// linesOf are the lines that two runs have in common, sorted: an agent may get two outputs in either order. The lines
// that put shims into PATH come before the command, and so bash counts other lines.
func linesOf(r fakemodel.Result) []string {
	lines := strings.Split(number.ReplaceAllString(steady(r.Text), "$1 N"), "\n")
	slices.Sort(lines)
	return slices.DeleteFunc(lines, func(line string) bool { return strings.Contains(line, "the output is not kept") })
}

var number = regexp.MustCompile(`(line|Original token count:) \d+`)

// file is that of one of the evasions.
func file(i int) string { return "made" + string(rune('A'+i/26)) + string(rune('a'+i%26)) + ".txt" }
