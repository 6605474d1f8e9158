package desk

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const fromGoRun = "/tmp/go-build1234/b001/exe/toktee"

func TestGoRun(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"clone/go.mod":        "module github.com/toktee/toktee\n\ngo 1.26\n",
		"clone/docs/x":        "",
		"clone/nested/go.mod": "module github.com/toktee/toktee/nested\n",
		"other/go.mod":        "module example.com/other\n",
	} {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ executable, dir, want string }{
		{fromGoRun, "clone", "go run ./cmd/toktee"},
		{fromGoRun, "clone/docs", "go run ../cmd/toktee"},
		{fromGoRun, "clone/nested", ""},
		{fromGoRun, "other", ""},
		{fromGoRun, "", ""},
		{"/home/u/go/bin/toktee", "clone", ""},
	} {
		got := strings.Join(GoRun(c.executable, filepath.Join(root, filepath.FromSlash(c.dir)), "toktee"), " ")
		if got != c.want {
			t.Errorf("GoRun(%s, %q) = %q, want %q", c.executable, c.dir, got, c.want)
		}
	}
}

// TestArgv finds the second executable in the folder of the first, then on PATH, then by "go run" of the clone that
// this test lies in.
func TestArgv(t *testing.T) {
	dir, path := t.TempDir(), t.TempDir()
	goTool := filepath.Join(t.TempDir(), "go")
	for _, file := range []string{filepath.Join(dir, Name), filepath.Join(path, Name), goTool} {
		if err := os.WriteFile(file, nil, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name, self, path string
		want             []string
	}{
		{"in its folder", filepath.Join(dir, "toktee"), path, []string{filepath.Join(dir, Name)}},
		{"on PATH", "/nowhere/toktee", path, []string{filepath.Join(path, Name)}},
		{"on PATH after go run", fromGoRun, path, []string{filepath.Join(path, Name)}},
		{"after go run", fromGoRun, filepath.Dir(goTool), []string{goTool, "run", "../../cmd/toktee-desk"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("PATH", c.path)
			got, err := Argv(c.self, UI, Page{})
			if err != nil || len(got) < 2 || !slices.Equal(got[:len(got)-2], c.want) {
				t.Errorf("%q, %v; want %q", got, err, c.want)
			}
		})
	}
	t.Setenv("PATH", "")
	_, err := Argv("/nowhere/toktee", UI, Page{})
	if err == nil || !strings.Contains(err.Error(), "go build -o /nowhere ./cmd/toktee-desk") {
		t.Errorf("without a toktee-desk: %v", err)
	}
	_, err = TeamArgv("/nowhere/toktee", Sync, TeamSync{})
	want := "go -C contrib/stores/team build -o /nowhere ./cmd/toktee-team"
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("without a toktee-team: %v", err)
	}
}
