package session

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/toktee/toktee/agent/session/internal/wire"
	"github.com/toktee/toktee/agent/session/sessiontest"
	"github.com/toktee/toktee/result"
)

var update = flag.Bool("update", false, "write the goldens")

// perLine is a JSON array with one element a line.
func perLine(t *testing.T, src []byte) string {
	t.Helper()
	var list []json.RawMessage
	must(t, json.Unmarshal(src, &list))
	var b strings.Builder
	for _, m := range list {
		var w bytes.Buffer
		enc := json.NewEncoder(&w)
		enc.SetEscapeHTML(false)
		must(t, enc.Encode(m))
		b.Write(w.Bytes())
	}
	return b.String()
}

// TestViews compares views with goldens. Each archive says what it shows.
func TestViews(t *testing.T) {
	files, err := filepath.Glob("testdata/views/*.txtar")
	must(t, err)
	if len(files) < 7 {
		t.Fatalf("%d archives", len(files))
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(file)
			must(t, err)
			tr, err := readAll(bytes.NewReader(ar.Files[0].Data))
			must(t, err)
			if tr.Damaged > 0 || tr.Torn {
				t.Fatalf("items: %v, torn %v", tr.Damage, tr.Torn)
			}
			v := NewView(tr.Items, nil)
			got := &txtar.Archive{Comment: ar.Comment, Files: ar.Files[:1:1]}
			for _, p := range formats {
				b := request(t, p, v)
				if found, err := sessiontest.Validate(p, b); err != nil || len(found) > 0 {
					t.Errorf("%s: %v %v", p, found, err)
				}
				got.Files = append(got.Files, txtar.File{Name: string(p) + ".jsonl", Data: []byte(perLine(t, b))})
			}
			if *update {
				must(t, os.WriteFile(file, txtar.Format(got), 0o644))
				return
			}
			if diff := cmp.Diff(string(txtar.Format(ar)), string(txtar.Format(got))); diff != "" {
				t.Errorf("mismatch (-want +got), run with -update:\n%s", diff)
			}
		})
	}
}

// TestCanary checks that nothing but the model's text reaches the model.
func TestCanary(t *testing.T) {
	const canary = "CANARY-7f3a"
	d, err := result.NewDetails("t"+canary, map[string]string{"a": canary})
	must(t, err)
	r, err := result.New(result.Parts{
		ID: "401882137095", Tool: canary, LLM: "for the model", UI: []byte(canary), Details: d,
		Status: result.Status{Known: true, Code: 1, Signal: canary}, Err: &result.ToolError{Message: canary},
		Metadata: result.Metadata{
			Files: []string{canary}, Data: map[string]int64{canary: 1}, Warnings: []string{canary},
			Strategy: canary, Level: canary, Encoding: canary,
			Omissions: []result.Omission{{Kind: canary, Count: 1}}, LLMTokens: 3, UITokens: 9,
		},
	})
	must(t, err)
	extra := json.RawMessage(`{"` + canary + `":"` + canary + `"}`)
	foreign := Reasoning{Provider: canary, Model: canary, Text: canary, Signature: canary}
	encrypted := Reasoning{Provider: "openai", ID: "rs_1", Text: canary, Encrypted: "ZW5j"}
	items := []Item{
		{Kind: KindUser, Text: "go", Error: canary},
		{Kind: KindReasoning, Response: canary, Thought: &foreign},
		{Kind: KindReasoning, Response: canary, Thought: &encrypted},
		{Kind: KindText, Response: canary, Text: "I look", Error: canary},
		{Kind: KindCall, Response: canary, Text: canary, Call: callOf("c1", "read")},
		{Kind: KindResult, Text: canary, Result: resultFor("c1", r.WithCallID(canary))},
		{Kind: KindMarker, Text: "[turn-aborted] x", Error: canary},
		{Kind: KindEnd, Text: canary, Stop: StopReason(canary), Error: canary},
		{Kind: canary, Text: canary},
	}
	for i := range items {
		items[i].ID, items[i].Extra = fmt.Sprint(canary, i), extra
	}
	for name, v := range map[string]View{
		"plain":  NewView(items, nil),
		"masked": NewView(append(items[:len(items):len(items)], more(t, 9)...), &ViewOptions{Mask: &Mask{Results: 2}}),
	} {
		for _, p := range formats {
			b := request(t, p, v)
			if bytes.Contains(b, []byte(canary)) {
				t.Errorf("%s, %s: the canary got out: %s", name, p, b)
			}
			if name == "plain" && !bytes.Contains(b, []byte("for the model")) {
				t.Errorf("%s, %s: the model's text isn't there: %s", name, p, b)
			}
		}
	}
}

// more are n further calls with results.
func more(t *testing.T, n int) []Item {
	var out []Item
	for i := range n {
		id := "more" + string(rune('a'+i))
		text := strings.Repeat("text of "+id+" ", 20)
		out = append(out,
			Item{Kind: KindCall, ID: id, Response: id, Call: callOf(id, "read")},
			Item{Kind: KindResult, ID: id, Result: resultFor(id, result.Simple("read", text, 60))})
	}
	return out
}

// TestMarkerRole pins that a marker reaches all three models as the user's, and that the same words of the system's
// kind, which some agents use for it, reach none.
func TestMarkerRole(t *testing.T) {
	marker := TurnAborted{Stop: StopAborted, Completed: []string{"exec"}}.Marker()
	for _, tt := range []struct {
		kind Kind
		want int
	}{{KindMarker, 1}, {"system", 0}} {
		v := NewView([]Item{
			{Kind: KindUser, ID: "1", Text: "go"},
			{Kind: KindCall, ID: "2", Response: "r1", Call: callOf("c1", "exec")},
			{Kind: KindResult, ID: "3", Result: resultFor("c1", result.Simple("exec", "x", 1))},
			{Kind: tt.kind, ID: "4", Text: marker},
			{Kind: KindUser, ID: "5", Text: "go on"},
		}, nil)
		for _, p := range formats {
			b := request(t, p, v)
			if n := bytes.Count(b, []byte("[turn-aborted]")); n != tt.want {
				t.Errorf("%s: a marker of kind %s is there %d times, want %d: %s", p, tt.kind, n, tt.want, b)
			}
			var list []map[string]any
			must(t, json.Unmarshal(b, &list))
			for _, m := range list {
				one, err := wire.Encode(m)
				must(t, err)
				if bytes.Contains(one, []byte("[turn-aborted]")) && m["role"] != "user" {
					t.Errorf("%s: the marker's role is %v", p, m["role"])
				}
			}
		}
		if tt.kind != KindMarker {
			continue
		}
		m := wire.Anthropic(v.entries)[2]
		var types []string
		for _, b := range m.Content {
			types = append(types, b.Type)
		}
		if diff := cmp.Diff([]string{"tool_result", "text", "text"}, types); diff != "" || m.Content[1].Text != marker {
			t.Errorf("Anthropic's message after the calls mismatch (-want +got):\n%s", diff)
		}
	}
}

var entryKinds = map[Kind]wire.Kind{
	KindUser: wire.KindUser, KindMarker: wire.KindUser, KindEpoch: wire.KindUser, KindText: wire.KindText,
	KindReasoning: wire.KindReasoning, KindCall: wire.KindCall, KindResult: wire.KindOutput,
}

// TestEntriesOf checks that stripping keeps number and order, and doesn't touch what it strips.
func TestEntriesOf(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	items := record(t, path)
	before := asText(items)
	entries := entriesOf(items)
	if len(entries) != len(items) {
		t.Fatalf("%d entries of %d items", len(entries), len(items))
	}
	for i, e := range entries {
		if want := entryKinds[items[i].Kind]; e.Kind != want {
			t.Errorf("entry %d is of kind %d: want %d", i, e.Kind, want)
		}
		if e.Call != nil {
			e.Call.Name, e.Call.Arguments[0] = "x", 'x'
		}
		if e.Reasoning != nil {
			e.Reasoning.Text = "x"
		}
	}
	if diff := cmp.Diff(before, asText(items)); diff != "" {
		t.Errorf("entries share memory with the items (-before +after):\n%s", diff)
	}
	// A front end still reads all of it.
	if diff := cmp.Diff(load(t, path).Items, items); diff != "" {
		t.Errorf("items mismatch (-log +kept):\n%s", diff)
	}
}

// TestEntryFields pins the list of what a model may see.
func TestEntryFields(t *testing.T) {
	var got []string
	for _, typ := range []reflect.Type{
		reflect.TypeFor[wire.Entry](), reflect.TypeFor[wire.Call](), reflect.TypeFor[wire.Reasoning](),
		reflect.TypeFor[result.ModelMessage](),
	} {
		for i := range typ.NumField() {
			got = append(got, typ.Name()+"."+typ.Field(i).Name)
		}
	}
	want := strings.Fields(`Entry.Kind Entry.Response Entry.Text Entry.Reasoning Entry.Call Entry.Output
		Call.ID Call.Name Call.Arguments Call.ItemID
		Reasoning.Provider Reasoning.ID Reasoning.Text Reasoning.Signature Reasoning.Encrypted
		ModelMessage.CallID ModelMessage.IsError ModelMessage.Text ModelMessage.Blocks`)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("a field reaches the converters (-want +got); is it for the model?\n%s", diff)
	}
}

// TestViewOfOtherModel checks that thought of another model is left out, with the ids that hang on it.
func TestViewOfOtherModel(t *testing.T) {
	thought := Reasoning{Provider: "openai", Model: "a", ID: "rs_1", Encrypted: "ZW5j"}
	items := []Item{
		{Kind: KindUser, ID: "1", Text: "go"},
		{Kind: KindReasoning, ID: "2", Response: "r1", Thought: &thought},
		{Kind: KindCall, ID: "3", Response: "r1", Call: callOf("c1", "read")},
	}
	items[2].Call.ItemID = "fc_1"
	for _, tt := range []struct {
		model string
		want  []string
	}{
		{"", []string{"message ", "reasoning rs_1", "function_call fc_1", "function_call_output "}},
		{"a", []string{"message ", "reasoning rs_1", "function_call fc_1", "function_call_output "}},
		{"b", []string{"message ", "function_call ", "function_call_output "}},
	} {
		var got []string
		for _, it := range wire.Responses(NewView(items, &ViewOptions{Model: tt.model}).entries) {
			got = append(got, it.Type+" "+it.ID)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("for model %q mismatch (-want +got):\n%s", tt.model, diff)
		}
	}
}

// TestThinkingFits compares what a view says of itself with what the rules say of the request.
func TestThinkingFits(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want bool
	}{
		{"user", true},
		{"user thought:r1 call:c1:r1 result:c1=a", true},
		{"user call:c1:r1 result:c1=a", false},
		{"user unsigned:r1 call:c1:r1 result:c1=a marker user", false},
		{"user call:c1:r1 result:c1=a text:r2", true},
		{"user call:c1:r1 result:c1=a text:r2 user", true},
		{"user text:r0 thought:r1 call:c1:r1 result:c1=a", true}, // two responses in one message
	} {
		v := NewView(script(t, tt.in), nil)
		thinking := map[string]any{"type": "enabled", "budget_tokens": 1024}
		body, err := json.Marshal(map[string]any{"thinking": thinking, "messages": v.Anthropic(nil)})
		must(t, err)
		found, err := sessiontest.Validate(sessiontest.Anthropic, body)
		must(t, err)
		if got := v.ThinkingFits(); got != tt.want || got != (len(found) == 0) {
			t.Errorf("%s: ThinkingFits is %v, want %v; violations: %v", tt.in, got, tt.want, found)
		}
	}
}

func TestChatOptions(t *testing.T) {
	items := append([]Item{{Kind: KindUser, ID: "u", Text: "go"}}, more(t, 1)...)
	items = append(items, Item{Kind: KindUser, ID: "v", Text: "stop"})
	v := NewView(items, nil)
	var roles []string
	for _, m := range wire.Chat(v.entries, wire.ChatOptions{AssistantAfterTool: true, ToolName: true}) {
		roles = append(roles, m.Role+" "+m.Name)
	}
	if diff := cmp.Diff([]string{"user ", "assistant ", "tool read", "assistant ", "user "}, roles); diff != "" {
		t.Errorf("roles mismatch (-want +got):\n%s", diff)
	}
	b, err := json.Marshal(v.Chat(&ChatOptions{AssistantAfterTool: true, ToolName: true}))
	must(t, err)
	if found, err := sessiontest.Validate(sessiontest.Chat, b); err != nil || len(found) > 0 {
		t.Errorf("%v %v", found, err)
	}
}
