package setup

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/testing/sweep"
)

// TestPrefixThereAndBack gives each home a prefix of Claude Code's shell, and takes it back.
func TestPrefixThereAndBack(t *testing.T) {
	sweep.OneGoroutine(t)
	claude := Find("claude")
	for name, files := range homes(t, "claude") {
		for _, recorded := range []bool{true, false} {
			if !recorded && ambiguous(files) {
				continue
			}
			t.Run(name, func(t *testing.T) {
				p := testPlace(t, files)
				before := tree(t, p.Home)
				p.Prefix = true
				thereAndBack(t, p, claude, recorded)
				apply(t, Init(p, []*Agent{claude}))
				if state, path := claude.ShellPrefix(p); state != LineOwn || !strings.HasSuffix(path, claudeSettings) {
					t.Errorf("the prefix in %s is %d, want %d", path, state, LineOwn)
				}
				p.Prefix = false
				if again := Init(p, []*Agent{claude}); len(again.Changes) > 0 {
					t.Errorf("init without the flag changes %v", again.Changes[0].Diff())
				}
				apply(t, Uninstall([]*Agent{claude}, p))
				after := tree(t, p.Home)
				if !recorded {
					maps.DeleteFunc(after, func(name, _ string) bool { _, ok := before[name]; return !ok })
				}
				if diff := cmp.Diff(before, after); diff != "" {
					t.Errorf("recorded %t: there and back (-before +after)\n%s", recorded, diff)
				}
			})
		}
	}
}

// TestOthersPrefix leaves a prefix that isn't toktee's, and refuses a path that Claude Code would split.
func TestOthersPrefix(t *testing.T) {
	const others = `{"env": {"CLAUDE_CODE_SHELL_PREFIX": "/opt/log.sh -v"}}`
	e := shellPrefix{"x", "/data/toktee-prefix", true}
	if got, err := e.add([]byte(others)); string(got) != others || err != nil {
		t.Errorf("add: %s, %v", got, err)
	}
	if got, err := e.remove([]byte(others)); string(got) != others || err != nil {
		t.Errorf("remove: %s, %v", got, err)
	}
	e.program = "/my -data/toktee-prefix"
	if got, err := e.add([]byte("{}")); err == nil {
		t.Errorf("a path with arguments: %s", got)
	}
	p := testPlace(t, map[string]string{claudeSettings: others})
	if state, _ := Find("claude").ShellPrefix(p); state != LineOthers {
		t.Errorf("its owner is %d, want %d", state, LineOthers)
	}
}

// TestPrefixWithoutToktee runs commands by the program of the prefix when toktee is gone or empty.
func TestPrefixWithoutToktee(t *testing.T) {
	p := testPlace(t, nil)
	p.Program = "/nowhere/it's/toktee"
	if path := p.MissingPrefix(); path != p.prefixProgram() || p.LeftPrefix() != "" {
		t.Errorf("before: missing %q, left %q", path, p.LeftPrefix())
	}
	if err := p.WritePrefix(); err != nil {
		t.Fatal(err)
	}
	if path := p.MissingPrefix(); path != "" || p.LeftPrefix() == "" {
		t.Errorf("after: missing %q, left %q", path, p.LeftPrefix())
	}
	empty := filepath.Join(t.TempDir(), "toktee") // as on a full disk
	if err := os.WriteFile(empty, nil, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, p.Program = range []string{p.Program, empty} {
		if err := p.WritePrefix(); err != nil {
			t.Fatal(err)
		}
		for _, line := range []string{"eval 'echo hello; exit 3' < /dev/null && pwd -P >| x", "echo hello; exit 3"} {
			out, err := exec.Command(p.prefixProgram(), line).Output()
			if exit, ok := err.(*exec.ExitError); string(out) != "hello\n" || !ok || exit.ExitCode() != 3 {
				t.Errorf("%s, %s: %q, %v", p.Program, line, out, err)
			}
		}
	}
}
