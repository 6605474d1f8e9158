package rules

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// home is a user's and a project's folder.
type home struct {
	t    *testing.T
	root string
	Options
}

func newHome(t *testing.T) *home {
	root := t.TempDir()
	h := &home{t: t, root: root}
	h.UserDir, h.Dir = filepath.Join(root, "config", "rules"), filepath.Join(root, "project", "a")
	h.Trust = NewTrust(filepath.Join(root, "config", "trusted-rules"))
	if err := os.MkdirAll(h.Dir, 0o700); err != nil {
		t.Fatal(err)
	}
	return h
}

func (h *home) write(path, text string) string {
	h.t.Helper()
	path = filepath.Join(h.root, path)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		h.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		h.t.Fatal(err)
	}
	return path
}

// load returns the files that were read, "path state", and what was told, both without the root.
func (h *home) load() (files, told []string) {
	h.Trust = NewTrust(filepath.Join(h.root, "config", "trusted-rules"))
	set, problems := Load(h.Options)
	for _, f := range set.Files() {
		files = append(files, fmt.Sprintf("%s: %s", h.short(f.Path), f.State))
	}
	for _, err := range problems {
		told = append(told, h.short(err.Error()))
	}
	return files, told
}

func (h *home) short(s string) string {
	return filepath.ToSlash(strings.ReplaceAll(s, h.root+string(filepath.Separator), ""))
}

func (h *home) want(name string, files, told []string) {
	h.t.Helper()
	gotFiles, gotTold := h.load()
	if diff := cmp.Diff(files, gotFiles); diff != "" {
		h.t.Errorf("%s: files mismatch (-want +got):\n%s", name, diff)
	}
	if diff := cmp.Diff(told, gotTold); diff != "" {
		h.t.Errorf("%s: told mismatch (-want +got):\n%s", name, diff)
	}
}

const some = "[[rule]]\nname = \"x\"\nprogram = \"x\"\nlevel = \"minimal\"\n"

func TestLoad(t *testing.T) {
	h := newHome(t)
	h.want("nothing", nil, nil)
	if entries, err := os.ReadDir(filepath.Join(h.root, "config")); err == nil {
		t.Errorf("loading nothing wrote %v", entries)
	}

	h.write("config/rules/b.toml", some)
	h.write("config/rules/a.toml", some+"x = 1\n")
	h.write("config/rules/.hidden.toml", "x")
	h.write("config/rules/notes.txt", "x")
	broken := "config/rules/a.toml:5: x: unknown key: want about, budget, command, level, line, name, off, " +
		"program, subcommand, tool"
	files := []string{"config/rules/a.toml: broken", "config/rules/b.toml: active"}
	h.want("a broken file", files, []string{broken})
	h.want("a broken file again", files, []string{broken})
	if err := os.Remove(filepath.Join(h.root, "config/rules/a.toml")); err != nil {
		t.Fatal(err)
	}

	deploy := h.write("project/.toktee/rules/deploy.toml", some)
	user := "config/rules/b.toml: active"
	files = []string{"project/.toktee/rules/deploy.toml: not trusted", user}
	h.want(
		"untrusted",
		files,
		[]string{"project/.toktee/rules/deploy.toml: not trusted, its rules don't apply: see toktee rules trust"},
	)
	h.want("untrusted, told before", files, nil)

	f, err := ReadFile(deploy, Project)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Trust.Add(f); err != nil {
		t.Fatal(err)
	}
	h.want("trusted", []string{"project/.toktee/rules/deploy.toml: active", user}, nil)

	h.write("project/.toktee/rules/deploy.toml", some+"# more\n")
	files = []string{"project/.toktee/rules/deploy.toml: changed since it was trusted", user}
	h.want(
		"changed",
		files,
		[]string{
			"project/.toktee/rules/deploy.toml: changed since it was trusted, its rules don't apply: see toktee " +
				"rules trust",
		},
	)
	h.want("changed, told before", files, nil)

	h.write("project/.toktee/rules/deploy.toml", "no TOML")
	files = []string{"project/.toktee/rules/deploy.toml: changed since it was trusted", user}
	h.want(
		"changed and broken isn't parsed",
		files,
		[]string{
			"project/.toktee/rules/deploy.toml: changed since it was trusted, its rules don't apply: see toktee " +
				"rules trust",
		},
	)

	h.write("project/.toktee/rules/deploy.toml", some)
	h.want("changed back", []string{"project/.toktee/rules/deploy.toml: active", user}, nil)
	if was, err := h.Trust.Remove(deploy); !was || err != nil {
		t.Errorf("trusted no more: %v, %v", was, err)
	}
	h.want("trusted no more, told before", []string{"project/.toktee/rules/deploy.toml: not trusted", user}, nil)

	// The nearest folder is the project's, and a path is trusted, not a content alone.
	if err := h.Trust.Add(f); err != nil {
		t.Fatal(err)
	}
	h.write("project/a/.toktee/rules/deploy.toml", some)
	h.want("the same content elsewhere", []string{"project/a/.toktee/rules/deploy.toml: not trusted", user},
		[]string{"project/a/.toktee/rules/deploy.toml: not trusted, its rules don't apply: see toktee rules trust"})
}

func TestReadAllParsesWhatIsNotTrusted(t *testing.T) {
	h := newHome(t)
	h.write("project/.toktee/rules/a.toml", some)
	files, problems := ReadAll(h.Options)
	if len(files) != 1 || len(files[0].Rules) != 1 || len(problems) > 0 {
		t.Errorf("%v, %v", files, problems)
	}
}

func TestManyFiles(t *testing.T) {
	h := newHome(t)
	for i := range maxFiles + 2 {
		h.write(fmt.Sprintf("config/rules/%03d.toml", i), some)
	}
	files, told := h.load()
	if len(files) != maxFiles || len(told) != 1 ||
		!strings.Contains(told[0], "more than 100 files: those from 100.toml on don't count") {
		t.Errorf("%d files, told %q", len(files), told)
	}
}

func TestTrustFile(t *testing.T) {
	h := newHome(t)
	h.write("config/trusted-rules", "nonsense\n"+strings.Repeat("0", 64)+"  relative\n\x00\n")
	path := h.write("project/.toktee/rules/a.toml", some)
	f, err := ReadFile(path, Project)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Trust.Add(f); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(filepath.Join(h.root, "config", "trusted-rules"))
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("%x  %s\n", f.Sum, path); string(b) != want {
		t.Errorf("the file is %q, want %q", b, want)
	}
	f.Path = "/a\nb"
	if err := h.Trust.Add(f); err == nil {
		t.Error("a path of two lines is trusted")
	}
	if err := NewTrust("").Add(&File{Path: "/a"}); err == nil {
		t.Error("trusted without a folder")
	}
}
