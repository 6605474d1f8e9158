package result

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const canary = "CANARY-7f3a"

// caged has the canary in every field that a model must not see.
func caged(t *testing.T, callID string, p Parts) ToolResult {
	t.Helper()
	d, err := NewDetails(canary, map[string]string{canary: canary})
	if err != nil {
		t.Fatal(err)
	}
	p.ID, p.CallID, p.Tool, p.UI, p.Details = canary, callID, canary, []byte(canary), d
	p.Err = &ToolError{KindExit, canary}
	p.Status = Status{Signal: canary}
	p.Metadata = Metadata{
		Files: []string{canary}, Data: map[string]int64{canary: 1}, Strategy: canary, Level: canary, Encoding: canary,
		Omissions: []Omission{{Kind: canary, Count: 1}}, Warnings: []string{canary},
	}
	return mustNew(t, p)
}

func TestForModelCanary(t *testing.T) {
	in := []ToolResult{
		caged(t, "c1", Parts{LLM: "one"}),
		caged(t, "c2", Parts{Blocks: []Block{TextBlock("two <b>"), Base64Block("image/png", png)}}),
		Simple("x", "three", 1),
		caged(t, "c1", Parts{LLM: ""}),
		mustNew(t, Parts{CallID: "c5", LLM: "red, but no error", Failed: true}),
	}
	before := append([]ToolResult(nil), in...)
	out := ForModel(in)
	if diff := cmp.Diff(before, in); diff != "" {
		t.Errorf("the results changed (-before +after):\n%s", diff)
	}
	got, err := json.Marshal(out)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(got), canary) || strings.Contains(string(mustJSON(t, struct{ M []ModelMessage }{out})), canary) {
		t.Errorf("the model sees what it must not: %s", got)
	}
	for _, m := range out {
		for name, v := range map[string]string{"call id": m.CallID, "text": m.Text} {
			if strings.Contains(v, canary) {
				t.Errorf("the model's %s holds the canary: %q", name, v)
			}
		}
	}
	const want = `[{"call_id":"c1","is_error":true,"content":"one"},` +
		`{"call_id":"c2","is_error":true,"content":[{"type":"text","text":"two \u003cb\u003e"},{"type":"image","media_type":"image/png","data":"` + png + `"}]},` +
		`{"call_id":"","is_error":false,"content":"three"},` +
		`{"call_id":"c1","is_error":true,"content":""},` +
		`{"call_id":"c5","is_error":false,"content":"red, but no error"}]`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("mismatch (-want +got):\n%s", diff)
	}
	var back []ModelMessage
	if err := json.Unmarshal(got, &back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(out, back); diff != "" {
		t.Errorf("round trip mismatch (-want +got):\n%s", diff)
	}
	// The canary is worth something only if the record does hold it, and stays readable.
	reloaded := load(t, record1(t, in[0]))
	var d map[string]string
	if err := reloaded.Details().Decode(&d); err != nil || d[canary] != canary {
		t.Errorf("a person reads details %v, %v", d, err)
	}
	if ui, _ := reloaded.UIContent(); ui != canary {
		t.Errorf("a person reads %q", ui)
	}
}

func mustJSON(t *testing.T, v any) []byte {
	t.Helper()
	b, err := appendJSON(nil, v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A new field of ModelMessage or of its wire form is a decision about what models see: it has to be made here too.
func TestModelMessageFields(t *testing.T) {
	var got []string
	for _, typ := range []reflect.Type{reflect.TypeFor[ModelMessage](), reflect.TypeFor[modelWire]()} {
		for i := range typ.NumField() {
			got = append(got, typ.Field(i).Name)
		}
	}
	want := []string{"CallID", "IsError", "Text", "Blocks", "CallID", "IsError", "Content"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("fields mismatch (-want +got):\n%s", diff)
	}
}
