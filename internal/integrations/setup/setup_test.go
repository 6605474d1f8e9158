package setup

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/toktee/toktee/internal/testing/sweep"
)

// homes are the settings in testdata of an agent: by home, the files below it.
func homes(t *testing.T, agent string) map[string]map[string]string {
	t.Helper()
	ar, err := txtar.ParseFile(filepath.Join("testdata", agent+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]map[string]string{}
	for _, f := range ar.Files {
		home, name, _ := strings.Cut(f.Name, "/")
		text := string(f.Data)
		if s, ok := strings.CutSuffix(text, "\\\n"); ok {
			text = s
		}
		switch home {
		case "crlf":
			text = strings.ReplaceAll(text, "\n", "\r\n")
		case "bom":
			text = byteOrderMark + text
		}
		if list[home] == nil {
			list[home] = map[string]string{}
		}
		list[home][name] = text
	}
	return list
}

// tree is everything below a folder but toktee's own data: the text of each file with its mode, "/" for a folder.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(dir, path)
		if d.IsDir() {
			if name == "data" {
				return fs.SkipDir
			}
			all[name] = "/"
			return nil
		}
		info, err := d.Info()
		b, err2 := os.ReadFile(path)
		all[name] = info.Mode().String() + "\n" + string(b)
		if err == nil {
			err = err2
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// testPlace is a home with these files.
func testPlace(t *testing.T, files map[string]string) *Place {
	t.Helper()
	home := t.TempDir()
	for name, text := range files {
		path := filepath.Join(home, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return &Place{
		Home: home, Getenv: func(string) (string, bool) { return "", false }, Program: "/opt/bin/toktee",
		Shims: "/home/dev/shims", Path: "/usr/local/bin:/usr/bin", Data: filepath.Join(home, "data"),
		Cline:    "// toktee for Cline\nconst toktee = 'toktee';\n",
		OpenCode: "// toktee for opencode\nconst toktee = 'toktee';\n" + noticesOff + "\n",
		Pi:       "// toktee for pi\nconst toktee = 'toktee';\n" + noticesOff + "\n",
	}
}

// apply makes the changes of a plan, none of which may have failed.
func apply(t *testing.T, plan *Plan) {
	t.Helper()
	if len(plan.Failed) > 0 {
		t.Fatalf("left alone: %v", plan.Failed)
	}
	if err := plan.Apply(); err != nil {
		t.Fatal(err)
	}
}

// TestThereAndBack sets up every agent in ten homes, twice, and takes it back: as it was written, and after the record
// of what the files were is gone.
func TestThereAndBack(t *testing.T) {
	sweep.OneGoroutine(t)
	for _, a := range Agents() {
		list := homes(t, a.Name)
		if len(list) != 10 {
			t.Errorf("%s: %d homes, want ten", a.Name, len(list))
		}
		for name, files := range list {
			for _, recorded := range []bool{true, false} {
				if !recorded && ambiguous(files) {
					continue
				}
				t.Run(a.Name+"/"+name, func(t *testing.T) {
					p := testPlace(t, files)
					before := tree(t, p.Home)
					thereAndBack(t, p, a, recorded)
					after := tree(t, p.Home)
					if !recorded { // what was made stays, empty
						maps.DeleteFunc(after, func(name, _ string) bool { _, ok := before[name]; return !ok })
					}
					if diff := cmp.Diff(before, after); diff != "" {
						t.Errorf("recorded %t: there and back (-before +after)\n%s", recorded, diff)
					}
				})
			}
		}
	}
}

// ambiguous reports whether files have what only the record knows to have been there: empty lists, or no last line end.
func ambiguous(files map[string]string) bool {
	for _, text := range files {
		if !strings.HasSuffix(text, "\n") || strings.Contains(text, "{}") || strings.Contains(text, "[]") {
			return true
		}
	}
	return false
}

func thereAndBack(t *testing.T, p *Place, a *Agent, recorded bool) {
	t.Helper()
	agents := []*Agent{a}
	plan := Init(p, agents)
	if len(plan.Changes) == 0 {
		t.Fatal("nothing is to change")
	}
	for _, c := range plan.Changes {
		if c.Diff() == "" {
			t.Errorf("%s changes, and no difference is shown", c.Path)
		}
		if strings.HasSuffix(c.Path, ".json") && (c.Before == nil || json.Valid(c.Before)) && !json.Valid(c.After) {
			t.Errorf("%s was JSON, and isn't any more:\n%s", c.Path, c.After)
		}
	}
	apply(t, plan)
	if !a.Installed(p) {
		t.Error("it isn't installed")
	}
	if again := Init(p, agents); len(again.Changes)+len(again.Failed) > 0 {
		t.Errorf("a second time changes %v: %v", again.Changes[0].Diff(), again.Failed)
	}
	moved := *p
	moved.Program = "/usr/local/bin/toktee-2"
	for _, c := range Init(&moved, agents).Changes {
		if bytes.Contains(c.After, []byte("/opt/bin/toktee")) || !bytes.Contains(c.After, []byte("toktee-2")) {
			t.Errorf("%s after the program has moved:\n%s", c.Path, c.After)
		}
	}
	apply(t, Init(&moved, agents))
	if !recorded {
		if err := os.RemoveAll(p.Data); err != nil {
			t.Fatal(err)
		}
	}
	apply(t, Uninstall(agents, p))
	if left := p.Left(); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
}
