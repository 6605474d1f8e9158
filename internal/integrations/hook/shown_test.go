package hook_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// printed are lines of a file.
func printed(from, to int) string {
	var b strings.Builder
	for n := from; n <= to; n++ {
		fmt.Fprintf(&b, "\tcount[%d] = next(&queue, %d)\n", n, n*37)
	}
	return b.String()
}

// part is an event in which lines of a file are printed, with members changed; nil takes one out.
func part(t *testing.T, from, to int, change map[string]any) string {
	t.Helper()
	var ev map[string]any
	command := fmt.Sprintf("sed -n %d,%dp main.go", from, to)
	if err := json.Unmarshal([]byte(bash("s", command, printed(from, to))), &ev); err != nil {
		t.Fatal(err)
	}
	ev["duration_ms"] = 12
	for k, v := range change {
		if ev[k] = v; v == nil {
			delete(ev, k)
		}
	}
	text, err := json.Marshal(ev)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

const shownBefore = "… 40 lines as in result "

// TestShown: lines that the main agent was shown before become one line. The first text stays as it is, and counts.
func TestShown(t *testing.T) {
	for _, tt := range []struct {
		name   string
		before string // an event between
		change map[string]any
		want   bool
	}{
		{"the main agent", "", nil, true},
		{"a sub-agent", "", map[string]any{"agent_id": "a1"}, false},
		{"a version that may not name sub-agents", "", map[string]any{"duration_ms": nil}, false},
		{"another session", "", map[string]any{"session_id": "t"}, false},
		{"no session", "", map[string]any{"session_id": nil}, false},
		{"compacted", `{"hook_event_name":"SessionStart","source":"compact","session_id":"s"}`, nil, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newRig(t, "claude")
			if out := r.answer(t, part(t, 1, 60, nil)); out != "" {
				t.Fatalf("lines that were asked for are answered with\n%s", out)
			}
			if tt.before != "" {
				r.answer(t, tt.before)
			}
			out := r.answer(t, part(t, 21, 70, tt.change))
			if strings.Contains(out, shownBefore) != tt.want {
				t.Errorf("got\n%s", out)
			}
		})
	}
	t.Run("nothing that sub-agents were shown", func(t *testing.T) {
		r := newRig(t, "claude")
		r.answer(t, part(t, 1, 60, map[string]any{"agent_id": "a1"}))
		for _, agent := range []any{nil, "a1", "a2"} {
			out := r.answer(t, part(t, 21, 70, map[string]any{"agent_id": agent}))
			if strings.Contains(out, shownBefore) {
				t.Errorf("agent %v: got\n%s", agent, out)
			}
		}
	})
	t.Run("what was read", func(t *testing.T) {
		r := newRig(t, "claude")
		if out := r.answer(t, part(t, 1, 60, map[string]any{
			"tool_name": "Read", "tool_input": map[string]any{"file_path": "/p/main.go"},
			"tool_response": map[string]any{"type": "text", "file": map[string]any{
				"content": printed(1, 60), "startLine": 1, "numLines": 60, "totalLines": 60,
			}},
		})); out != "" {
			t.Fatalf("the read is answered with\n%s", out)
		}
		out := r.answer(t, part(t, 21, 70, nil))
		if !strings.Contains(out, shownBefore) || !strings.Contains(out, " (Read main.go), lines 21-60\\n") {
			t.Errorf("got\n%s", out)
		}
	})
	t.Run("the output is gone", func(t *testing.T) {
		r := newRig(t, "claude")
		r.answer(t, part(t, 1, 60, nil))
		if err := os.RemoveAll(filepath.Join(r.home, "store", "records")); err != nil {
			t.Fatal(err)
		}
		if out := r.answer(t, part(t, 21, 70, nil)); strings.Contains(out, shownBefore) {
			t.Errorf("got\n%s", out)
		}
	})
	t.Run("the session's file can't be read", func(t *testing.T) {
		r := newRig(t, "claude")
		r.answer(t, part(t, 1, 60, nil))
		files, err := filepath.Glob(filepath.Join(r.home, "store", "hooks", "*"))
		if err != nil || len(files) != 1 {
			t.Fatal(files, err)
		}
		if err := os.WriteFile(files[0], []byte(strings.Repeat("x", 1<<20)), 0o600); err != nil {
			t.Fatal(err)
		}
		if out := r.answer(t, part(t, 21, 70, nil)); strings.Contains(out, shownBefore) {
			t.Errorf("got\n%s", out)
		}
	})
}

// TestShownPlugin: a plugin that says whose context it is gets such lines, one that doesn't gets none.
func TestShownPlugin(t *testing.T) {
	for agent, want := range map[string]bool{"opencode": true, "pi": false} {
		r := newRig(t, agent)
		var out string
		for _, from := range []int{1, 21} {
			var claude struct {
				Input    json.RawMessage         `json:"tool_input"`
				Response struct{ Stdout string } `json:"tool_response"`
			}
			if err := json.Unmarshal([]byte(part(t, from, from+49, nil)), &claude); err != nil {
				t.Fatal(err)
			}
			ev := map[string]any{
				"event": "result", "session": "s", "tool": "bash", "args": claude.Input, "exit": 0,
				"output": claude.Response.Stdout,
			}
			if want {
				ev["context"] = "main"
			}
			b, err := json.Marshal(ev)
			if err != nil {
				t.Fatal(err)
			}
			out = r.answer(t, string(b))
		}
		if strings.Contains(out, "… 30 lines as in result ") != want {
			t.Errorf("%s: got\n%s", agent, out)
		}
	}
}
