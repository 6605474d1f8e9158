package permit_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/toktee/toktee/internal/integrations/permit"
)

// rulesFor are settings files with rules for "touch", for "git push" and for the file .env, as each agent writes them.
// LIST is deny or ask. An agent without rules for files has none for .env.
var rulesFor = map[string]map[string][2]string{
	"claude": {
		"touch": {".claude/settings.json", `{"permissions":{"LIST":["Bash(touch:*)"]}}`},
		"push":  {".claude/settings.json", `{"permissions":{"LIST":["Bash(git push *)"]}}`},
		"env":   {".claude/settings.local.json", `{"permissions":{"LIST":["Read(./.env)"]}}`},
		"edit":  {".claude/settings.local.json", `{"permissions":{"LIST":["Edit(./locked/**)"]}}`},
	},
	"codex": {
		"touch": {".codex/rules/a.rules", `prefix_rule(pattern=["touch"], decision="LIST")`},
		"push":  {".codex/rules/a.rules", `prefix_rule(pattern=["git", ["push", "fetch"]], decision="LIST")`},
	},
	"gemini": {
		"touch": {".gemini/policies/a.toml", "[[rule]]\ntoolName = \"run_shell_command\"\n" +
			"commandPrefix = [\"touch\"]\ndecision = \"LIST\"\npriority = 100\n"},
		"push": {".gemini/policies/a.toml", "[[rule]]\ntoolName = \"run_shell_command\"\n" +
			"commandPrefix = \"git push\"\ndecision = \"LIST\"\npriority = 100\n"},
	},
	"opencode": {
		"touch": {"opencode.json", `{"permission":{"bash":{"*":"allow","touch *":"LIST"}}}`},
		"push":  {"opencode.json", `{"permission":{"bash":{"git push*":"LIST"}}}`},
	},
}

// lists are the words for deny, ask and allow.
var lists = map[string]map[string]string{
	"claude":   {"deny": "deny", "ask": "ask", "allow": "allow"},
	"codex":    {"deny": "forbidden", "ask": "prompt", "allow": "allow"},
	"gemini":   {"deny": "deny", "ask": "ask_user", "allow": "allow"},
	"opencode": {"deny": "deny", "ask": "ask", "allow": "allow"},
}

// evasions reads the table: what a rule is for, and a command that does it.
func evasions(t *testing.T) (rows [][2]string) {
	t.Helper()
	f, err := os.Open("testdata/evasions.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for in := bufio.NewScanner(f); in.Scan(); {
		target, command, ok := strings.Cut(in.Text(), "\t")
		if ok && !strings.HasPrefix(target, "#") {
			rows = append(rows, [2]string{target, strings.NewReplacer(`\n`, "\n").Replace(command)})
		}
	}
	return rows
}

// project makes a folder for the commands, with the rule in it, and returns the agent there.
func project(t *testing.T, agent, target, list string) permit.Caller {
	t.Helper()
	root := t.TempDir()
	dir := filepath.Join(root, "home", "repo")
	put := func(name, text string) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put(".env", "SECRET=1\n")
	put("sub/a.txt", "a\n")
	put("locked/a.txt", "a\n")
	for name, to := range map[string]string{"link": ".env", "folder": "sub", "sub/up": "../.env"} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
	}
	file := rulesFor[agent][target]
	put(file[0], strings.ReplaceAll(file[1], "LIST", lists[agent][list]))
	return permit.Caller{
		Agent: agent, Dir: dir, Managed: []string{filepath.Join(root, "etc")},
		Getenv: func(name string) (string, bool) {
			if name == "HOME" {
				return filepath.Join(root, "home"), true
			}
			return "", false
		},
		Process: func() (permit.Process, error) { return permit.Process{Args: []string{"claude", "-p", "go"}}, nil },
	}
}

// check checks a call with an agent's rules.
func check(t *testing.T, c permit.Caller, call permit.Call) error {
	t.Helper()
	rules, err := c.Rules()
	if err != nil {
		t.Fatal(err)
	}
	return rules.Check(call)
}

// TestEvasions refuses each command of the table for a rule to deny or to ask, and names the rule and its file. A rule
// to allow refuses nothing.
func TestEvasions(t *testing.T) {
	rows := evasions(t)
	if len(rows) < 60 {
		t.Errorf("the table has %d rows, want at least 60", len(rows))
	}
	for _, agent := range permit.Agents() {
		for _, list := range []string{"deny", "ask", "allow"} {
			for target, file := range rulesFor[agent] {
				c := project(t, agent, target, list)
				for _, row := range rows {
					if row[0] != target {
						continue
					}
					command := strings.ReplaceAll(row[1], "$DIR", c.Dir)
					err := check(t, c, permit.Call{Line: command, Dir: c.Dir})
					var refused *permit.Refused
					switch isRefused := errors.As(err, &refused); {
					case list == "allow" && err != nil:
						t.Errorf("%s, %s %s: %q: %v", agent, list, target, command, err)
					case list != "allow" && !isRefused:
						t.Errorf("%s, %s %s: %q isn't refused", agent, list, target, command)
					case isRefused && (refused.List != list || !strings.Contains(err.Error(), file[0]+"")):
						t.Errorf("%s, %s %s: %q: %v", agent, list, target, command, err)
					}
				}
				for _, command := range harmless {
					if err := check(t, c, permit.Call{Line: command, Dir: c.Dir}); err != nil {
						t.Errorf("%s, %s %s: %q: %v", agent, list, target, command, err)
					}
				}
			}
		}
	}
}

// harmless are commands that none of the rules is for.
var harmless = []string{
	"go test ./...", "git status", "git log --oneline -5 | head -3", "cd sub && cat a.txt", "ls -la *.go",
	"cat sub/a.txt > sub/b.txt", "env A=1 make all", "sh -c 'make all'", "find . -name '*.go' -exec wc -l {} +",
	`git commit -m "don't stop"`, "npm run build 2>&1 | tee log.txt",
}

// TestFiles refuses what file tools do to a file that a rule is for, by any of its names.
func TestFileAccess(t *testing.T) {
	for _, list := range []string{"deny", "ask"} {
		c := project(t, "claude", "env", list)
		for path, want := range map[string]bool{
			".env": true, "sub/../.env": true, "link": true, "sub/up": true, "folder/up": true, "./.ENV": true,
			"sub/a.txt": false, "env": false, ".envrc": false,
		} {
			for _, change := range []bool{false, true} {
				call := permit.Call{Path: filepath.Join(c.Dir, path), Change: change}
				if err := check(t, c, call); (err != nil) != want {
					t.Errorf("%s %s, change %v: %v", list, path, change, err)
				}
			}
		}
		if check(t, c, permit.Call{Line: "print(1)", Program: true}) == nil {
			t.Errorf("%s: a program may read every file", list)
		}
		c = project(t, "claude", "edit", list)
		for path, want := range map[string]bool{"locked/new": true, "locked": true, "sub/a.txt": false} {
			if err := check(t, c, permit.Call{Path: filepath.Join(c.Dir, path), Change: true}); (err != nil) != want {
				t.Errorf("%s: changing %s: %v", list, path, err)
			}
			if err := check(t, c, permit.Call{Path: filepath.Join(c.Dir, path)}); err != nil {
				t.Errorf("%s: reading %s: %v", list, path, err)
			}
		}
	}
}

// A ruleForm is a file with a rule, what the rule refuses, and what it doesn't; "@read x" is the file x.
type ruleForm struct{ agent, file, text, refused, allowed string }

// ruleForms reads the forms in testdata/rules.txtar: "agent file" with the content, its last two lines in comments.
func ruleForms(t *testing.T) (forms []ruleForm) {
	t.Helper()
	a, err := txtar.ParseFile("testdata/rules.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range a.Files {
		agent, file, _ := strings.Cut(f.Name, " ")
		text, calls, _ := strings.Cut(string(f.Data), "\nrefused: ")
		refused, allowed, ok := strings.Cut(strings.TrimSpace(calls), "\nallowed: ")
		if !ok {
			t.Fatalf("%s %s: want lines with what is refused and what is allowed", f.Name, f.Data)
		}
		forms = append(forms, ruleForm{agent, file, text, refused, allowed})
	}
	return forms
}

// TestRuleForms reads the rules of each form, for a command or a file that they are for and for one that they aren't.
func TestRuleForms(t *testing.T) {
	for _, c := range ruleForms(t) {
		at := project(t, c.agent, "touch", "allow")
		path := filepath.Join(at.Dir, c.file)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		for what, want := range map[string]bool{c.refused: true, c.allowed: false} {
			call := permit.Call{Line: what, Dir: at.Dir}
			if tool, name, ok := strings.Cut(what, " "); ok && what[0] == '@' {
				call = permit.Call{Path: filepath.Join(at.Dir, name), Change: tool == "@write"}
			}
			if err := check(t, at, call); what != "-" && (err != nil) != want {
				t.Errorf("%s, %s: %q: %v, want refused %v", c.agent, c.text, what, err, want)
			}
		}
	}
}

// TestHiddenNames knows that a star of the shell's doesn't stand for the dot that a name begins with.
func TestHiddenNames(t *testing.T) {
	c := project(t, "claude", "env", "deny")
	text := `{"permissions":{"deny":["Read(./.env.*)","Read(./.env)","Read(./a.go)"]}}`
	if err := os.WriteFile(filepath.Join(c.Dir, ".claude/settings.local.json"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]bool{
		"ls *.txt": false, "cat *.md | head -3": false, "cat locked/*": false, "sh -c 'wc -l *.md'": false,
		"grep x *.md": false, "sh -c 'find . -name *.md'": true, "bash -O dotglob -c 'cat *.md'": true,
		"cat *.go": true, "cat *": true, "cat .*": true, "cat '*'": true, "cat $x.md": true, "find . -name *.md": true,
		"shopt -s dotglob; cat *.md": true, "rg x -g *.md": true, "grep -r --include=*.md x": true,
	} {
		if err := check(t, c, permit.Call{Line: line, Dir: c.Dir}); (err != nil) != want {
			t.Errorf("%s: %v, want refused %v", line, err, want)
		}
	}
}

// TestInput compares what a command reads with rules that are regular expressions.
func TestInput(t *testing.T) {
	c := project(t, "gemini", "touch", "allow")
	text := "[[rule]]\ntoolName='run_shell_command'\ncommandRegex='touch'\ndecision='deny'\npriority=1\n"
	if err := os.WriteFile(filepath.Join(c.Dir, ".gemini/policies/a.toml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if check(t, c, permit.Call{Line: "sh", Input: "touch x", Dir: c.Dir}) == nil {
		t.Error("touch passes as the input of a shell")
	}
}

// TestUnreadRules refuses everything if a file of rules can't be read.
func TestUnreadRules(t *testing.T) {
	for agent, file := range map[string]string{
		"claude": ".claude/settings.local.json", "codex": ".codex/config.toml", "gemini": ".gemini/settings.json",
		"opencode": "opencode.json",
	} {
		c := project(t, agent, "push", "deny")
		path := filepath.Join(c.Dir, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("{"), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Rules(); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", agent, err)
		}
	}
	c := permit.Caller{Agent: "other"}
	if _, err := c.Rules(); err == nil {
		t.Error("the rules of an unknown agent are known")
	}
}

// TestFlags reads rules from Claude Code's command line; a server's calls are refused if it may have more.
func TestFlags(t *testing.T) {
	for _, f := range []struct {
		args                string
		run, server, unread bool // touch is refused to a command and to a server; a server's rules are unread
	}{
		{args: "-p go"}, {args: "-p go --allowedTools Bash(touch:*)"},
		{args: "--disallowedTools Bash(touch:*) -p go", run: true, server: true},
		{args: "--disallowed-tools=Read,Bash(touch:*)", run: true, server: true},
		{args: "--disallowedTools Read Bash(touch:*)", run: true, server: true},
		{args: `--settings {"permissions":{"ask":["Bash(touch:*)"]}}`, run: true, server: true},
		{args: `--settings={"permissions":{"deny":["Bash(rm:*)"]}}`},
		{args: `--settings {"sandbox":{"enabled":true}}`, server: true},
		{args: "--agents {}", unread: true}, {args: "--new", unread: true},
	} {
		for _, server := range []bool{false, true} {
			c := project(t, "claude", "push", "deny")
			c.Server = server
			c.Process = func() (permit.Process, error) {
				return permit.Process{Args: append([]string{"claude"}, strings.Fields(f.args)...)}, nil
			}
			rules, err := c.Rules()
			if (err != nil) != (server && f.unread) {
				t.Errorf("%s, server %v: %v", f.args, server, err)
			}
			if err != nil {
				continue
			}
			want := f.run && !server || f.server && server
			if err := rules.Check(permit.Call{Line: "touch x", Dir: c.Dir}); (err != nil) != want {
				t.Errorf("%s, server %v: %v", f.args, server, err)
			}
		}
	}
	c := project(t, "claude", "push", "deny")
	c.Process = func() (permit.Process, error) { return permit.Process{}, errors.New("none") }
	if _, err := c.Rules(); err != nil {
		t.Error(err)
	}
	c.Server = true
	if _, err := c.Rules(); err == nil {
		t.Error("a server of an agent whose flags aren't known has rules")
	}
}

// TestGuards refuses calls of a server that a hook or a sandbox of the user's doesn't reach.
func TestGuards(t *testing.T) {
	for text, want := range map[string]string{
		`{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"command":"guard"}]}]}}`:      "line",
		`{"hooks":{"PreToolUse":[{"matcher":"Read|Grep","hooks":[{"command":"guard"}]}]}}`: "path",
		`{"hooks":{"PreToolUse":[{"matcher":"*","hooks":[{"command":"guard"}]}]}}`:         "",
		`{"hooks":{"PreToolUse":[{"matcher":"mcp__.*","hooks":[{"command":"guard"}]}]}}`:   "",
		`{"sandbox":{"enabled":true}}`:  "line",
		`{"sandbox":{"enabled":false}}`: "",
	} {
		c := project(t, "claude", "push", "deny")
		if err := os.WriteFile(filepath.Join(c.Dir, ".claude/settings.json"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, server := range []bool{false, true} {
			c.Server = server
			got := ""
			if check(t, c, permit.Call{Line: "make", Dir: c.Dir}) != nil {
				got += "line"
			}
			if check(t, c, permit.Call{Path: filepath.Join(c.Dir, "a")}) != nil {
				got += "path"
			}
			if server && got != want || !server && got != "" {
				t.Errorf("%s, server %v: refuses %q, want %q", text, server, got, want)
			}
		}
	}
}

func TestCallersOf(t *testing.T) {
	for vars, want := range map[string]string{
		"": "[]", "CLAUDECODE": "[claude]", "CODEX_THREAD_ID CODEX_SANDBOX": "[codex]",
		"GEMINI_CLI OPENCODE": "[gemini opencode]",
	} {
		got := permit.CallersOf(func(name string) (string, bool) {
			return map[bool]string{true: "1"}[strings.Contains(" "+vars+" ", " "+name+" ")], true
		})
		if fmt.Sprint(got) != want {
			t.Errorf("%s: %v, want %s", vars, got, want)
		}
	}
	for client, want := range map[string]string{
		"claude-code": "claude", "codex-mcp-client": "codex", "gemini-cli-mcp-client-x": "gemini",
		"opencode":           "opencode",
		"Visual Studio Code": "", "": "",
	} {
		if got := permit.ClientsAgent(client); got != want {
			t.Errorf("%q is %q, want %q", client, got, want)
		}
	}
}

// FuzzCheck reads whatever a command is, and never lets a plain one pass behind it.
func FuzzCheck(f *testing.F) {
	for _, seed := range []string{"", "x=1", "cat <<E\nx\nE", "$(", "'", "{a,b}", "*/*", "\\"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, before string) {
		c := project(t, "claude", "touch", "deny")
		if err := check(t, c, permit.Call{Line: before + "\ntouch x", Dir: c.Dir}); err == nil {
			if b, _ := json.Marshal(before); !strings.HasSuffix(strings.TrimRight(before, "\r"), `\`) {
				t.Errorf("touch passes behind %s", b)
			}
		}
	})
}
