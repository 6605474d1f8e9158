package agent_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/agent/session"
	"github.com/toktee/toktee/internal/testing/wiretest"
)

// full is a turn with everything in it.
var full = wiretest.Turn{
	Thought: "The person wants a list: ls and git will do.",
	Text:    "I'll look. Größe <b> & \"ü\" 漢字",
	Calls: []wiretest.Call{
		{Name: "list", Arguments: `{"path": ".", "deep": true, "n": 12345678901234567890}`},
		{Name: "exec", Arguments: `{"command":"git status && echo \"<ü>\""}`},
		{Name: "none", Arguments: ``},
	},
}

func TestStreamWhole(t *testing.T) {
	everyWire(t, func(t *testing.T, w wiretest.Wire) {
		for _, piece := range []int{1, 7, 1000} {
			s := start(t, wiretest.Options{Piece: piece}, full)
			h, resp, err := ask(t, s, w)
			if err != nil {
				t.Fatal(err)
			}
			args := func(s string) json.RawMessage { return json.RawMessage(s) }
			want := []session.Call{
				{ID: "call_0_0", Name: "list", Arguments: args(`{"path":".","deep":true,"n":12345678901234567890}`)},
				{ID: "call_0_1", Name: "exec", Arguments: args(`{"command":"git status && echo \"<ü>\""}`)},
				{ID: "call_0_2", Name: "none", Arguments: args(`{}`)},
			}
			if d := cmp.Diff(want, h.calls(), cmpopts.IgnoreFields(session.Call{}, "ItemID")); d != "" {
				t.Errorf("calls (-want +got):\n%s", d)
			}
			if got := h.text.String(); got != full.Text {
				t.Errorf("pieces of text add up to %q, want %q", got, full.Text)
			}
			if d := cmp.Diff(h.items, resp.Items); d != "" {
				t.Errorf("items passed on and returned differ (-passed +returned):\n%s", d)
			}
			if resp.Stop != session.StopToolUse || resp.Usage.Input != 100 || resp.Usage.Output != 20 {
				t.Errorf("stop %q and usage %+v, want tool_use, 100 in and 20 out", resp.Stop, resp.Usage)
			}
			checkFull(t, resp)
		}
	})
}

// checkFull checks that the response has the text and the thought of full once each.
func checkFull(t *testing.T, resp model.Response) {
	t.Helper()
	var texts, thoughts []string
	for _, it := range resp.Items {
		switch it.Kind {
		case session.KindText:
			texts = append(texts, it.Text)
		case session.KindReasoning:
			thoughts = append(thoughts, it.Thought.Text)
		}
		if it.Response != resp.ID || resp.ID == "" {
			t.Errorf("%s is of response %q, want %q", it.Kind, it.Response, resp.ID)
		}
	}
	if d := cmp.Diff([]string{full.Text}, texts); d != "" {
		t.Errorf("texts (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]string{full.Thought}, thoughts); d != "" {
		t.Errorf("thoughts (-want +got):\n%s", d)
	}
}

// outcome is what matters of a response here.
type outcome struct {
	Stop      session.StopReason
	Calls     int
	Cut       []string
	Malformed int
}

func TestStreamStops(t *testing.T) {
	calls := func(args ...string) []wiretest.Call {
		var list []wiretest.Call
		for i, a := range args {
			list = append(list, wiretest.Call{Name: string(rune('a' + i)), Arguments: a})
		}
		return list
	}
	const end, use, length = session.StopEnd, session.StopToolUse, session.StopLength
	cases := []struct {
		name string
		turn wiretest.Turn
		want outcome
	}{
		{"end", wiretest.Turn{Text: "Done."}, outcome{Stop: end}},
		{"nothing", wiretest.Turn{}, outcome{Stop: end}},
		{"length in text", wiretest.Turn{Text: "And then", Stop: length}, outcome{Stop: length}},
		{
			"length in arguments", wiretest.Turn{Stop: length, Calls: calls(`{}`, `{"x":"ha`)},
			outcome{Stop: length, Calls: 1, Cut: []string{"b"}},
		},
		{
			"length before arguments", wiretest.Turn{Stop: length, Calls: calls("")},
			outcome{Stop: length, Cut: []string{"a"}},
		},
		{
			"arguments that aren't JSON", wiretest.Turn{Calls: calls(`{"x":`, `{}`)},
			outcome{Stop: use, Calls: 2, Malformed: 1},
		},
		{
			"arguments that aren't an object", wiretest.Turn{Calls: calls(`[1]`)},
			outcome{Stop: use, Calls: 1, Malformed: 1},
		},
	}
	everyWire(t, func(t *testing.T, w wiretest.Wire) {
		for _, c := range cases {
			t.Run(c.name, func(t *testing.T) {
				h, resp, err := ask(t, play(t, c.turn), w)
				if err != nil {
					t.Fatal(err)
				}
				got := outcome{resp.Stop, len(h.calls()), resp.Cut, h.malformed()}
				if d := cmp.Diff(c.want, got); d != "" {
					t.Errorf("outcome (-want +got):\n%s", d)
				}
			})
		}
	})
}

// Once a piece was passed on, an error ends the stream, and what was complete is kept.
func TestStreamBreaksOff(t *testing.T) {
	turn := wiretest.Turn{Text: "I'll run both.", Calls: []wiretest.Call{
		{Name: "a", Arguments: `{"x":1}`},
		{Name: "b", Arguments: `{"command":"rm -rf build"}`},
	}}
	kinds := []wiretest.FaultKind{wiretest.Cut, wiretest.Close, wiretest.Garbage, wiretest.ErrorEvent}
	everyWire(t, func(t *testing.T, w wiretest.Wire) {
		n := events(t, w, turn)
		for _, kind := range kinds {
			for at := range n {
				turn.Faults = []wiretest.Fault{{Kind: kind, At: at, Body: "the provider was cancelled"}}
				t.Run(fmt.Sprintf("kind %d at %d", kind, at), func(t *testing.T) {
					// In the chat format, the last event before [DONE] may be missing.
					mayComplete := w == wiretest.Chat && at >= n-2
					checkBroken(t, w, turn, mayComplete)
				})
			}
		}
	})
}

// checkBroken checks what is left of a turn that breaks off.
func checkBroken(t *testing.T, w wiretest.Wire, turn wiretest.Turn, mayComplete bool) {
	s := play(t, turn)
	ep := endpoint(t, s, w)
	ep.Retries = -1
	h, resp, err := askAt(t, w, ep)
	var failed *model.Error
	switch {
	case err == nil && !mayComplete:
		t.Error("no error")
	case err != nil && (!errors.As(err, &failed) || failed.Kind == "" || failed.Message == ""):
		t.Errorf("error %#v", err)
	}
	for _, c := range h.calls() {
		cut := c.Name == "b" && string(c.Arguments) != turn.Calls[1].Arguments
		if cut || !json.Valid(c.Arguments) {
			t.Errorf("call %+v", c)
		}
	}
	text := ""
	for _, it := range resp.Items {
		text += it.Text
	}
	if text != h.text.String() {
		t.Errorf("text kept %q, passed on %q", text, h.text.String())
	}
	if n := len(s.Requests()); n != 1 {
		t.Errorf("%d requests, want 1", n)
	}
}
