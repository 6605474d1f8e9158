package strategies

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/shell"
)

func TestFamilyOfTool(t *testing.T) {
	tests := map[Family][]string{
		FamilySearch: {"Grep", "grep_file", "rg", "grep", "search_files", "ag", "git grep", "grep_search", "search_file_content", "mcp__fs__search_files", "functions.grep_files"},
		FamilyRead:   {"Read", "read_file", "cat", "view", "NotebookRead", "mcp__filesystem__read_text_file", "ReadFile"},
		FamilyList:   {"LS", "list_files", "Glob", "find", "tree", "fd", "list_dir", "mcp__filesystem__directory_tree"},
		FamilyEdit:   {"Edit", "edit_file", "MultiEdit", "apply_patch", "write_file", "Write", "create_file", "str_replace_editor", "str_replace_based_edit_tool", "git diff", "replace"},
		FamilyExec:   {"Bash", "run_pty_cmd", "PowerShell", "shell", "local_shell", "exec", "exec_command", "write_stdin", "execute_code", "run_shell_command", "terminal", "run", "developer__shell", "container.exec"},
		FamilyProse:  {"Task", "Agent", "TodoWrite", "WebSearch", "WebFetch", "update_plan"},
		FamilyOther:  {"", "Frobnicate", "mcp__linear__list_issues", "mcp__notion__search", "mcp__x__run", "mcp__", "__", "."},
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
		FamilySearch: {`rg foo src`, `cd x && rg foo | head -50`, `grep -rn foo . 2>/dev/null`, `git -C d grep -n foo`, `cat f | grep foo`, `rg foo | grep -v test`,
			`find . -name '*.go' | xargs grep foo`, `rg -l foo | sort`, `bash -lc 'ag foo'`, `Select-String -Pattern foo a.txt`},
		FamilyRead: {`cat a.go`, `sed -n '10,20p' a.go`, `head -50 a.go`, `tail -n +5 a.go`, `nl -ba a.go | sed -n '5,9p'`, `bat a.go`, `git show HEAD:a.go`,
			`awk 'NR>=5 && NR<=9' a.go`, `cd x && cat a.go | head -20`, `Get-Content a.go`},
		FamilyList: {`ls -la`, `find . -type f | sort | head -20`, `fd -e go`, `tree -L 2`, `git ls-files`, `du -a`, `rg --files`, `Get-ChildItem`},
		FamilyEdit: {`git diff`, `git diff --stat`, `git show`, `git show HEAD~1 --stat`, `git log -p -1`, `diff -u a b`, `gh pr diff 5`, `git stash show -p`},
		FamilyExec: {`go test ./...`, `rg foo | wc -l`, `ls | wc -l`, `find . -name x -delete && make`, `cat a.go; cat b.go`, `cat a.go | jq .`, `cat <<EOF
x
EOF`, `sed 's/a/b/' a.go`, `for f in a b; do cat $f; done`, `git log --oneline`, `git diff | grep '^+'`, `rg --help`, `echo a && rg foo`, `tail -f log`,
			`git status`, `find . -type f -exec wc -l {} +`, `find . -name x -exec cat {} +`, `ls | xargs cat a`, `cat`, `rg "unclosed`, ``},
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

func TestBoundsOf(t *testing.T) {
	type want struct {
		B  Bounds
		OK bool
	}
	args := func(s string) *Input { return &Input{Args: json.RawMessage(s)} }
	cmd := func(s string) *Input { return &Input{Command: s, Shell: shell.Parse(s)} }
	tests := []struct {
		name string
		in   *Input
		want want
	}{
		{"nothing", &Input{}, want{}},
		{"offset and limit", &Input{Offset: 10, Limit: 5}, want{Bounds{First: 10, Last: 14}, true}},
		{"limit", &Input{Limit: 5}, want{Bounds{First: 1, Last: 5}, true}},
		{"offset", &Input{Offset: 5}, want{Bounds{First: 5}, true}},
		{"args", args(`{"file_path":"a","offset":"10","limit":5}`), want{Bounds{First: 10, Last: 14}, true}},
		{"view_range", args(`{"view_range":[10,20]}`), want{Bounds{First: 10, Last: 20}, true}},
		{"view_range to the end", args(`{"view_range":[10,-1]}`), want{Bounds{First: 10}, true}},
		{"start and end", args(`{"startLine":3,"endLine":9}`), want{Bounds{First: 3, Last: 9}, true}},
		{"whole file", args(`{"should_read_entire_file":true,"start_line_one_indexed":1}`), want{}},
		{"no range", args(`{"file_path":"a"}`), want{}},
		{"sed", cmd(`sed -n '10,20p' f`), want{Bounds{First: 10, Last: 20}, true}},
		{"sed to the end", cmd(`sed -n '10,$p' f`), want{Bounds{First: 10}, true}},
		{"sed, several", cmd(`sed -n '1,5p;9,12p' f`), want{Bounds{First: 1, Last: 12, Gaps: true}, true}},
		{"nl and sed", cmd(`cd x && nl -ba f | sed -n '5,9p'`), want{Bounds{First: 5, Last: 9}, true}},
		{"head", cmd(`head -n 50 f`), want{Bounds{First: 1, Last: 50}, true}},
		{"head, old form", cmd(`head -50 f`), want{Bounds{First: 1, Last: 50}, true}},
		{"tail", cmd(`tail -20 f`), want{Bounds{Tail: 20}, true}},
		{"tail from", cmd(`tail -n +5 f`), want{Bounds{First: 5}, true}},
		{"tail from, then head", cmd(`tail -n +101 f | head -20`), want{Bounds{First: 101, Last: 120}, true}},
		{"sed, then head", cmd(`sed -n '10,500p' f | head -20`), want{Bounds{First: 10, Last: 29}, true}},
		{"head, then tail", cmd(`head -100 f | tail -20`), want{Bounds{}, true}},
		{"cat", cmd(`cat f`), want{}},
		{"cat and head", cmd(`cat f | head -5`), want{Bounds{First: 1, Last: 5}, true}},
		{"a blob", cmd(`git show main:f | sed -n '3,4p'`), want{Bounds{First: 3, Last: 4}, true}},
		{"awk", cmd(`awk 'NR>=5 && NR<=9 {print}' f`), want{Bounds{First: 5, Last: 9}, true}},
		{"awk, one", cmd(`awk 'NR==7' f`), want{Bounds{First: 7, Last: 7}, true}},
		{"bat", cmd(`bat -r 10:20 f`), want{Bounds{First: 10, Last: 20}, true}},
		{"PowerShell", cmd(`Get-Content f -TotalCount 20`), want{Bounds{First: 1, Last: 20}, true}},
		{"bytes", cmd(`head -c 100 f`), want{}},
		{"two files", cmd(`head -5 a b`), want{}},
		{"a search", cmd(`rg foo | head -5`), want{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b, ok := BoundsOf(tt.in)
			if diff := cmp.Diff(tt.want, want{b, ok}); diff != "" {
				t.Errorf("BoundsOf mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func TestReadPath(t *testing.T) {
	tests := map[string]string{
		`cat a.go`: "a.go", `sed -n 1,9p x/a.go`: "x/a.go", `head -50 a.go | tail -5`: "a.go", `git show main:x/a.go`: "x/a.go", `tail +5 a.go`: "a.go",
		`awk 'NR==5' a.go`: "a.go", `sed -n -e 1,9p a.go`: "a.go", `Get-Content a.go -Tail 5`: "a.go", `cat a b`: "", `cat *.go`: "", `rg foo a.go`: "", `cat "$f"`: "",
	}
	for cmd, want := range tests {
		if got := ReadPath(shell.Parse(cmd)); got != want {
			t.Errorf("ReadPath(%q) = %q, want %q", cmd, got, want)
		}
	}
}
