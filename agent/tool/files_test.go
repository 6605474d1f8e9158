package tool_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/run/proc"
)

func TestRead(t *testing.T) {
	b := newBox(t, nil)
	b.write("a.txt", "one\ntwo\nthree\nfour")
	b.write("empty", "")
	b.write("binary", "abc\x00def")
	b.write("long", strings.Repeat("x", 200_000)+"\nlast\n")
	tests := []struct {
		args object
		want string
	}{
		{object{"path": "a.txt"}, "one\ntwo\nthree\nfour"},
		{object{"path": "./a.txt", "offset": 2, "limit": 2}, "two\nthree\n"},
		{object{"path": "a.txt", "offset": 4}, "four"},
		{object{"path": "a.txt", "limit": 1}, "one\n"},
		{object{"path": "a.txt", "limit": 100}, "one\ntwo\nthree\nfour"},
		{object{"path": "long", "offset": 2}, "last\n"},
		{object{"path": "empty"}, ""},
		{object{"path": "empty", "offset": 1}, ""},
	}
	for _, tt := range tests {
		got, r := b.ok("read", tt.args)
		if got != tt.want {
			t.Errorf("read(%v) = %.40q, want %.40q", tt.args, got, tt.want)
		}
		want := []string{filepath.Clean(fmt.Sprint(tt.args["path"]))}
		if diff := cmp.Diff(want, r.Metadata().Files); diff != "" {
			t.Errorf("read(%v) names other files (-want +got):\n%s", tt.args, diff)
		}
	}
	for path, want := range map[string]string{
		"nothere":   "no such file",
		"binary":    "not a text file: byte 4 of 7 is zero",
		".":         "is a folder",
		"/dev/zero": "outside of the root",
	} {
		if got := b.bad("read", object{"path": path}); !strings.Contains(got, want) {
			t.Errorf("read(%s): %q; want %q in it", path, got, want)
		}
	}
	if got := b.bad("read", object{"path": "a.txt", "offset": 5}); !strings.Contains(got, "a.txt has 4 lines") {
		t.Errorf("behind the end: %q", got)
	}
}

func TestList(t *testing.T) {
	b := newBox(t, nil)
	for _, name := range []string{
		"a.go", "b.txt", "src/x.go", "src/x_test.go", "src/deep/y.go", ".hidden/z", ".git/config", "Z",
	} {
		b.write(name, "")
	}
	if err := os.Symlink("src", filepath.Join(b.dir, "link")); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		args object
		want []string
	}{
		{object{}, []string{"Z", "a.go", "b.txt", "link -> src", "src/"}},
		{object{"hidden": true}, []string{".git/", ".hidden/", "Z", "a.go", "b.txt", "link -> src", "src/"}},
		{object{"depth": 0}, []string{
			"Z", "a.go", "b.txt", "link -> src", "src/", "src/deep/", "src/deep/y.go", "src/x.go", "src/x_test.go",
		}},
		{object{"depth": 2, "path": "src"}, []string{"src/deep/", "src/deep/y.go", "src/x.go", "src/x_test.go"}},
		{object{"depth": 0, "hidden": true, "glob": "[.z]*"}, []string{".git/", ".hidden/", ".hidden/z"}},
		{object{"depth": 0, "glob": "*.go"}, []string{"a.go", "src/deep/y.go", "src/x.go", "src/x_test.go"}},
		{object{"depth": 0, "glob": "src/**/*.go"}, []string{"src/deep/y.go", "src/x.go", "src/x_test.go"}},
		{object{"depth": 0, "glob": "src/*.go"}, []string{"src/x.go", "src/x_test.go"}},
		{object{"depth": 0, "glob": "*.{txt,md}"}, []string{"b.txt"}},
		{object{"depth": 0, "glob": "nothing"}, nil},
	}
	for _, tt := range tests {
		ui, _ := b.ok("list", tt.args)
		var got []string
		if ui != "" {
			got = strings.Split(strings.TrimSuffix(ui, "\n"), "\n")
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("list(%v) mismatch (-want +got):\n%s", tt.args, diff)
		}
	}
	b.bad("list", object{"path": "nothere"})
	b.bad("list", object{"path": "a.go"})
}

// Without rg, the same bytes come out.
func TestGrep(t *testing.T) {
	if _, err := proc.Lookup("rg"); err != nil {
		t.Skip("rg isn't installed, and is the judge")
	}
	write := func(b *box) {
		b.write("a.txt", "alpha\nbeta\nAlpha again\ngamma\n")
		b.write("dir/b.go", "package b\n\nfunc alpha() {}\n// beta\n// alpha.beta\n")
		b.write("dir/deep/c.txt", "no match here\r\nalpha in windows\r\n\nlast alpha")
		b.write(".hidden", "alpha\n")
		b.write("binary", "alpha\x00\n")
	}
	tests := []object{
		{"pattern": "alpha"},
		{"pattern": "ALPHA", "ignore_case": true},
		{"pattern": "alpha.beta", "literal": true},
		{"pattern": "^(alpha|beta)$"},
		{"pattern": "alpha", "path": "dir"},
		{"pattern": "alpha", "path": "a.txt"},
		{"pattern": "alpha", "glob": "*.go"},
		{"pattern": "alpha", "glob": "*.{go,md}"},
		{"pattern": "beta", "context": 1},
		{"pattern": "a", "context": 2},
		{"pattern": "alpha", "files_only": true},
		{"pattern": "nothing like it"},
		{"pattern": "-v"},
	}
	with, without := newBox(t, nil), newBox(t, nil)
	write(with)
	write(without)
	type answer struct {
		UI, LLM string
		Code    int
		Error   bool
	}
	ask := func(b *box, args object) answer {
		r, err := b.call(t.Context(), "grep", args)
		if err != nil {
			t.Fatal(err)
		}
		ui, _ := r.UIContent()
		code, _ := r.ExitCode()
		return answer{ui, r.LLMContent(), code, r.Failed()}
	}
	for _, args := range tests {
		t.Run(fmt.Sprint(args), func(t *testing.T) {
			want := ask(with, args)
			if want.Error {
				t.Errorf("it is an error: %+v", want)
			}
			t.Setenv("PATH", t.TempDir())
			if diff := cmp.Diff(want, ask(without, args)); diff != "" {
				t.Errorf("without rg (-with +without):\n%s", diff)
			}
		})
	}
	r, err := with.call(t.Context(), "grep", object{"pattern": "(a"})
	if err != nil || !r.Failed() || !strings.Contains(r.LLMContent(), "unclosed group") {
		t.Errorf("with a bad pattern: error %v, %q", err, r.LLMContent())
	}
	t.Setenv("PATH", t.TempDir())
	if got := without.bad("grep", object{"pattern": "(a"}); !strings.Contains(got, `pattern "(a"`) {
		t.Errorf("with a bad pattern, without rg: %q", got)
	}
}

func TestWrite(t *testing.T) {
	b := newBox(t, nil)
	b.write("old.sh", "#!/bin/sh\n")
	if err := os.Chmod(filepath.Join(b.dir, "old.sh"), 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("old.sh", filepath.Join(b.dir, "link")); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ path, file, content, said string }{
		{"new/deep/a.txt", "new/deep/a.txt", "one\ntwo", "a.txt"},
		{"old.sh", "old.sh", "#!/bin/sh\necho\n", "old.sh"},
		{"link", "old.sh", "", "link"},
		{"bytes", "bytes", "\r\n\uFEFFx\x00", "bytes"},
	} {
		_, r := b.ok("write", object{"path": tt.path, "content": tt.content})
		if got := b.content(tt.file); got != tt.content {
			t.Errorf("wrote %q, want %q", got, tt.content)
		}
		meta := r.Metadata()
		if !strings.Contains(r.LLMContent(), tt.said) || meta.Files[0] != tt.path || meta.LLMTokens > 60 {
			t.Errorf("write(%s): %q, files %q", tt.path, r.LLMContent(), r.Metadata().Files)
		}
	}
	got, _ := b.ok("write", object{"path": "bytes", "content": "\r\n\uFEFFx\x00"})
	if got != "bytes holds this already: nothing was changed\n" {
		t.Errorf("the same again: %q", got)
	}
	b.checkMode("old.sh", 0o750)
	if to, err := os.Readlink(filepath.Join(b.dir, "link")); to != "old.sh" {
		t.Errorf("the link is %q, error %v", to, err)
	}
	b.bad("write", object{"path": "new", "content": "x"})
	b.bad("write", object{"path": "old.sh/x", "content": "x"})
	for name := range b.tree() {
		if strings.Contains(name, ".new-") {
			t.Errorf("left: %s", name)
		}
	}
}

func TestEdit(t *testing.T) {
	const bom = "\uFEFF"
	tests := []struct {
		name, before, old, new string
		all                    bool
		want                   string // the content after it, or the error
		fails                  bool
	}{
		{"one", "a\nb\nc\n", "b", "x\ny", false, "a\nx\ny\nc\n", false},
		{"none", "a\nb\n", "z", "x", false, "0 matches of old_string in f: want exactly one", true},
		{
			"several", "a\nb\na\n", "a", "x", false,
			"2 matches of old_string in f, at lines 1, 3: want exactly one", true,
		},
		{
			"many", strings.Repeat("a\n", 9), "a", "x", false,
			"9 matches of old_string in f, at lines 1, 2, 3, 4, 5, and 4 more", true,
		},
		{"several that overlap", "aaa", "aa", "x", false, "2 matches", true},
		{"all", "a\nb\na\n", "a", "x", true, "x\nb\nx\n", false},
		{"all that overlap", "aaaa", "aa", "x", true, "xx", false},
		{
			"white space", "if x {\n\ty()\n}\n", "if x {\n    y()\n}", "z", false,
			"line 1 is the same but for white space", true,
		},
		{"byte order mark", bom + "a\nb\n", "a", "x", false, bom + "x\nb\n", false},
		{"CRLF", "a\r\nb\r\nc\r\n", "a\nb", "x\ny\nz", false, "x\r\ny\r\nz\r\nc\r\n", false},
		{"CRLF by the model", "a\r\nb\r\nc\r\n", "a\r\nb", "x\r\ny", false, "x\r\ny\r\nc\r\n", false},
		{"CRLF and a mark", bom + "a\r\nb\r\n", "b", "x\ny", false, bom + "a\r\nx\r\ny\r\n", false},
		{"mixed ends stay", "a\r\nb\nc\r\nd\n", "b", "x", false, "a\r\nx\nc\r\nd\n", false},
		{"mixed ends, in a line with CRLF", "a\r\nb\nc\r\nd\n", "c", "x\ny", false, "a\r\nb\nx\r\ny\r\nd\n", false},
		{"mixed ends, in a line without", "a\r\nb\nc\r\nd\n", "b", "x\ny", false, "a\r\nx\ny\nc\r\nd\n", false},
		{"CRLF for LF", "a\nb\nc\n", "a\r\nb", "x\r\ny", false, "x\ny\nc\n", false},
		{"no line feed at the end", "a\nb", "b", "x", false, "a\nx", false},
		{"to nothing", "a\nb\nc\n", "b\n", "", false, "a\nc\n", false},
		{"bytes that aren't text", "a\xff\nb\n", "b", "x", false, "a\xff\nx\n", false},
		{"the same", "a\n", "a", "a", false, "are the same", true},
		{"empty", "a\n", "", "x", false, "old_string is empty", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := newBox(t, nil)
			b.write("f", tt.before)
			if err := os.Chmod(filepath.Join(b.dir, "f"), 0o640); err != nil {
				t.Fatal(err)
			}
			args := object{"path": "f", "old_string": tt.old, "new_string": tt.new, "replace_all": tt.all}
			if tt.fails {
				if got := b.bad("edit", args); !strings.Contains(got, tt.want) {
					t.Errorf("said %q; want %q in it", got, tt.want)
				}
				return
			}
			ui, r := b.ok("edit", args)
			if got := b.content("f"); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if _, inline := r.UIContent(); inline && !strings.Contains(ui, "+++ b/f\n@@") {
				t.Errorf("answer %q", ui)
			}
			if meta := r.Metadata(); meta.Files[0] != "f" || meta.Strategy != "edit" {
				t.Errorf("files %q, strategy %q", meta.Files, meta.Strategy)
			}
			b.checkMode("f", 0o640)
		})
	}
}

// A file that one may not write isn't replaced, though the folder would allow it.
func TestReadOnly(t *testing.T) {
	if os.Geteuid() == 0 || runtime.GOOS == "windows" {
		t.Skip("everything may be written here")
	}
	b := newBox(t, nil)
	b.write("f", "a\n")
	if err := os.Chmod(filepath.Join(b.dir, "f"), 0o444); err != nil {
		t.Fatal(err)
	}
	b.bad("edit", object{"path": "f", "old_string": "a", "new_string": "b"})
	b.bad("write", object{"path": "f", "content": "b"})
}

// endsAfter is a context that ends when it has been asked a number of times.
type endsAfter struct {
	context.Context
	left *int
}

func (c endsAfter) Err() error {
	if *c.left--; *c.left < 0 {
		return context.Canceled
	}
	return nil
}

// A context that ends on the way: either nothing was done, or all of it and no error.
func TestEndsOnTheWay(t *testing.T) {
	for name, args := range effects {
		if name == "exec" || name == "execute_code" {
			continue // their own tests are in exec_test.go
		}
		t.Run(name, func(t *testing.T) {
			for n := range 12 {
				b := newBox(t, nil)
				b.write("a.txt", "one\n")
				before := fmt.Sprint(b.tree())
				tl, _ := b.Tool(name)
				raw, err := json.Marshal(args)
				if err != nil {
					t.Fatal(err)
				}
				left := n
				_, err = tl.Run(endsAfter{t.Context(), &left}, raw)
				changed := fmt.Sprint(b.tree()) != before
				if err != nil && changed {
					t.Errorf("after %d looks: error %v, and a change", n, err)
				}
				if err != nil && !errors.Is(err, context.Canceled) {
					t.Errorf("after %d looks: error %v", n, err)
				}
			}
		})
	}
}

// What is searched without rg comes out as from git grep.
func TestGrepAgainstGit(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("git isn't installed, and is the judge")
	}
	b := newBox(t, nil)
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 8 {
		b.write(fmt.Sprintf("dir%d/f%d.txt", i%3, i), join(r, randomLines(r, 5+r.IntN(80)), "\n"))
	}
	b.write("dir1/binary", "return\x00\n")
	b.write("dir1/.hidden", "return\n")
	t.Setenv("PATH", t.TempDir())
	for _, tt := range []struct {
		args  object
		flags []string
	}{
		{object{"pattern": "return"}, []string{"return"}},
		{object{"pattern": "RET|more$", "ignore_case": true}, []string{"-i", "RET|more$"}},
		{object{"pattern": "++", "literal": true}, []string{"-F", "-e", "++"}},
		{object{"pattern": "line [0-9]+", "context": 1}, []string{"-C1", "line [0-9]+"}},
		{object{"pattern": "return", "context": 3}, []string{"-C3", "return"}},
		{object{"pattern": "^-- ", "files_only": true}, []string{"-l", "-e", "^-- "}},
		{object{"pattern": "end", "path": "dir0"}, []string{"end", "--", "dir0"}},
		{object{"pattern": "end", "glob": "f3.*"}, []string{"end", "--", "*/f3.*"}},
	} {
		got, _ := b.ok("grep", tt.args)
		flags := slices.Concat([]string{"grep", "--no-index", "-I", "-E", "-n"}, tt.flags)
		if !slices.Contains(flags, "--") {
			flags = append(flags, "--")
		}
		cmd := exec.Command(git, append(flags, ":!.*", ":!*/.*")...)
		cmd.Dir = b.dir
		want, err := cmd.Output()
		if diff := cmp.Diff(string(want), got); err != nil || diff != "" {
			t.Errorf("grep(%v) (-git +got), error %v:\n%s", tt.args, err, diff)
		}
	}
}
