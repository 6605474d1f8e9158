package sdktest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/google/go-cmp/cmp"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/responses"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/toktee/toktee/agent/session"
	"github.com/toktee/toktee/result"
)

// png is the smallest picture: one pixel.
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

// conversation has everything that a view can hold: reasoning of each provider, texts, calls that run at once, results
// that are texts, images, errors and missing, a marker, an epoch, and responses that follow each other.
func conversation(t *testing.T) []session.Item {
	t.Helper()
	var items []session.Item
	add := func(it session.Item) {
		it.ID, it.Turn, it.Time = fmt.Sprint(len(items)+1), 1, time.Unix(0, 0).UTC()
		items = append(items, it)
	}
	thought := func(response string, r session.Reasoning) {
		add(session.Item{Kind: session.KindReasoning, Response: response, Thought: &r})
	}
	text := func(response, s string) { add(session.Item{Kind: session.KindText, Response: response, Text: s}) }
	call := func(response, id, name, args string) {
		add(session.Item{Kind: session.KindCall, Response: response, Call: &session.Call{
			ID: id, Name: name, Arguments: json.RawMessage(args), ItemID: "fc_" + id,
		}})
	}
	res := func(id string, p result.Parts) {
		p.Tool = "read"
		r, err := result.New(p)
		if err != nil {
			t.Fatal(err)
		}
		add(session.Item{Kind: session.KindResult, Result: &session.Result{CallID: id, Tool: r}})
	}
	image := result.Block{MediaType: "image/png", Data: png}

	add(session.Item{Kind: session.KindEpoch, Text: "what was before"})
	add(session.Item{Kind: session.KindUser, Text: "please <read> & \"look\"\u2028"})
	thought("r1", session.Reasoning{Provider: "anthropic", Text: "hm", Signature: "c2ln"})
	thought("r1", session.Reasoning{Provider: "anthropic", Signature: "c2ln"})
	thought("r1", session.Reasoning{Provider: "anthropic", Encrypted: "ZW5j"})
	text("r1", "I look")
	call("r1", "call_1", "read", `{"path":"a.go","n":9007199254740993,"nested":{"z":1,"a":[true,null]}}`)
	call("r1", "call_2", "shot", `{}`)
	call("r1", "call_3", "exec", `{"command":"false"}`)
	call("r1", "call_4", "exec", `{"command":"sleep 100"}`)
	res("call_2", result.Parts{Blocks: []result.Block{{Text: "a picture"}, image}})
	res("call_1", result.Parts{LLM: "package a"})
	res("call_3", result.Parts{Blocks: []result.Block{image}, Status: result.Status{Known: true, Code: 1}})
	aborted := session.TurnAborted{Stop: session.StopAborted, Completed: []string{"read"}}
	add(session.Item{Kind: session.KindMarker, Text: aborted.Marker()})
	add(session.Item{Kind: session.KindUser, Text: "go on"})
	thought("r2", session.Reasoning{Provider: "openai", ID: "rs_1", Encrypted: "ZW5j", Text: "hm"})
	text("r2", "half of it")
	thought("r3", session.Reasoning{Provider: "openai", ID: "rs_2", Encrypted: "ZW5j"})
	call("r3", "call_5", "read", `{}`)
	res("call_5", result.Parts{})
	text("r4", "done")
	return items
}

// trip decodes a message into a type of a provider's library and encodes it again. Nothing may change.
func trip[T any](t *testing.T, name string, made any) {
	t.Helper()
	src, err := json.Marshal(made)
	if err != nil {
		t.Fatal(err)
	}
	var param T
	if err := json.Unmarshal(src, &param); err != nil {
		t.Fatalf("%s: %v\nin %s", name, err, src)
	}
	back, err := json.Marshal(param)
	if err != nil {
		t.Fatalf("%s: %v\nof %s", name, err, src)
	}
	if diff := cmp.Diff(value(t, src), value(t, back)); diff != "" {
		t.Errorf("%s: the library changes it (-made +library):\n%s\nof %s", name, diff, src)
	}
}

// value returns JSON as Go values, for comparing.
func value(t *testing.T, src []byte) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(src, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestSDKTypes(t *testing.T) {
	v := session.NewView(conversation(t), nil)
	for i, m := range v.Anthropic(nil) {
		trip[anthropic.MessageParam](t, fmt.Sprintf("anthropic %d", i), m)
	}
	for i, m := range v.Chat(nil) {
		trip[openai.ChatCompletionMessageParamUnion](t, fmt.Sprintf("chat %d", i), m)
	}
	for i, m := range v.Responses() {
		trip[responses.ResponseInputItemUnionParam](t, fmt.Sprintf("responses %d", i), m)
	}
}

// TestSDKTypesOfViews does the same with the goldens of the views.
func TestSDKTypesOfViews(t *testing.T) {
	files, err := filepath.Glob("../session/testdata/views/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d goldens, %v", len(files), err)
	}
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range ar.Files[1:] {
			for i, line := range bytes.Split(bytes.TrimSpace(f.Data), []byte("\n")) {
				name, m := fmt.Sprintf("%s %s %d", file, f.Name, i), json.RawMessage(line)
				switch f.Name {
				case "anthropic.jsonl":
					trip[anthropic.MessageParam](t, name, m)
				case "chat.jsonl":
					trip[openai.ChatCompletionMessageParamUnion](t, name, m)
				case "responses.jsonl":
					trip[responses.ResponseInputItemUnionParam](t, name, m)
				default:
					t.Errorf("%s: unknown part %s", file, f.Name)
				}
			}
		}
	}
}

// TestSDKRejects checks that the comparison finds a field which the libraries don't know.
func TestSDKRejects(t *testing.T) {
	src := []byte(`{"role":"tool","tool_call_id":"c","content":"x","details":{"secret":1}}`)
	var param openai.ChatCompletionMessageParamUnion
	if err := json.Unmarshal(src, &param); err != nil {
		return
	}
	back, err := json.Marshal(param)
	if err != nil {
		return
	}
	if cmp.Equal(value(t, src), value(t, back)) {
		t.Error("a library's type keeps fields that it doesn't know, so the comparison can't fail")
	}
}
