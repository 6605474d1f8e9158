package replay

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCodeLike(t *testing.T) {
	for w, want := range map[string]bool{
		"src/kiln": true, "kiln_panel": true, "_test.go": true, "t.Run": true, "kilnPanel": true, "TestEnv": true,
		"HTTPServer": true, "0o644": true, "2db227d": true, "av-2il.1": true,
		"kiln": false, "temperature": false, "Temperature": false, "README": false, "2026": false, "1.26.8": false,
		"2026-10-01": false, "read-only": false, "a.b": false, "end..": false,
	} {
		if got := codeLike(w); got != want {
			t.Errorf("codeLike(%q) = %v", w, got)
		}
	}
}

func TestAppears(t *testing.T) {
	for _, c := range []struct {
		text, c string
		want    bool
	}{
		{"x t.Run(", "t.Run", true},
		{"x t.Running", "t.Run", false},
		{"xt.Run(", "t.Run", false},
		{"t.Running t.Run", "t.Run", true},
		{"/repo/src/kiln.go:12", "src/kiln.go", true},
		{"src/kiln.gone", "src/kiln.go", false},
		{"\"a b\"x", "\"a b\"", true}, // bounded by itself
		{"12→import", "import", true},
		{"", "x", false},
		{"abab", "ab", false},
	} {
		if got := appears(c.text, c.c); got != c.want {
			t.Errorf("appears(%q, %q) = %v", c.text, c.c, got)
		}
		o := openResult{raw: c.text}
		if from, to := anchor(c.c); to-from >= minAnchor && o.holds(c.c) != c.want {
			t.Errorf("holds(%q, %q) = %v", c.text, c.c, !c.want)
		}
	}
}

func TestCandidates(t *testing.T) {
	for _, c := range []struct {
		name, args string
		want       []string
	}{
		{"paths without their ends", `{"path":"/home/ada/.kiln/panel.go","n":[1,{"deep":"./src/x_y."}]}`,
			[]string{"home/ada/.kiln/panel.go", "src/x_y"}},
		{"names of arguments don't count", `{"file_path":"kiln"}`, nil},
		{"an edit's old lines", `{"old_string":"\tif kiln == nil {\n}\n\t\treturn \"hot\"","new_string":"something ` +
			`else entirely"}`, []string{"if kiln == nil {", `return "hot"`}},
		{"old text alone is no edit", `{"old_string":"\tif kiln == nil {"}`, nil},
		{"a list of edits", `{"edits":[{"oldText":"one two three four","newText":""}]}`,
			[]string{"one two three four"}},
		{"a patch: what it takes away and what stands around", `{"input":"*** Begin Patch\n*** Update File: a\n@@ ` +
			`here\n stays where it is\n-goes away now\n+comes in new\n*** End ` +
			`Patch"}`, []string{"goes away now", "stays where it is"}},
		{"no arguments", ``, nil},
		{"no object", `"src/kiln_x"`, []string{"src/kiln_x"}},
		{"broken", `{"a":`, nil},
	} {
		var got []string
		for s := range candidates([]byte(c.args)) {
			got = append(got, s)
		}
		slices.Sort(got)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: mismatch (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestCommandName(t *testing.T) {
	for command, want := range map[string]string{
		"git status --short":               "git status",
		"cd src && git -C x log -3 | head": "git log",
		"FOO=1 sudo go test ./...":         "go test",
		"ls src":                           "ls",
		"rg x; ls":                         "rg & others",
		"git log && git log":               "git log",
		"/usr/bin/rg foo":                  "rg",
		"for f in *; do cat $f; done":      "(script)",
		"mkdir -p x":                       "(prints nothing)",
		"echo 'unclosed":                   "(unreadable)",
		"":                                 "(no command)",
		"make -j8":                         "make",
		"go run ./cmd/x":                   "go run",
	} {
		if got := commandName(command); got != want {
			t.Errorf("commandName(%q) = %q, want %q", command, got, want)
		}
	}
	for _, c := range []struct {
		tool, args, want string
		words            bool
	}{
		{"Bash", `{"command":"ls"}`, "ls", false},
		{"exec_command", `{"cmd":"ls"}`, "ls", false},
		{"shell", `{"command":["bash","-lc","git status"]}`, "git status", true},
		{"shell", `{"command":["git","status"]}`, "git status", true},
		{"str_replace_editor", `{"command":"view"}`, "", false},
		{"Read", `{"command":"x"}`, "", false},
	} {
		if got, words := commandOf(c.tool, []byte(c.args)); got != c.want || words != c.words {
			t.Errorf("commandOf(%s, %s) = %q, %v", c.tool, c.args, got, words)
		}
	}
}
