package clients

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/integrations/hook/clients/fakemodel"
)

// chosenSite is a site for a client, if that was chosen.
func chosenSite(t *testing.T, name string) *site {
	t.Helper()
	c, ok := clientNamed(name)
	if !ok || chosen.of == "" || !chosen.runs(c) {
		t.Skipf("needs -clients=%s", name)
	}
	return newSite(t, c, newTools(t))
}

// sampleNamed is one of the samples.
func sampleNamed(t *testing.T, name string) sample {
	t.Helper()
	all := samples()
	i := slices.IndexFunc(all, func(sm sample) bool { return sm.name == name })
	if i < 0 {
		t.Fatalf("no sample %q", name)
	}
	return all[i]
}

// TestClaudePlugin installs the plugin as docs/hooks.md says, in place of "toktee init".
func TestClaudePlugin(t *testing.T) {
	s := chosenSite(t, "claude")
	dir, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	list := sampleNamed(t, "list")
	call := []fakemodel.Call{list.call(s.c, s)}
	before := s.play("without", call)
	s.command(s.program, "plugin", "marketplace", "add", dir)
	s.command(s.program, "plugin", "install", "toktee@toktee")
	if err := list.check(s.c, replaced, before[0], s.play("with", call)[0]); err != nil {
		t.Error(err)
	}
	s.command(s.program, "plugin", "uninstall", "toktee@toktee")
	if after := s.play("after", call)[0]; !s.c.same(before[0], after) {
		t.Errorf("it isn't what it was before:\n%s", difference(before[0], after))
	}
}

// TestClaudeZsh has zsh run the commands, which puts its descriptors aside in a way of its own.
func TestClaudeZsh(t *testing.T) {
	s := chosenSite(t, "claude")
	var err error
	if s.shell, err = exec.LookPath("zsh"); err != nil {
		t.Skip("no zsh")
	}
	r := newRun(s)
	r.shims(r.play("without", r.calls))
}

// TestClaudeCompact compacts a session: the new context names the outputs that are kept.
func TestClaudeCompact(t *testing.T) {
	s := chosenSite(t, "claude")
	s.install()
	args := s.c.args
	id := kept(s.play("work", []fakemodel.Call{s.c.shell("seq -f '" + listFormat + "' 400")})[0])
	if id == "" {
		t.Fatal("nothing was left out")
	}
	s.c.args = func(s *site) []string { return append([]string{"--continue", "-p", "/compact"}, args(s)[2:]...) }
	s.converse("compact", nil)
	s.c.args = func(s *site) []string { return slices.Insert(args(s), 0, "--continue") }
	s.converse("go on", nil)
	named := false
	for _, q := range s.model.Requests() {
		named = named || bytes.Contains(q.Body, []byte(id))
	}
	if !named {
		t.Errorf("the new context doesn't name %s", id)
	}
}

// TestClaudeEdit reads a long file, of which the model gets the first lines. It can edit any line then, and read on.
func TestClaudeEdit(t *testing.T) {
	s := chosenSite(t, "claude")
	s.install()
	path := filepath.Join(s.project, "long.txt")
	s.c.args = with(s.c.args, "Edit")
	got := s.play("edit", []fakemodel.Call{
		s.c.read(path),
		{Name: "Edit", Args: object{"file_path": path, "old_string": "line 900 of", "new_string": "LINE 900 of"}},
		{Name: "Read", Args: object{"file_path": path, "offset": 441, "limit": 640}},
	})
	if kept(got[0]) == "" || got[1].Error {
		t.Errorf("the read: %s\nthe edit: %s", excerpt(got[0].Text+got[0].Beside), got[1].Text)
	}
	if b, err := os.ReadFile(path); err != nil || !strings.Contains(string(b), "LINE 900 of the notes") {
		t.Errorf("the file wasn't edited: %v", err)
	}
	if text := got[2].Text; kept(got[2]) != "" || !strings.Contains(text, "\tLINE 900 of") ||
		!strings.Contains(text, "\tline 1080 of") {
		t.Errorf("a read with a limit was cut:\n%s", excerpt(text))
	}
}

// with adds arguments to those of a client.
func with(args func(*site) []string, more ...string) func(*site) []string {
	return func(s *site) []string { return append(args(s), more...) }
}
