package toolname

import (
	"encoding/json"
	"testing"

	"github.com/toktee/toktee/internal/text/shell"
)

func TestFamilyOfTool(t *testing.T) {
	tests := map[Family][]string{
		FamilySearch: {"Grep", "grep_file", "rg", "grep", "search_files", "ag", "git grep", "grep_search",
			"search_file_content", "mcp__fs__search_files", "functions.grep_files"},
		FamilyRead: {"Read", "read_file", "cat", "view", "NotebookRead", "mcp__filesystem__read_text_file",
			"ReadFile"},
		FamilyList: {"LS", "list_files", "Glob", "find", "tree", "fd", "list_dir", "mcp__filesystem__directory_tree"},
		FamilyEdit: {"Edit", "edit_file", "MultiEdit", "apply_patch", "write_file", "Write", "create_file",
			"str_replace_editor", "str_replace_based_edit_tool", "git diff", "replace"},
		FamilyExec: {"Bash", "run_pty_cmd", "PowerShell", "shell", "local_shell", "exec",
			"exec_command", "write_stdin", "execute_code",
			"run_shell_command", "terminal", "run", "developer__shell", "container.exec"},
		FamilyProse: {"Task", "Agent", "TodoWrite", "WebSearch", "WebFetch", "update_plan"},
		FamilyOther: {"", "Frobnicate", "mcp__linear__list_issues", "mcp__notion__search", "mcp__x__run", "mcp__",
			"__", "."},
	}
	for want, names := range tests {
		for _, name := range names {
			if got := FamilyOf(name, shell.Line{}); got != want {
				t.Errorf("FamilyOf(%q) = %s, want %s", name, got, want)
			}
		}
	}
}

func TestFamilyOfCommand(t *testing.T) {
	tests := map[Family][]string{
		FamilySearch: {`rg foo src`, `cd x && rg foo | head -50`, `grep -rn foo . 2>/dev/null`, `git -C d grep -n foo`,
			`cat f | grep foo`, `rg foo | grep -v test`,
			`find . -name '*.go' | xargs grep foo`, `rg -l foo | sort`, `bash -lc 'ag foo'`,
			`Select-String -Pattern foo a.txt`},
		FamilyRead: {`cat a.go`, `sed -n '10,20p' a.go`, `head -50 a.go`, `tail -n +5 a.go`,
			`nl -ba a.go | sed -n '5,9p'`, `bat a.go`, `git show HEAD:a.go`,
			`cd x && cat a.go | head -20`, `Get-Content a.go`},
		FamilyList: {`tar tzf a.tgz`, `tar -tvf a.tar`, `unzip -l a.zip`, `find . -ls`,
			`ls -la`, `find . -type f | sort | head -20`, `fd -e go`, `tree -L 2`, `git ls-files`, `du -a`,
			`rg --files`, `Get-ChildItem`},
		FamilyEdit: {`git diff`, `git diff --stat`, `git show`, `git show HEAD~1 --stat`, `git log -p -1`,
			`diff -u a b`, `gh pr diff 5`, `git stash show -p`},
		FamilyExec: {
			`go test ./...`, `awk 'NR>=5 && NR<=9' a.go`, `rg foo | wc -l`, `ls | wc -l`,
			`find . -name x -delete && make`,
			`cat a.go; cat b.go`, `cat a.go | jq .`, "cat <<EOF\nx\n" +
				"EOF", `sed 's/a/b/' a.go`, `for f in a b; do cat $f; done`, `git log --oneline`,
			`git diff | grep '^+'`, `rg --help`, `echo a && rg foo`, `tail -f log`,
			`git status`, `find . -type f -exec wc -l {} +`, `find . -name x -exec cat {} +`, `ls | xargs cat a`,
			`cat`, `rg "unclosed`, ``},
	}
	for want, cmds := range tests {
		for _, cmd := range cmds {
			if got := FamilyOf("Bash", shell.Parse(cmd)); got != want {
				t.Errorf("FamilyOf(Bash, %q) = %s, want %s", cmd, got, want)
			}
		}
	}
	if got := FamilyOf("Grep", shell.Parse("make")); got != FamilySearch {
		t.Errorf("a tool that runs no command became %s by its command line", got)
	}
}

func TestFamilyOfCall(t *testing.T) {
	tests := []struct {
		tool, args string
		want       Family
	}{
		{"str_replace_editor", `{"command":"view","path":"a.go"}`, FamilyRead},
		{"str_replace_editor", `{"command":"create","path":"a.go"}`, FamilyEdit},
		{"Edit", ``, FamilyEdit},
		{"Edit", `not json`, FamilyEdit},
		{"Bash", `{"command":"view"}`, FamilyExec},
	}
	for _, tt := range tests {
		if got := FamilyOfCall(tt.tool, json.RawMessage(tt.args), shell.Line{}); got != tt.want {
			t.Errorf("FamilyOfCall(%s, %s) = %s, want %s", tt.tool, tt.args, got, tt.want)
		}
	}
}

func TestReadPath(t *testing.T) {
	tests := map[string]string{
		`cat a.go`: "a.go", `sed -n 1,9p x/a.go`: "x/a.go", `head -50 a.go | tail -5`: "a.go",
		`git show main:x/a.go`: "x/a.go", `tail +5 a.go`: "a.go",
		`sed -n -e 1,9p a.go`: "a.go", `Get-Content a.go -Tail 5`: "a.go",
		`cat a b`: "", `cat *.go`: "", `rg foo a.go`: "", `cat "$f"`: "",
	}
	for cmd, want := range tests {
		if got := ReadPath(shell.Parse(cmd)); got != want {
			t.Errorf("ReadPath(%q) = %q, want %q", cmd, got, want)
		}
	}
}
