package result

import (
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
		caged(t, "c2", Parts{Blocks: []Block{textBlock("two <b>"), imageBlock("image/png", png)}}),
		Simple("x", "three", 1),
		caged(t, "c1", Parts{LLM: ""}),
		mustNew(t, Parts{CallID: "c5", LLM: "red, with exit status 0", Status: Status{Known: true}, Outcome: Fail}),
	}
	before := append([]ToolResult(nil), in...)
	var out []ModelMessage
	for _, r := range in {
		out = append(out, r.ForModel())
	}
	if diff := cmp.Diff(before, in); diff != "" {
		t.Errorf("the results changed (-before +after):\n%s", diff)
	}
	if got := string(mustJSON(t, out)); strings.Contains(got, canary) {
		t.Errorf("the model sees what it must not: %s", got)
	}
	for _, m := range out {
		for name, v := range map[string]string{"call id": m.CallID, "text": m.Text} {
			if strings.Contains(v, canary) {
				t.Errorf("the model's %s holds the canary: %q", name, v)
			}
		}
	}
	want := []ModelMessage{
		{CallID: "c1", IsError: true, Text: "one"},
		{CallID: "c2", IsError: true, Text: "two <b>",
			Blocks: []Block{textBlock("two <b>"), imageBlock("image/png", png)}},
		{Text: "three"},
		{CallID: "c1", IsError: true},
		{CallID: "c5", IsError: true, Text: "red, with exit status 0"},
	}
	if diff := cmp.Diff(want, out); diff != "" {
		t.Errorf("mismatch (-want +got):\n%s", diff)
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

// A new field of ModelMessage is a decision about what models see: it has to be made here too.
func TestModelMessageFields(t *testing.T) {
	var got []string
	typ := reflect.TypeFor[ModelMessage]()
	for i := range typ.NumField() {
		got = append(got, typ.Field(i).Name)
	}
	want := []string{"CallID", "IsError", "Text", "Blocks"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("fields mismatch (-want +got):\n%s", diff)
	}
}
