package hook_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/toktee/toktee/internal/integrations/hook"
)

// TestShell: at the start of each session the agent's shell is prepared, once for each file.
func TestShell(t *testing.T) {
	r := newRig(t, "claude")
	path := filepath.Join(r.home, "env.sh")
	r.env["CLAUDE_ENV_FILE"] = path
	r.shell = func() (string, error) { return "PATH=/shims:$PATH\n", nil }
	if err := os.WriteFile(path, []byte("export MINE=1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, source := range []string{"startup", "compact", "resume"} {
		ev := `{"hook_event_name":"SessionStart","source":"` + source + `","session_id":"s","cwd":"/src"}`
		if out := r.answer(t, ev); out != "" {
			t.Errorf("%s: an answer: %s", source, out)
		}
		b, err := os.ReadFile(path)
		if err != nil || string(b) != "export MINE=1\nPATH=/shims:$PATH\n" {
			t.Errorf("%s: the file is %q, %v", source, b, err)
		}
	}
	delete(r.env, "CLAUDE_ENV_FILE")
	r.answer(t, `{"hook_event_name":"SessionStart","source":"startup","session_id":"s"}`)
}

// TestSessions: who looks finds which sessions the hook was called in, and what it did there.
func TestSessions(t *testing.T) {
	r := newRig(t, "claude")
	if list, err := hook.Sessions(r.env["TOKTEE_STORE"]); err != nil || len(list) != 0 {
		t.Errorf("before the first: %v, %v", list, err)
	}
	r.answer(t, `{"hook_event_name":"SessionStart","source":"startup","session_id":"a","cwd":"/src"}`)
	r.answer(t, bash("b", "./build", lines(900, "step")))
	r.answer(t, bash("b", "./other", lines(4, "short")))
	list, err := hook.Sessions(r.env["TOKTEE_STORE"])
	if err != nil {
		t.Fatal(err)
	}
	want := []hook.Session{
		{Agent: "claude", ID: "a", Dir: "/src"},
		{Agent: "claude", ID: "b", Results: 1, Short: 1},
	}
	diff := cmp.Diff(want, list, cmpopts.IgnoreFields(hook.Session{}, "Last"),
		cmpopts.SortSlices(func(a, b hook.Session) bool { return a.ID < b.ID }))
	if diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestSessionsCodeMode: a session in which nothing can be replaced is one in which the hook was called.
func TestSessionsCodeMode(t *testing.T) {
	r := newRig(t, "codex")
	out := r.answer(t, `{"hook_event_name":"PostToolUse","session_id":"c","cwd":"/src","tool_name":"Bash",`+
		`"tool_use_id":"exec-1","tool_input":{"command":"make"},"tool_response":"done"}`)
	if out != "" {
		t.Errorf("an answer: %s", out)
	}
	list, err := hook.Sessions(r.env["TOKTEE_STORE"])
	want := []hook.Session{{Agent: "codex", ID: "c", Dir: "/src", Program: true}}
	if diff := cmp.Diff(want, list, cmpopts.IgnoreFields(hook.Session{}, "Last")); err != nil || diff != "" {
		t.Errorf("%v (-want +got)\n%s", err, diff)
	}
}
