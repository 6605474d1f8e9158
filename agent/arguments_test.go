package agent

import (
	"encoding/json"
	"testing"
)

func TestCheckArguments(t *testing.T) {
	for _, c := range []struct{ name, schema, args, want string }{
		{"no schema", ``, `{"x":1}`, ""},
		{"a schema of another form", `true`, `{"x":1}`, ""},
		{"others allowed", `{"properties":{"x":{"type":"string"}}}`, `{"y":1}`, ""},
		{"a string", `{"properties":{"x":{"type":"string"}}}`, `{"x":"1"}`, ""},
		{"an integer", `{"properties":{"x":{"type":"integer"}}}`, `{"x":12345678901234567890}`, ""},
		{"a whole number with a point", `{"properties":{"x":{"type":"integer"}}}`, `{"x":1.0}`, ""},
		{"a fraction", `{"properties":{"x":{"type":"integer"}}}`, `{"x":1.5}`, `argument "x" is 1.5: want integer`},
		{"a number", `{"properties":{"x":{"type":"number"}}}`, `{"x":-1e5}`, ""},
		{"no number", `{"properties":{"x":{"type":"number"}}}`, `{"x":"1"}`, `argument "x" is "1": want number`},
		{"a flag", `{"properties":{"x":{"type":"boolean"}}}`, `{"x":false}`, ""},
		{"no flag", `{"properties":{"x":{"type":"boolean"}}}`, `{"x":"true"}`, `argument "x" is "true": want boolean`},
		{"a list", `{"properties":{"x":{"type":"array"}}}`, `{"x": [1]}`, ""},
		{"an object", `{"properties":{"x":{"type":"object"}}}`, `{"x": {}}`, ""},
		{"no object", `{"properties":{"x":{"type":"object"}}}`, `{"x":[]}`, `argument "x" is []: want object`},
		{"one of two types", `{"properties":{"x":{"type":["string","null"]}}}`, `{"x":null}`, ""},
		{
			"none of two types", `{"properties":{"x":{"type":["string","null"]}}}`, `{"x":1}`,
			`argument "x" is 1: want string or null`,
		},
		{"a type that isn't known", `{"properties":{"x":{"type":"date"}}}`, `{"x":1}`, ""},
		{"one of a list", `{"properties":{"x":{"enum":[1,"a"]}}}`, `{"x":"a"}`, ""},
		{
			"none of a list", `{"properties":{"x":{"enum":[1,"a"]}}}`, `{"x":"b"}`,
			`argument "x" is "b": want one of [1,"a"]`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := checkArguments(json.RawMessage(c.schema), json.RawMessage(c.args)); got != c.want {
				t.Errorf("checkArguments(%s, %s) = %q, want %q", c.schema, c.args, got, c.want)
			}
		})
	}
}
