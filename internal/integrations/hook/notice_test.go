package hook_test

import (
	"fmt"
	"regexp"
	"testing"
)

// TestNotice: the person gets a line at the start of a session, and at the end of a turn if it is a new one. Events of
// tools get no answer, and the model never gets one.
func TestNotice(t *testing.T) {
	const (
		start = `{"systemMessage":"toktee on: results are shortened; full outputs: toktee ui"}` + "\n"
		first = `{"systemMessage":"toktee on: 1 of 1 result shortened, N tokens saved"}` + "\n"
		later = `{"systemMessage":"toktee on: 2 of 2 results shortened, N tokens saved"}` + "\n"
	)
	r := bareRig(t, "claude")
	r.notice = true
	event := func(name, more string) string {
		return fmt.Sprintf(`{"hook_event_name":%q,"session_id":"s","cwd":%q%s}`, name, r.home, more)
	}
	tokens := regexp.MustCompile(`[\d,]+ tokens`)
	for _, c := range []struct {
		name, settings, event, want string
		results                     int // before it
	}{
		{"start", "", event("SessionStart", `,"source":"startup"`), start, 0},
		{"resumed", "", event("SessionStart", `,"source":"resume"`), start, 0},
		{"compacted", "", event("SessionStart", `,"source":"compact"`), "", 0},
		{"nothing happened", "", event("Stop", ""), "", 0},
		{"a turn", "", event("Stop", ""), first, 1},
		{"without a result", "", event("Stop", `,"stop_hook_active":true`), "", 0},
		{"another turn", "", event("Stop", ""), later, 1},
		{"a sub-agent", "", event("Stop", `,"agent_id":"a"`), "", 1},
		{"no session", "", `{"hook_event_name":"Stop"}`, "", 0},
		{"switched off", "[hooks]\nnotices = false\n", event("Stop", ""), "", 0},
		{"start, switched off", "[hooks]\nnotices = false\n", event("SessionStart", ""), "", 0},
		{"not shortened", "[agent]\nsplit_tool_results_enabled = false\n", event("SessionStart", ""), "", 0},
		{"a result", "", bash("s", "./build", lines(900, "step")), "", 0},
	} {
		r.notice = false
		for i := range c.results {
			r.answer(t, bash("s", fmt.Sprint("./build ", c.name, i), lines(900, c.name)))
		}
		r.notice = true
		r.write(t, ".config/toktee/config.toml", c.settings)
		if got := tokens.ReplaceAllString(r.answer(t, c.event), "N tokens"); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	r.env["CLAUDE_CODE_ENTRYPOINT"] = "sdk-cli"
	if got := r.answer(t, event("SessionStart", "")); got != "" {
		t.Errorf("of a session whose results stay as they are: %q", got)
	}
}
