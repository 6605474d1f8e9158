package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/desk/figures"
)

// TestNotice: the line about a session has the figures that stats has, and counts the commands that are still failing.
func TestNotice(t *testing.T) {
	p := newStatsPlace(t)
	const session = "0b5f7c1e-1111-4222-8333-abcdefabcdef"
	notice := func() string {
		out, stderr, code := p.run(fmt.Sprintf(`{"hook_event_name":"Stop","session_id":%q,"cwd":%q}`, session, p.dir),
			"hook", "claude", "--notice")
		if code != 0 || stderr != "" {
			t.Fatalf("exit %d, %s", code, stderr)
		}
		return out
	}
	if got := notice(); got != "" {
		t.Errorf("before the first result it is %q", got)
	}
	p.env = append(p.env, "CLAUDE_CODE_SESSION_ID="+session)
	for _, stdout := range []string{strings.Repeat("a line of the build, without any news\n", 400), "done\n"} {
		b, err := json.Marshal(stdout)
		if err != nil {
			t.Fatal(err)
		}
		p.run(fmt.Sprintf(`{"hook_event_name":"PostToolUse","session_id":%q,"cwd":%q,"tool_name":"Bash",`+
			`"tool_input":{"command":"make all"},"tool_response":{"stdout":%s,"stderr":"","interrupted":false}}`,
			session, p.dir, b), "hook", "claude")
	}
	saved := func() string { return figures.Number(p.stats("--session", session).Total.Saved) }
	want := `{"systemMessage":"toktee on: 1 of 2 results shortened, ` + saved() + ` tokens saved"}` + "\n"
	if got := notice(); got != want {
		t.Errorf("it is %q, want %q", got, want)
	}
	if got := notice(); got != "" {
		t.Errorf("without a change it is %q", got)
	}
	check := func() {
		p.run("", "run", "--session", session, "--", "sh", "-c", "seq 2000; test -e fixed")
	}
	check()
	want = `{"systemMessage":"toktee on: 2 of 3 results shortened, ` + saved() +
		` tokens saved; 1 command still failing"}` + "\n"
	if got := notice(); got != want {
		t.Errorf("with a failure it is %q, want %q", got, want)
	}
	write(t, filepath.Join(p.dir, "work", "fixed"), "")
	check()
	want = `{"systemMessage":"toktee on: 3 of 4 results shortened, ` + saved() + ` tokens saved"}` + "\n"
	if got := notice(); got != want {
		t.Errorf("with the failure fixed it is %q, want %q", got, want)
	}
}
