package main

import (
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
{"_type": "tag", "name": "Reader", "kind": "struct"}
{"_type": "tag", "name": "Read", "kind": "func"}
{"_type": "tag", "name": "__anon1", "kind": "struct"}
{"_type": "tag", "name": "x", "kind": "var"}
`
	got, err := readTags(out, goLang)
	want := tags{functions: []string{"Read"}, types: []string{"Reader"}}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(tags{})); err != nil || diff != "" {
		t.Errorf("readTags: %v, mismatch (-want +got):\n%s", err, diff)
	}
	if _, err := readTags("ctags: no such file\n", goLang); err == nil {
		t.Error("readTags of a message gives no error")
	}
}

func TestOutlined(t *testing.T) {
	names, whole := outlined([]byte(`{"type":"outline","symbols":[{"name":"(*T).Close","children":[{"name":"a::b"}]},{"name":"x"}],"truncated":false}`))
	if diff := cmp.Diff(map[string]bool{"Close": true, "b": true, "x": true}, names); diff != "" || !whole {
		t.Errorf("outlined: whole %t, mismatch (-want +got):\n%s", whole, diff)
	}
	if _, whole := outlined([]byte(`{"symbols":[],"truncated":true}`)); whole {
		t.Error("a list that was cut passes for whole")
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
