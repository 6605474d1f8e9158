package clients

import (
	"os"
	"path/filepath"
	"regexp"
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
	"(touch FILE)", "{ touch FILE; }", "! touch FILE", "touch FILE &", "touch FILE | cat", "echo $(touch FILE)",
	"echo `touch FILE`", "cat <(touch FILE)", "if true; then touch FILE; fi", "for i in 1; do touch FILE; done",
	"while touch FILE; do break; done", "f() { touch FILE; }; f", "alias a='touch FILE'; a", "$(echo touch) FILE",
	"T=touch; $T FILE", "${T:-touch} FILE", "tou${x}ch FILE", "echo 'touch FILE' | sh", "sh <<'X'\ntouch FILE\nX",
	"find . -maxdepth 0 -exec touch FILE \\;", "awk 'BEGIN { system(\"touch FILE\") }'",
	"perl -e 'system \"touch FILE\"'",
	"git -c alias.x='!touch FILE' x", "seq 3 && touch FILE", "seq 3; touch FILE", "seq $(touch FILE) 3", "seq 3 > FILE",
	"seq 3 | tee FILE", "toktee run -- touch FILE", "toktee-prefix 'touch FILE'", "toktee prefix 'touch FILE'",
	"CLAUDE_CODE_SHELL_PREFIX= touch FILE", "cd / && cd - && touch FILE", "a=(1 2); echo ${a[1]}; touch FILE",
}

// TestClaudePrefixRules has rules decide the same with the prefix and without, in each mode without a person.
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
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, tools := prefixSite(t)
			args, env, setup := s.c.args(s)[:7], s.c.env, s.c.setup
			s.c.args = func(*site) []string {
				return append(append(args[:7:7], "--permission-mode", tt.mode), tt.flags...)
			}
			s.c.env = func(s *site) []string { return append(env(s), "IS_SANDBOX=1") } // for root
			s.c.setup = func(s *site) {
				setup(s)
				rules := object{"permissions": object{tt.list: []string{"Bash(touch:*)"}}}
				s.write(".claude/settings.json", encoded(rules))
			}
			s.fill(tools)
			play := func(run string) (results []fakemodel.Result, made []bool) {
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
			s.fill(tools)
			s.install("--prefix", "--allow-show")
			after, is := play("with")
			ran := 0
			// The lines that put shims into PATH come before the command, and so bash counts other lines.
			texts := func(r fakemodel.Result) string { return lineNumber.ReplaceAllString(r.Text, "line") }
			for i, command := range evasions {
				a, b := before[i], after[i]
				if is[i] {
					ran++
				}
				if was[i] != is[i] || a.Error != b.Error || a.Error && texts(a) != texts(b) {
					t.Errorf("%s: ran %v, now %v: %s", command, was[i], is[i], difference(a, b))
				}
			}
			t.Logf("%d of %d made their file", ran, len(evasions))
		})
	}
}

var lineNumber = regexp.MustCompile(`line \d+`)

// file is that of one of the evasions.
func file(i int) string { return "made" + string(rune('A'+i/26)) + string(rune('a'+i%26)) + ".txt" }
