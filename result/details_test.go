package result

import (
	"encoding/json"
	"strings"
	"testing"
)

func detailsJSON(t *testing.T, d Details) string {
	t.Helper()
	b, err := d.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestNewDetails(t *testing.T) {
	tests := []struct {
		name string
		typ  string
		v    any
		want string
	}{
		{"empty object", "t", struct{}{}, `{"type":"t"}`},
		{"struct", "t", struct {
			B int    `json:"b"`
			A string `json:"a"`
		}{1, "<x> & y"}, `{"type":"t","b":1,"a":"<x> & y"}`},
		{"raw object", "t", json.RawMessage(`{ "z": 9007199254740993, "a": 1.50e+3 }`),
			`{"type":"t","z":9007199254740993,"a":1.50e+3}`},
		{"raw with escapes", "t", json.RawMessage(`{"a":"\u003cb\u003E\u0026 \\u003c \u2028 ` + "\u2029" + `"}`),
			`{"type":"t","a":"<b>& \\u003c \u2028 \u2029"}`},
		{"raw not UTF-8", "t", json.RawMessage("{\"a\":\"\xff\"}"), "{\"type\":\"t\",\"a\":\"\uFFFD\"}"},
		{"type within", "t", json.RawMessage(`{"a":{"type":"u"}}`), `{"type":"t","a":{"type":"u"}}`},
		{"type to quote", `a"<b`, struct{}{}, `{"type":"a\"<b"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, err := NewDetails(tt.typ, tt.v)
			if err != nil {
				t.Fatal(err)
			}
			if got := detailsJSON(t, d); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			if d.Type() != tt.typ {
				t.Errorf("type %q, want %q", d.Type(), tt.typ)
			}
			for name, marshal := range map[string]func(any) ([]byte, error){
				"plain":    func(v any) ([]byte, error) { return appendJSON(nil, v) },
				"escaping": json.Marshal,
				"indented": func(v any) ([]byte, error) { return json.MarshalIndent(v, "", "  ") },
			} {
				b, err := marshal(d)
				if err != nil {
					t.Fatal(err)
				}
				var back Details
				if err := json.Unmarshal(b, &back); err != nil {
					t.Fatal(err)
				}
				if back != d {
					t.Errorf("%s round trip: got %+v, want %+v", name, back, d)
				}
			}
		})
	}
}

func TestNewDetailsRefuses(t *testing.T) {
	tests := []struct {
		name string
		typ  string
		v    any
		want string
	}{
		{"no type", "", struct{}{}, "type is empty"},
		{"list", "t", []int{1}, "[]int"},
		{"nil map", "t", map[string]int(nil), "map[string]int"},
		{"nil", "t", nil, "not an object"},
		{"not JSON", "t", json.RawMessage(`{"a"`), "making t details"},
		{"channel", "t", make(chan int), "chan int"},
		{"own type", "t", map[string]string{"type": "u"}, `type of its own, "u"`},
		{"own type in capitals", "t", struct{ Type string }{"u"}, `type of its own, "u"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, err := NewDetails(tt.typ, tt.v)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("NewDetails = %+v, error %v, want one that names %q", d, err, tt.want)
			}
		})
	}
}

func TestDetailsDecode(t *testing.T) {
	d, err := NewDetails("tests", map[string]any{"failed": 2})
	if err != nil {
		t.Fatal(err)
	}
	var v struct {
		Type   string `json:"type"`
		Failed int    `json:"failed"`
	}
	if err := d.Decode(&v); err != nil || v.Failed != 2 || v.Type != "tests" {
		t.Errorf("Decode gave %+v, %v", v, err)
	}
	var wrong struct {
		Failed string `json:"failed"`
	}
	if err := d.Decode(&wrong); err == nil || !strings.Contains(err.Error(), "tests") {
		t.Errorf("Decode into the wrong type: error %v", err)
	}
	if err := (Details{}).Decode(&v); err == nil {
		t.Error("Decode of no details gave no error")
	}
	if got := detailsJSON(t, Details{}); got != "null" {
		t.Errorf("no details have the JSON %s", got)
	}
}

func TestDetailsUnmarshalRefuses(t *testing.T) {
	for _, src := range []string{`[]`, `"x"`, `{}`, `{"type":""}`, `{"type":1}`, `{"type":null}`, ``, `{"type":"a"`} {
		var d Details
		if err := d.UnmarshalJSON([]byte(src)); err == nil {
			t.Errorf("UnmarshalJSON(%q) took it", src)
		}
	}
	d := Details{typ: "a", raw: `{"type":"a"}`}
	if err := json.Unmarshal([]byte("null"), &d); err != nil || d != (Details{}) {
		t.Errorf("null gave %v, %v", d, err)
	}
}
