package clients

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/integrations/hook/clients/fakemodel"
)

// guarded are commands with the user's rule for each, which denies it unless it begins with "ask ". N is the number of
// a package whose test leaves the file ran-N behind.
var guarded = []struct{ command, rule string }{
	{"go test ./pN", ""}, // the first command of a session is never rewritten
	{"go test ./pN", "Bash(go test ./pN)"},
	{"go test ./pN", "Bash(go test ./pN:*)"},
	{"go test -count=1 ./pN", "Bash(go test * ./pN)"},
	{"go test -count=1 ./pN", "Bash(go test -count=1 ./pN)"},
	{"cd . && go test ./pN", "Bash(go test ./pN:*)"},
	{"go test ./pN 2>&1 | tail -3", "Bash(go test ./pN:*)"},
	{"timeout 60 go test ./pN", "Bash(go test ./pN:*)"},
	{"GOFLAGS=-v go test ./pN", "Bash(go test ./pN:*)"},
	{"(go test ./pN)", "Bash(go test ./pN:*)"},
	{"go test ./pN", "ask Bash(go test ./pN:*)"},
	{"go vet ./... && go test ./pN", "ask Bash(go test ./pN:*)"},
	{"go test ./pN", ""},
}

// guardedTest is the test of such a package.
const guardedTest = `package p

import (
	"os"
	"testing"
)

func TestRan(t *testing.T) { os.WriteFile("../ran-%d", nil, 0o600) }
`

// TestClaudeRewrite switches the rewriting of commands on, and compares which commands run with which run without it.
func TestClaudeRewrite(t *testing.T) {
	s := chosenSite(t, "claude")
	var calls []fakemodel.Call
	rules := map[string][]string{"deny": {}, "ask": {}}
	for i, g := range guarded {
		n := fmt.Sprint(i)
		s.put(filepath.Join(s.project, "p"+n, "p_test.go"), fmt.Sprintf(guardedTest, i))
		calls = append(calls, s.c.shell(numbered(g.command, n)))
		if rule, ask := strings.CutPrefix(numbered(g.rule, n), "ask "); ask {
			rules["ask"] = append(rules["ask"], rule)
		} else if rule != "" {
			rules["deny"] = append(rules["deny"], rule)
		}
	}
	calls = append(calls, s.c.shell(redCommand))
	s.write(".claude/settings.json", encoded(object{"permissions": rules}))
	s.write(".config/toktee/config.toml", "[hooks]\nrewrite = [\"claude\"]\n")
	s.c.args = func(s *site) []string {
		return []string{"-p", "go", "--model", "claude-sonnet-4-5", "--dangerously-skip-permissions"}
	}
	env := s.c.env
	s.c.env = func(s *site) []string { return append(env(s), "IS_SANDBOX=1") } // root may skip permissions there alone

	before := s.play("without", calls)
	want := s.ran()
	t.Logf("without toktee, these ran: %q", want)
	s.command(s.toktee, "init", "claude", "--shims=false", "--yes")
	with := s.play("with", calls)
	if got := s.ran(); !slices.Equal(got, want) {
		t.Errorf("these commands ran: %q, without toktee: %q", got, want)
	}
	for _, n := range []int{0, len(guarded) - 1} {
		if !slices.Contains(want, fmt.Sprintf("ran-%d", n)) {
			t.Errorf("command %d, which nothing denies, didn't run: %q", n, want)
		}
	}
	red := sampleNamed(t, "red")
	if err := red.check(s.c, replaced, before[len(guarded)], with[len(guarded)]); err != nil {
		t.Errorf("a command that may be rewritten: %v", err)
	}
}

// numbered puts a package's number in.
func numbered(text, n string) string { return strings.ReplaceAll(text, "pN", "p"+n) }

// ran are the files that tests have left behind, which it removes.
func (s *site) ran() []string {
	s.t.Helper()
	paths, err := filepath.Glob(filepath.Join(s.project, "ran-*"))
	if err != nil {
		s.t.Fatal(err)
	}
	var names []string
	for _, path := range paths {
		names = append(names, filepath.Base(path))
		if err := os.Remove(path); err != nil {
			s.t.Fatal(err)
		}
	}
	return names
}
