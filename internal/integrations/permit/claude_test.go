package permit_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
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
	vars []string
	call permit.Claude
}

const bypass = "bypassPermissions"

// newRig is a machine on which nothing speaks against a command: a project in a repository, a shell without aliases.
func newRig(t testing.TB) *rig {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{t: t, root: root, argv: []string{"claude", "-p", "go", "--dangerously-skip-permissions"}}
	r.env = map[string]string{
		"HOME": r.path("home"), "CLAUDE_PROJECT_DIR": r.path("repo"), "CLAUDE_PID": "4711",
		"CLAUDE_CODE_ENTRYPOINT": "cli",
	}
	r.call = permit.Claude{
		Getenv: func(k string) (string, bool) { v, ok := r.env[k]; return v, ok },
		Dir:    r.path("repo"), Mode: bypass, Managed: []string{r.path("etc")},
		Process: func(pid int) (permit.Process, error) {
			if pid != 4711 {
				return permit.Process{}, errors.New("no such process")
			}
			return permit.Process{Args: r.argv, Vars: r.vars}, nil
		},
	}
	if err := os.MkdirAll(r.path("repo/.git"), 0o700); err != nil {
		t.Fatal(err)
	}
	r.write("home/.claude/shell-snapshots/snapshot-bash-1-a.sh", "# Aliases\nalias -- ll='ls -l'\n")
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

func (r *rig) objection(command string) error {
	return r.call.Objection(command, "/opt/bin/toktee", "run", "--")
}

// reasons are what the table's reasons stand for in an objection.
var reasons = map[string]string{
	"mode": "permission mode", "form": "not a single plain command", "program": "not a program",
	"deny": "a rule to deny ", "ask": "a rule to ask ", "allow": "a rule to allow ",
}

func TestCommands(t *testing.T) {
	b, err := os.ReadFile("testdata/commands.txt")
	if err != nil {
		t.Fatal(err)
	}
	columns := regexp.MustCompile(`^(\w+) {2,}(\S+) {2,}(\w+) {2,}(\S.*?) {2,}(.*)$`)
	r, n := newRig(t), 0
	for i, line := range strings.Split(strings.TrimSuffix(string(b), "\n"), "\n") {
		if line == "" || strings.HasPrefix(line, "# ") {
			continue
		}
		m := columns.FindStringSubmatch(line)
		if m == nil {
			t.Fatalf("line %d isn't a row: %s", i+1, line)
		}
		n++
		unescape := strings.NewReplacer(`\n`, "\n", `\t`, "\t").Replace
		rules, command := unescape(m[4]), unescape(m[5])
		r.call.Mode = m[3]
		r.rules("repo/.claude/settings.json", rules)
		err := r.objection(command)
		switch {
		case m[1] == "rewritten" && err != nil:
			t.Errorf("line %d: %s: %s: is left alone: %v", i+1, rules, command, err)
		case m[1] == "rewritten":
		case err == nil:
			t.Errorf("line %d: %s: %s: is rewritten", i+1, rules, command)
		case !strings.Contains(err.Error(), reasons[m[2]]):
			t.Errorf("line %d: %s: %s: is left alone for another reason: %v", i+1, rules, command, err)
		}
	}
	if n < 200 {
		t.Errorf("%d rows", n)
	}
}
