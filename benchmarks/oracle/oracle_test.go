package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// source is a folder with a few files of two languages, and a git repository when git is set.
func source(t *testing.T, git bool) string {
	t.Helper()
	if err := missing("git", "find", "ls", "grep", "rg", "ctags"); err != nil {
		t.Skip(err) // the comparison is with these programs
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.go": "package a\n\n// Reader reads.\ntype Reader struct{}\n\nfunc (Reader) Read() int { return 1 " +
			"}\n\nfunc helper() {}\n",
		"sub/b.py":     "class Reader:\n    def read(self):\n        return helper\n\ndef helper():\n    pass\n",
		"sub/notes.md": strings.Repeat("the Reader reads with its helper\n", 30),
		".hidden":      "Reader\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if git {
		r := &repo{dir: dir}
		for _, line := range []string{
			"git init -q && git add -A && git -c user.name=a -c user.email=a@example.org commit -qm one",
			"echo '// more' >> a.go && rm .hidden && echo no > sub/notes.md && git add -A && git -c user.name=a -c " +
				"user.email=a@example.org commit -qm two",
		} {
			if _, _, err := r.output(t.Context(), "sh", "-c", line); err != nil {
				t.Fatal(err)
			}
		}
	}
	return dir
}

func TestHonestAnswersAreEqual(t *testing.T) {
	dir := source(t, true)
	var out, errs bytes.Buffer
	if code := run(t.Context(), []string{"--patterns", "Read(er)?", dir}, honest(dir), &out, &errs); code != exitOK {
		t.Fatalf("exit %d, want %d\n%s%s", code, exitOK, &out, &errs)
	}
	for _, p := range []string{"search, totals", "search, by file", "listing", "diffs", "diffs, applied",
		"outline, symbols", "outline, last lines", "outline, told", "outline, own"} {
		if i := strings.Index(out.String(), p); i < 0 || strings.Contains(strings.SplitN(out.String()[i:], "\n", 2)[0],
			"nothing to check") {
			t.Errorf("%s was not checked:\n%s", p, &out)
		}
	}
}

// Each lie is one wrong number in the answers to one kind of call.
func TestPlantedLies(t *testing.T) {
	dir := source(t, true)
	for _, test := range []struct {
		name string
		lie  func(c call, a *answer)
		want string // in the table
	}{
		{"a match too many", func(c call, a *answer) {
			if strings.HasPrefix(c.command, "rg -n --no-heading -e 'Reader'") {
				a.data["matches"]++
			}
		}, "search, totals: rg -n --no-heading -e 'Reader': matches: want 4, got 5"},
		{"a file too few", func(c call, a *answer) {
			if strings.HasPrefix(c.command, "grep -rnIE") {
				a.data["files"]--
			}
		}, ": files: want "},
		{"matches moved to another file", func(c call, a *answer) {
			if strings.HasPrefix(c.command, "rg -c") {
				a.details = bytes.ReplaceAll(a.details, []byte("sub/b.py"), []byte("sub/other.py"))
			}
		}, "matches in sub/other.py: want 0, got 1"},
		{"no matches at all", func(c call, a *answer) { delete(a.data, "matches") }, "not stated by"},
		{"an entry too many", func(c call, a *answer) {
			if c.command == "ls -la" {
				a.data["entries"]++
			}
		}, "listing: ls -la: entries"},
		{"a folder taken for a file", func(c call, a *answer) {
			if c.command == "ls -R" {
				a.data["dirs"]--
			}
		}, "listing: ls -R: dirs: want 1, got 0"},
		{"a deletion too few", func(c call, a *answer) {
			if strings.HasPrefix(c.command, "git show") {
				a.data["deletions"]--
			}
		}, ": deletions: want 31, got 30"},
		{"a diff with a line less", func(c call, a *answer) {
			if c.budget > 0 && strings.HasPrefix(c.command, "git diff") {
				a.text = strings.Replace(a.text, "+// more\n", "", 1)
			}
		}, "diffs, applied: git diff "},
		{"a diff that isn't whole", func(c call, a *answer) { a.whole = false }, "got a text with omissions"},
		{"functions twice", func(c call, a *answer) { a.data["functions"] *= 2 },
			"outline, own: a.go: functions: want 2, got 4"},
		{"no types", func(c call, a *answer) { a.data["types"] = 0 }, "outline, own: a.go: types: want 1, got 0"},
		{"a range too long", func(c call, a *answer) {
			a.details = bytes.ReplaceAll(a.details, []byte(`"last_line":3`), []byte(`"last_line":4`))
		}, "outline, last lines: sub/b.py: symbol: want member read at 2-3, got last line 4"},
		{"a name elsewhere", func(c call, a *answer) {
			a.details = bytes.ReplaceAll(a.details, []byte(`"first_line":5,"line":5,`),
				[]byte(`"first_line":1,"line":1,`))
		}, "outline, own: sub/b.py: listed: want its name on its line, got function T.helper at 1, 1-6"},
		{"a range that isn't told", func(c call, a *answer) { a.text = strings.ReplaceAll(a.text, "5-6→", "") },
			"outline, told: sub/b.py: symbol: want function helper at 5-6, got not in the text"},
		{"no symbols", func(c call, a *answer) {
			if c.tool == "Read" {
				a.details = nil
			}
		}, "outline, symbols: a.go: symbol: want func Read at 6-6, got nothing"},
	} {
		t.Run(test.name, func(t *testing.T) {
			truth := honest(dir)
			var out, errs bytes.Buffer
			code := run(t.Context(), []string{"--patterns", "Reader", dir},
				func(ctx context.Context, c call) (answer, error) {
					a, err := truth(ctx, c)
					if err == nil {
						test.lie(c, &a)
					}
					return a, err
				}, &out, &errs)
			if code != exitDiffers || !strings.Contains(out.String(), test.want) ||
				!strings.Contains(out.String(), "FAILED") {
				t.Errorf("exit %d, want %d and a table with %q\n%s%s", code, exitDiffers, test.want, &out, &errs)
			}
		})
	}
}

// A folder without git is edited in a copy, and stays as it is.
func TestFolderWithoutGit(t *testing.T) {
	dir := source(t, false)
	var out, errs bytes.Buffer
	if code := run(t.Context(), []string{"--commits", "12", dir}, honest(dir), &out, &errs); code != exitOK {
		t.Fatalf("exit %d, want %d\n%s%s", code, exitOK, &out, &errs)
	}
	if !strings.Contains(out.String(), "no git repository: edits in a copy are compared") {
		t.Errorf("the table doesn't say that a copy was edited:\n%s", &out)
	}
	if _, err := os.Stat(filepath.Join(dir, ".git")); !os.IsNotExist(err) {
		t.Errorf("the folder has a .git now: %v", err)
	}
}

func TestUsage(t *testing.T) {
	for _, test := range []struct {
		args []string
		want string
	}{
		{nil, "want a repository's folder"},
		{[]string{filepath.Join(t.TempDir(), "nowhere")}, "nowhere"},
		{[]string{"--commits", "-1", "."}, "want 0 or more"},
		{[]string{"--depth", "1", "."}, "depth"},
	} {
		var out, errs bytes.Buffer
		code := run(t.Context(), test.args, nil, &out, &errs)
		if code != exitUsage || !strings.Contains(errs.String(), test.want) ||
			strings.Count(errs.String(), "\n") != 1 || out.Len() > 0 {
			t.Errorf("run(%q) = %d, %q, want %d and one line with %q", test.args, code, errs.String(), exitUsage,
				test.want)
		}
	}
	if err := missing("git", "no-such-program", "no-such-other"); err == nil ||
		err.Error() != "install no-such-program, no-such-other: the comparison needs it" {
		t.Errorf("missing: %v", err)
	}
}
