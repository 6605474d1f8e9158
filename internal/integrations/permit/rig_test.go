package permit_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/integrations/permit"
)

// A rig is a machine on which Claude Code runs: its files, its environment, and how it was started.
type rig struct {
	t    testing.TB
	root string
	env  map[string]string
	argv []string
	call permit.Caller
}

// newRig is a machine on which nothing speaks against a command: a project in a repository.
func newRig(t testing.TB) *rig {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{t: t, root: root, argv: []string{"claude", "-p", "go", "--dangerously-skip-permissions"}}
	r.env = map[string]string{
		"HOME": r.path("home"), "CLAUDE_PROJECT_DIR": r.path("repo"), "CLAUDE_CODE_ENTRYPOINT": "cli",
	}
	r.call = permit.Caller{
		Agent: "claude", Getenv: func(k string) (string, bool) { v, ok := r.env[k]; return v, ok },
		Dir: r.path("repo"), Managed: []string{r.path("etc")},
		Process: func() (permit.Process, error) { return permit.Process{Args: r.argv}, nil },
	}
	if err := os.MkdirAll(r.path("repo/.git"), 0o700); err != nil {
		t.Fatal(err)
	}
	return r
}

func (r *rig) path(name string) string { return filepath.Join(r.root, filepath.FromSlash(name)) }

func (r *rig) write(name, text string) {
	r.t.Helper()
	path := r.path(name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		r.t.Fatal(err)
	}
}

// rules writes rules, such as "deny Bash(rm *); allow Read", into a settings file.
func (r *rig) rules(name, rules string) {
	lists := map[string][]string{}
	for _, rule := range strings.Split(rules, "; ") {
		if list, text, ok := strings.Cut(rule, " "); ok {
			lists[list] = append(lists[list], text)
		}
	}
	b, err := json.Marshal(map[string]any{"permissions": lists})
	if err != nil {
		r.t.Fatal(err)
	}
	r.write(name, string(b))
}

// refusal is the error for a command by the rules on the machine.
func (r *rig) refusal(command string) error {
	rules, err := r.call.Rules()
	if err != nil {
		return err
	}
	return rules.Check(permit.Call{Line: command, Dir: r.call.Dir})
}
