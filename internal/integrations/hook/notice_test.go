package hook_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

// TestNotice: the person gets a line at the start of a session, and at the end of a turn if it is a new one. Events of
// tools get no answer, and the model never gets one.
func TestNotice(t *testing.T) {
	const (
		start = `{"systemMessage":"toktee on: results are shortened; full outputs: toktee ui"}` + "\n"
		first = `{"systemMessage":"toktee on: 1 of 1 result shortened"}` + "\n"
		later = `{"systemMessage":"toktee on: 2 of 2 results shortened"}` + "\n"
	)
	r := bareRig(t, "claude")
	var line string
	var failed error
	r.notice = func(_ context.Context, session string) (string, error) {
		if session != "s" {
			t.Errorf("the line is about session %q", session)
		}
		return line, failed
	}
	event := func(name, more string) string {
		return fmt.Sprintf(`{"hook_event_name":%q,"session_id":"s","cwd":%q%s}`, name, r.home, more)
	}
	for _, c := range []struct{ name, line, settings, event, want string }{
		{"start", "", "", event("SessionStart", `,"source":"startup"`), start},
		{"resumed", "", "", event("SessionStart", `,"source":"resume"`), start},
		{"compacted", "", "", event("SessionStart", `,"source":"compact"`), ""},
		{"nothing happened", "", "", event("Stop", ""), ""},
		{"a turn", "toktee on: 1 of 1 result shortened", "", event("Stop", ""), first},
		{"without a result", "toktee on: 1 of 1 result shortened", "", event("Stop", `,"stop_hook_active":true`), ""},
		{"another turn", "toktee on: 2 of 2 results shortened", "", event("Stop", ""), later},
		{"a sub-agent", "toktee on: 3 of 3 results shortened", "", event("Stop", `,"agent_id":"a"`), ""},
		{"no session", "toktee on: 3 of 3 results shortened", "", `{"hook_event_name":"Stop"}`, ""},
		{"switched off", "toktee on: 3 of 3 results shortened", "[hooks]\nnotices = false\n", event("Stop", ""), ""},
		{"start, switched off", "", "[hooks]\nnotices = false\n", event("SessionStart", ""), ""},
		{"not shortened", "", "[agent]\nsplit_tool_results_enabled = false\n", event("SessionStart", ""), ""},
		{"a result", "toktee on: 3 of 3 results shortened", "", bash("s", "./build", lines(900, "step")), ""},
	} {
		line = c.line
		r.write(t, ".config/toktee/config.toml", c.settings)
		if got := r.answer(t, c.event); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	if failed = errors.New("no ledger"); r.answer(t, event("Stop", "")) != "" {
		t.Error("after an error, there is an answer")
	}
	r.env["CLAUDE_CODE_ENTRYPOINT"] = "sdk-cli"
	if got := r.answer(t, event("SessionStart", "")); got != "" {
		t.Errorf("of a session whose results stay as they are: %q", got)
	}
}
