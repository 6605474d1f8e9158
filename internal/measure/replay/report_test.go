package replay

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// fixtures are all transcripts of package transcript's tests.
const fixtures = "../transcript/testdata"

// TestSame has the same bytes for any number of jobs, and from run to run.
func TestSame(t *testing.T) {
	one, _ := replayed(t, Options{Jobs: 1, Calls: true, Seed: 3}, fixtures).JSON()
	two, _ := replayed(t, Options{Jobs: 4, Calls: true, Seed: 3}, fixtures).JSON()
	if diff := cmp.Diff(string(one), string(two)); diff != "" {
		t.Errorf("jobs change the report:\n%s", diff)
	}
}

// TestRedact wants none of the words of the sessions in a report for sharing, and all of its numbers.
func TestRedact(t *testing.T) {
	p := new(tape).user("zebra").says("zebra")
	p.call("", "call_zebra_1234567890", "cat zebra/secret_zebra.go; zebracmd").result("call_zebra_1234567890",
		"zebra_one.go zebra_two.go")
	p.call("", "b", "cat zebra_two.go").result("b", "x")
	p.line(map[string]any{"type": "zebra kind: /home/zebra", "version": "/zebra/1", "sessionId": "zebra-session"})
	p.line(map[string]any{"sessionId": "zebra-session", "type": "assistant",
		"message": map[string]any{"id": "q", "model": "zebra/model/of/mine", "content": []any{
			map[string]any{
				"type": "tool_use", "id": "c", "name": "mcp__zebra__list", "input": map[string]any{"zebra": "zebra"},
			}}}})
	p.line(map[string]any{
		"sessionId": "zebra-session", "type": "user",
		"message": map[string]any{
			"content": []any{map[string]any{"type": "tool_result", "tool_use_id": "c", "content": "z"}},
		},
	})
	p.sb.WriteString("zebra, not JSON\n")
	path := p.file(t, "zebra.jsonl")
	plain := replayed(t, Options{Calls: true}, path)
	r := replayed(t, Options{Calls: true}, path)
	r.Redact()
	js, _ := r.JSON()
	for _, secret := range []string{"zebra", plain.Calls[0].Sum, "TempDir", t.Name()} {
		if i := strings.Index(strings.ToLower(string(js)), strings.ToLower(secret)); i >= 0 {
			t.Errorf("%q stands in the report: %.80q", secret, js[max(0, i-30):])
		}
	}
	if plain.Total.Levels[0].Lost == 0 || !cmp.Equal(plain.Total, r.Total) || len(r.Calls) != len(plain.Calls) ||
		r.Calls[0].Then != plain.Calls[0].Then {
		t.Errorf("redaction changes the numbers: %+v, %+v", plain.Total, r.Total)
	}
	if r.Calls[0].Evidence[0] != r.Calls[0].Levels[0].Lost[0] &&
		r.Calls[0].Evidence[0] != r.Calls[0].Levels[1].Lost[0] {
		t.Error("one string has two names")
	}
	if r.Tools[0].Name != "Bash" && r.Tools[1].Name != "Bash" {
		t.Errorf("an agent's own tool has another name: %+v", r.Tools)
	}
}
