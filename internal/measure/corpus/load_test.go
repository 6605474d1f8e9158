package corpus

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// folder writes files into a fresh folder.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestLoad(t *testing.T) {
	dir := folder(t, map[string]string{
		"cases.jsonl": `{"id":"a","family":"ci","tool":"exec","command":"make","exit_code":2,"raw":"raw/a",` +
			`"facts":[["x","y"]],"oracle":{"failed":3}}` + "\n\n" +
			`{"id":"b","tool":"exec","exit_code":null,"raw":"raw/b"}`,
		"raw/a": "x\n\xff",
		"raw/b": "",
		"sessions-one.jsonl": `{"id":"c","tool":"Grep","pattern":"p","intent":"why","exit_code":0,` +
			`"raw":"a.go:1:p\n","evidence":["a.go"],"is_error":false}` + "\n",
		"sessions-two.jsonl": `{"id":"d","tool":"Read","path":"f","offset":3,"limit":2,"args":{"k":1},` +
			`"session":"s","raw":"t","stderr":"e"}`,
		"sessions-other.json": `not ours`,
	})
	got, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	two, zero := 2, 0
	want := []Case{
		{ID: "a", Family: "ci", Tool: "exec", Command: "make", ExitCode: &two, Stdout: []byte("x\n\xff"),
			Stderr: []byte{},
			Facts:  [][]string{{"x", "y"}}, Counts: map[string]int64{"failed": 3}},
		{ID: "b", Family: "cases", Tool: "exec", Stdout: []byte{}, Stderr: []byte{}},
		{ID: "c", Family: "sessions-one", Agent: "one", Tool: "Grep", Pattern: "p", Intent: "why", ExitCode: &zero,
			Stdout: []byte("a.go:1:p\n"),
			Stderr: []byte{}, Facts: [][]string{{"a.go"}}},
		{ID: "d", Family: "sessions-two", Agent: "two", Tool: "Read", Path: "f", Offset: 3, Limit: 2,
			Args: []byte(`{"k":1}`), Session: "s",
			Stdout: []byte("t"), Stderr: []byte("e")},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Load mismatch (-want +got):\n%s", diff)
	}
	if raw := string(got[3].Raw()); raw != "te" {
		t.Errorf("Raw() = %q, want stdout and then stderr", raw)
	}
}

func TestLoadErrors(t *testing.T) {
	for _, test := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"nothing there", map[string]string{"readme": ""}, "has neither cases.jsonl nor"},
		{"bad JSON", map[string]string{"sessions-a.jsonl": "{}x"}, "sessions-a.jsonl:1"},
		{"no id", map[string]string{"sessions-a.jsonl": `{"raw":""}`}, "no id"},
		{"same id", map[string]string{"sessions-a.jsonl": `{"id":"a"}`, "sessions-b.jsonl": `{"id":"a"}`},
			"stands already in sessions-a.jsonl:1"},
		{"raw file missing", map[string]string{"cases.jsonl": `{"id":"a","raw":"raw/a"}`}, "raw/a"},
		{"raw file outside", map[string]string{"cases.jsonl": `{"id":"a","raw":"../a"}`}, "escapes"},
		{"count that is none", map[string]string{"sessions-a.jsonl": `{"id":"a","oracle":{"failed":1.5}}`},
			`oracle "failed"`},
		{"empty spelling", map[string]string{"sessions-a.jsonl": `{"id":"a","evidence":[""]}`}, "always kept"},
		{"fact without spelling", map[string]string{"sessions-a.jsonl": `{"id":"a","facts":[[]]}`}, "always kept"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := Load(folder(t, test.files))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("Load: %v, want an error with %q", err, test.want)
			}
		})
	}
}

func TestPick(t *testing.T) {
	cases := []Case{{ID: "ci/1", Family: "ci"}, {ID: "lint/1", Family: "lint"}, {ID: "ci/12", Family: "ci"}}
	if diff := cmp.Diff([]string{"ci", "lint"}, families(cases)); diff != "" {
		t.Errorf("families mismatch (-want +got):\n%s", diff)
	}
	got, err := OfFamilies(cases, []string{"ci"})
	if err != nil || len(got) != 2 {
		t.Errorf("OfFamilies(ci) = %v, %v, want two cases", got, err)
	}
	if got, err := OfFamilies(cases, nil); err != nil || len(got) != 3 {
		t.Errorf("OfFamilies() = %v, %v, want all cases", got, err)
	}
	if _, err := OfFamilies(cases, []string{"logs"}); err == nil || !strings.Contains(err.Error(), "ci, lint") {
		t.Errorf("OfFamilies(logs): %v, want an error that lists the families", err)
	}
	for _, test := range []struct{ id, want, err string }{
		{"ci/1", "ci/1", ""}, {"i/12", "ci/12", ""}, {"lint", "lint/1", ""}, {"1", "", "stands for 3 cases"},
		{"zz", "", "no case"},
	} {
		c, err := Find(cases, test.id)
		switch {
		case test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)):
			t.Errorf("Find(%s): %v, want an error with %q", test.id, err, test.err)
		case test.err == "" && (err != nil || c.ID != test.want):
			t.Errorf("Find(%s) = %v, %v, want %s", test.id, c, err, test.want)
		}
	}
}
