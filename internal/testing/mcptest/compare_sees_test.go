package mcptest

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// notes is a reporter that counts.
type notes int

func (n *notes) Helper() {}

func (n *notes) Errorf(string, ...any) { *n++ }

func parsed(t *testing.T, line string) message {
	t.Helper()
	m, err := parse([]byte(line))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestCompareSees holds that a comparison sees what a proxy may not do.
func TestCompareSees(t *testing.T) {
	const (
		request = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"rows","_meta":{"progressToken":7}}}`
		step    = `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":7,"progress":1.0}}`
		answer  = `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"a"},{"type":"x","n":1.50}],` +
			`"b":1,"a":2,"structuredContent":{"s":"a"}}}`
	)
	line := func(old, with string) string { return strings.Replace(answer, old, with, 1) }
	for _, test := range []struct {
		name string
		down []string
		ok   bool
	}{
		{"nothing changed", []string{step, answer}, true},
		{"a text", []string{step, line(`"a"}`, `"b"}`)}, true},
		{"our meta", []string{step, line(`"b":1`, `"_meta":{"dev.toktee/output":{}},"b":1`)}, true},
		{"digits", []string{step, line(`1.50`, `1.5`)}, false},
		{"order", []string{step, line(`"b":1,"a":2`, `"a":2,"b":1`)}, false},
		{"a member", []string{step, line(`,"a":2`, ``)}, false},
		{"another's meta", []string{step, line(`"b":1`, `"_meta":{"x":{}},"b":1`)}, false},
		{"an id", []string{step, line(`"id":1`, `"id":"1"`)}, false},
		{"late progress", []string{answer, step}, false},
		{"lost progress", []string{answer}, false},
		{"progress changed", []string{strings.Replace(step, "1.0", "1", 1), answer}, false},
		{"structured content", []string{step, line(`,"structuredContent":{"s":"a"}`, ``)}, true},
		{"lost", []string{step}, false},
		{"twice", []string{step, answer, answer}, false},
		{"a block less", []string{step, line(`{"type":"text","text":"a"},`, ``)}, false},
	} {
		server := recording{[]message{parsed(t, request)}, []message{parsed(t, step), parsed(t, answer)}}
		client := recording{up: server.up}
		for _, l := range test.down {
			client.down = append(client.down, parsed(t, l))
		}
		var seen notes
		if compare(&seen, server, client); (seen > 0) == test.ok {
			t.Errorf("%s: saw %d differences", test.name, seen)
		}
	}
	if kind := parsed(t, answer).kind; kind != jsontext.Kind('{') || parsed(t, answer).String() != answer {
		t.Errorf("not read as it stands: %v %s", kind, parsed(t, answer))
	}
}

// TestSaidInText holds that what only structured content says isn't missed.
func TestSaidInText(t *testing.T) {
	for structured, missed := range map[string]notes{
		`{"id":12345678901234567890,"s":"a\"b"}`: 0,
		`{"list":[1.50,true,null]}`:              0,
		`{"id":12345678901234567891}`:            1,
		`{"list":[1.5,1.51]}`:                    1,
		`{"s":"a\"c"}`:                           1,
	} {
		var seen notes
		saidInText(&seen, parsed(t, `{"structuredContent":`+structured+
			`,"content":[{"type":"text","text":"12345678901234567890 a\"b [1.50, true, null]"}]}`).tree)
		if seen != missed {
			t.Errorf("%s: missed %d values, want %d", structured, seen, missed)
		}
	}
}
