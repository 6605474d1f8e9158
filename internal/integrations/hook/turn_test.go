package hook_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/toktee/toktee/internal/host/journal"
)

// sessions returns the files of sessions in which tests failed and a file was edited, as agents write them, by agent.
func sessions(t *testing.T) map[string]string {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/turns/sessions.txtar")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, f := range archive.Files {
		all[f.Name] = string(f.Data)
	}
	return all
}

// ended is the event of the end of a turn.
func ended(agent, path, message string, members map[string]any) string {
	ev := map[string]any{"session_id": "s", "transcript_path": path, "cwd": "/shop", "hook_event_name": "Stop"}
	ev["last_assistant_message"] = message
	if agent == "gemini" {
		ev["hook_event_name"], ev["prompt_response"] = "AfterAgent", message
	}
	for k, v := range members {
		ev[k] = v
	}
	b, _ := json.Marshal(ev)
	return string(b)
}

// TestClaims: a claim that the session contradicts is a line for the person, or one for the model if that is set, once
// a turn. Everything is noted.
func TestClaims(t *testing.T) {
	const (
		line  = "claimed: all tests pass; last go test: exit 1, 1 edit ago: TestMux"
		claim = "Fixed. All tests pass."
	)
	for agent, text := range sessions(t) {
		t.Run(agent, func(t *testing.T) {
			r := bareRig(t, agent)
			path := filepath.Join(r.home, "session.jsonl")
			r.write(t, "session.jsonl", text)
			person := `{"systemMessage":"` + line + `"}` + "\n"
			check := func(name, want, message string, members map[string]any) {
				t.Helper()
				if got := r.answer(t, ended(agent, path, message, members)); got != want {
					t.Errorf("%s: %q, want %q", name, got, want)
				}
			}
			check("claimed", person, claim, nil)
			check("no claim", "", "I have looked at it.", nil)
			check("no file", "", claim, map[string]any{"transcript_path": path + ".gone"})
			check("no path", "", claim, map[string]any{"transcript_path": nil})
			if agent == "claude" {
				check("in the background", "", claim, map[string]any{"background_tasks": []string{"b1"}})
				check("a sub-agent without a file", "", claim, map[string]any{"hook_event_name": "SubagentStop"})
			}
			decision := map[string]string{"gemini": "deny"}[agent]
			if decision == "" {
				decision = "block"
			}
			r.write(t, ".config/toktee/config.toml", "[claims]\nanswer = \"model\"\n")
			check("for the model", `{"decision":"`+decision+`","reason":"toktee compared the last message with `+
				`what this session ran. `+line+`"}`+"\n", claim, nil)
			check("for the model, again", person, claim, map[string]any{"stop_hook_active": true})
			r.write(t, ".config/toktee/config.toml", "[claims]\nanswer = \"off\"\n")
			check("off", "", claim, nil)
			want := journal.Event{
				Kind: journal.Claimed, Session: "s", Claim: "all tests pass", Verdict: "red", Line: line,
			}
			if diff := cmp.Diff([]journal.Event{want, want, want}, r.claimed(t)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A claim that nothing contradicts is noted without a verdict.
func TestClaimHolds(t *testing.T) {
	r := bareRig(t, "claude")
	text := strings.Split(sessions(t)["claude"], "\n")[0] + "\n"
	path := filepath.Join(r.home, "session.jsonl")
	r.write(t, "session.jsonl", text+
		`{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t1","name":"Bash",`+
		`"input":{"command":"go test ./..."}}]}}`+"\n"+
		`{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1",`+
		`"content":"ok  \texample.com/mux\t0.01s"}]},`+
		`"toolUseResult":{"stdout":"ok","stderr":"","interrupted":false}}`+"\n")
	if got := r.answer(t, ended("claude", path, "All tests pass.", nil)); got != "" {
		t.Errorf("%q", got)
	}
	want := []journal.Event{{Kind: journal.Claimed, Session: "s", Claim: "all tests pass"}}
	if diff := cmp.Diff(want, r.claimed(t)); diff != "" {
		t.Error(diff)
	}
}

// A plan that Claude Code presents is no claim, as long as no other call follows.
func TestPlan(t *testing.T) {
	r := bareRig(t, "claude")
	path := filepath.Join(r.home, "session.jsonl")
	call := func(id, tool, input string) string {
		return `{"type":"assistant","message":{"content":[{"type":"tool_use","id":"` + id + `","name":"` + tool +
			`","input":` + input + `}]}}` + "\n"
	}
	text := sessions(t)["claude"] + call("p1", "ExitPlanMode", `{"plan":"Fix the total. All tests pass."}`)
	r.write(t, "session.jsonl", text)
	if got := r.answer(t, ended("claude", path, "All tests pass.", nil)); got != "" {
		t.Errorf("a plan: %q", got)
	}
	r.write(t, "session.jsonl", text+call("r1", "Read", `{"file_path":"/shop/mux.go"}`))
	if got := r.answer(t, ended("claude", path, "All tests pass.", nil)); got == "" {
		t.Error("a call after a plan: nothing is said")
	}
}

// claimed returns the events of a rig's journal, with what is of claims.
func (r *rig) claimed(t *testing.T) (all []journal.Event) {
	t.Helper()
	dir := filepath.Join(r.env["TOKTEE_STORE"], "journal")
	_, _, err := journal.Read(t.Context(), dir, journal.Position{}, func(e journal.Event, _ journal.Position) error {
		all = append(all, journal.Event{
			Kind: e.Kind, Session: e.Session, Claim: e.Claim, Verdict: e.Verdict, Line: e.Line,
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
