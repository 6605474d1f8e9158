package main

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNumstat(t *testing.T) {
	got, err := numstat("3\t1\ta.go\n-\t-\timage.png\n0\t0\ta => b\n\n12\t0\tname\twith tab\n")
	if want := (stat{15, 1, 4}); err != nil || got != want {
		t.Errorf("numstat = %+v, %v, want %+v", got, err, want)
	}
	for _, bad := range []string{"3\t1\n", "x\t1\ta\n", "commit 123\n"} {
		if _, err := numstat(bad); err == nil {
			t.Errorf("numstat(%q) gives no error", bad)
		}
	}
}

func TestReadTags(t *testing.T) {
	const out = `{"_type": "ptag", "name": "JSON_OUTPUT_VERSION", "path": "0.0"}
{"_type": "tag", "name": "Reader", "kind": "struct", "line": 3, "end": 5}
{"_type": "tag", "name": "Read", "kind": "func", "line": 7, "end": 9, "scopeKind": "struct"}
{"_type": "tag", "name": "__anon1a2b3c4d", "kind": "struct"}
{"_type": "tag", "name": "x", "kind": "var", "line": 4}
`
	got, err := readTags(out, goLang)
	want := tags{
		functions: []tag{{Type: "tag", Name: "Read", Kind: "func", Line: 7, End: 9, In: "struct", top: true}},
		types:     []tag{{Type: "tag", Name: "Reader", Kind: "struct", Line: 3, End: 5, top: true}},
		others:    []tag{{Type: "tag", Name: "x", Kind: "var", Line: 4}},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(tags{}, tag{})); err != nil || diff != "" {
		t.Errorf("readTags: %v, mismatch (-want +got):\n%s", err, diff)
	}
	if _, err := readTags("ctags: no such file\n", goLang); err == nil {
		t.Error("readTags of a message gives no error")
	}
}

// What ctags says of JavaScript besides functions and classes: objects, and places where a function is only used.
func TestObjectsOfJavaScript(t *testing.T) {
	const out = `{"_type": "tag", "name": "Cart", "pattern": "/^class Cart {$/", "line": 1, "kind": "class"}
{"_type": "tag", "name": "add", "pattern": "/^  add(x) {$/", "line": 2, "kind": "method", "scopeKind": "class"}
{"_type": "tag", "name": "schema", "pattern": "/^  schema: {$/", "line": 9, "kind": "class"}
{"_type": "tag", "name": "next", "pattern": "/^    _super.prototype.next.call(this);$/", "line": 10, "kind": "method"}
{"_type": "tag", "name": "exports", "pattern": "/^module.exports = function query() {$/", "line": 11, "kind": ` +
		`"function"}
{"_type": "tag", "name": "inner", "pattern": "/^  function inner() {$/", "line": 12, "kind": "function"}
`
	got, err := readTags(out, javaScript)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, g := range got.wanted() {
		names = append(names, fmt.Sprint(g.Name, " ", g.top))
	}
	if diff := cmp.Diff([]string{"add false", "inner false", "Cart true"}, names); diff != "" {
		t.Errorf("mismatch (-want +got):\n%s", diff)
	}
}

func TestOutlined(t *testing.T) {
	symbols, whole := outlined([]byte(`{"symbols":[{"name":"T.Close","kind":"method","first_line":3,"line":4,` +
		`"last_line":9},{"name":"x","kind":"var","first_line":12,"last_line":12}],"truncated":false}`))
	want := []symbol{{"T.Close", "method", 3, 4, 9}, {"x", "var", 12, 12, 12}}
	if diff := cmp.Diff(want, symbols); diff != "" || !whole {
		t.Errorf("outlined: whole %t, mismatch (-want +got):\n%s", whole, diff)
	}
	if _, whole := outlined([]byte(`{"symbols":[],"truncated":true}`)); whole {
		t.Error("a list that was cut passes for whole")
	}
	for _, test := range []struct {
		s    symbol
		g    tag
		want bool
	}{
		{symbol{"T.Close", "method", 3, 4, 9}, tag{Name: "Close", Line: 4}, true},
		{symbol{"a::close", "method", 3, 4, 9}, tag{Name: "close", Line: 3}, true},
		{symbol{"T.Close", "method", 3, 4, 9}, tag{Name: "Close", Line: 5}, false},
		{symbol{"T.Close", "method", 3, 4, 9}, tag{Name: "Open", Line: 4}, false},
		{symbol{"node_t", "struct", 1, 1, 6}, tag{Name: "node_t", Kind: "typedef", Line: 6}, true},
		{symbol{"formatter<T>", "struct", 1, 1, 6}, tag{Name: "formatter", Kind: "struct", Line: 1}, true},
	} {
		if got := test.s.is(test.g); got != test.want {
			t.Errorf("%+v is %+v: %t, want %t", test.s, test.g, got, test.want)
		}
	}
}

func TestShowsLines(t *testing.T) {
	g := tag{Name: "Close", Line: 4, End: 9}
	for text, want := range map[string]bool{
		"4-9→func (t *T) Close() error {\n":       true,
		"3-9→func (t *T) Close() error {\n":       false,
		"4-8→func (t *T) Close() error {\n":       false,
		"4→func (t *T) Close() error {\n":         false,
		"func (t *T) Close() error { // 4-9\n":    false,
		"Open 1-3, T.Close 4-9, x 12\n":           true,
		"Open 1-3, T.Close 4-8 4-9, x 12\n":       true,
		"Open 4-9, T.Close 10-12\n":               false,
		"4-9→func (t *T) Open() error {\nClose\n": false,
	} {
		if got := showsLines(text, g); got != want {
			t.Errorf("showsLines(%q) = %t, want %t", text, got, want)
		}
	}
	if !showsLines("12→type t int\n", tag{Name: "t", Line: 12, End: 12}) ||
		!showsLines("12-40→fn t() {\n", tag{Name: "t", Line: 12}) {
		t.Error("a line of its own, or a range whose end ctags doesn't know, doesn't tell")
	}
}

func TestNullCounts(t *testing.T) {
	got, err := nullCounts([]byte("a:1.go\x003\nb.go\x000\nc d\x0012\n"))
	if diff := cmp.Diff(map[string]int64{"a:1.go": 3, "c d": 12}, got); err != nil || diff != "" {
		t.Errorf("nullCounts: %v, mismatch (-want +got):\n%s", err, diff)
	}
	if _, err := nullCounts([]byte("a.go:3\n")); err == nil {
		t.Error("nullCounts of a line without NUL gives no error")
	}
}

func TestPickedWords(t *testing.T) {
	var got []string
	words("if x1 := long_name(a.b); LongName != 0x1234 { return 9lives }", func(w string) { got = append(got, w) })
	if diff := cmp.Diff([]string{"long_name", "LongName", "x1234", "return", "lives"}, got); diff != "" {
		t.Errorf("words mismatch (-want +got):\n%s", diff)
	}
	list := []string{"0", "1", "2", "3", "4", "5", "6", "7", "8"}
	if diff := cmp.Diff([]string{"0", "1", "3", "7"}, steps(list, 10)); diff != "" {
		t.Errorf("steps mismatch (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"0", "3", "6"}, sample(list, 3)); diff != "" {
		t.Errorf("sample mismatch (-want +got):\n%s", diff)
	}
}
