package clients

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/toktee/toktee/internal/hook/clients/fakemodel"
)

// claudeSite is a site for Claude Code, if it was chosen.
func claudeSite(t *testing.T) *site {
	t.Helper()
	c := claude()
	if chosen.of == "" || !chosen.runs(c) {
		t.Skip("needs -clients=claude")
	}
	return newSite(t, c, newTools(t))
}

// TestClaudePlugin installs the plugin as docs/hooks.md says, in place of "toktee init".
func TestClaudePlugin(t *testing.T) {
	s := claudeSite(t)
	dir, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	var list sample
	for _, sm := range samples() {
		if sm.name == "list" {
			list = sm
		}
	}
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
	s := claudeSite(t)
	var err error
	if s.shell, err = exec.LookPath("zsh"); err != nil {
		t.Skip("no zsh")
	}
	r := newRun(s)
	r.shims(r.play("without", r.calls))
}
