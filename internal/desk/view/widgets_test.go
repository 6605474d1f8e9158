package view

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/result"
)

// withDetails returns a result with details, which are JSON.
func withDetails(t testing.TB, details string) result.ToolResult {
	var d result.Details
	if err := json.Unmarshal([]byte(details), &d); err != nil {
		t.Skip("not details")
	}
	r, err := result.New(result.Parts{ID: "1", Tool: "x", Details: d})
	if err != nil {
		t.Skip("not details")
	}
	return r
}

// allDetails are details of each type, as strategies write them.
var allDetails = map[string]string{
	"tests": `{"type":"runs","runs":[{"tool":"go","outcome":"fail",
		"counts":{"passed":80,"failed":1,"packages_failed":1},
		"failures":[{"name":"TestX","package":"tt","file":"a_test.go","line":3,
		"message":"want 1\n got 2","lines":[161,162]}]}]}`,
	"diagnostics": `{"type":"runs","runs":[{"tool":"gcc","outcome":"fail",
		"counts":{"errors":1,"warnings":1},"partial":true,
		"failures":[{"file":"a.c","line":3,"column":4,"message":"bad \u202e\u001b[31m"},
		{"warning":true,"message":"unused"}]}]}`,
	"search": `{"type":"search","pattern":"f","path":".","total_matches":3,"total_files":2,
		"files":[{"file":"a.go","count":2},
		{"file":"b.go","count":1}],"symbols":[],"matches":[{"file":"a.go","line_number":7,"line_content":"\tf()",
		"context_before":["{"],"context_after":["}"]}],"truncated":true}`,
	"diff": `{"type":"diff","additions":1,"deletions":1,
		"files":[{"path":"a.go","status":"modified","additions":1,"deletions":1}],
		"diff":"--- a/a.go\n+++ b/a.go\n@@ -1 +1 @@\n-var old = 1\n+var new = 1\n","more_files":2}`,
	"unknown": `{"type":"weather","city":"Bern\u0007","degrees":[1,2],"sun":{"a":1}}`,
}

func TestWidgets(t *testing.T) {
	exists := func(path string) bool { return path == "/w/a.go" || path == "/w/a_test.go" }
	link := func(path string, line int) *Link { return &Link{Path: path, Line: line} }
	want := map[string][]Widget{
		"tests": {{
			Kind: "tests", Heading: "go: 1 failed, 1 failed package, 80 passed",
			Counts: []Count{{"failed", 1}, {"failed package", 1}, {"passed", 80}},
			Findings: []Finding{{
				Severity: Error, Name: "TestX", Package: "tt", Message: "want 1 got 2", Place: Place{
					File: "a_test.go", Line: 3, Link: link("/w/a_test.go", 3), First: 161, Last: 162,
				},
			}},
		}},
		"diagnostics": {{
			Kind: "diagnostics", Heading: "gcc: 1 error, 1 warning", Partial: true,
			Counts: []Count{{"error", 1}, {"warning", 1}},
			Findings: []Finding{
				{Severity: Error, Message: "bad ⟨U+202E⟩", Place: Place{File: "a.c", Line: 3, Col: 4}},
				{Severity: Warning, Message: "unused"},
			},
		}},
		"search": {{
			Kind: "matches", Heading: "3 matches in 2 files", More: true,
			Files: []File{
				{Path: "a.go", Count: 2, Link: link("/w/a.go", 0), Lines: []Line{
					{Number: 6, Gap: -1, Diff: Context, Spans: []Span{{Text: "{"}}},
					{Number: 7, Gap: -1, Spans: []Span{{Text: "        f()"}}},
					{Number: 8, Gap: -1, Diff: Context, Spans: []Span{{Text: "}"}}},
				}},
				{Path: "b.go", Count: 1},
			},
		}},
		"diff": {{
			Kind: "hunks", Heading: "3 files changed", Additions: 1, Deletions: 1, MoreFiles: 2, Files: []File{{
				Path: "a.go", Status: "modified", Additions: 1, Deletions: 1, Link: link("/w/a.go", 0), Lines: []Line{
					{Number: 1, Gap: -1, Diff: Header, Spans: []Span{{Text: "--- a/a.go"}}},
					{Number: 2, Gap: -1, Diff: Header, Spans: []Span{{Text: "+++ b/a.go"}}},
					{Number: 3, Gap: -1, Diff: Hunk, Spans: []Span{{Text: "@@ -1 +1 @@"}}},
					{Number: 4, Gap: -1, Diff: Deleted, Spans: []Span{
						{Text: "-var "}, {Text: "old", Changed: true}, {Text: " = 1"},
					}},
					{Number: 5, Gap: -1, Diff: Added, Spans: []Span{
						{Text: "+var "}, {Text: "new", Changed: true}, {Text: " = 1"},
					}},
				},
			}},
		}},
	}
	for name, details := range allDetails {
		t.Run(name, func(t *testing.T) {
			got := widgetsOf(withDetails(t, details), "/w", Options{Rich: true, Links: true, Exists: exists})
			if d := cmp.Diff(want[name], got); d != "" {
				t.Errorf("mismatch (-want +got):\n%s", d)
			}
		})
	}
	if got := widgetsOf(withDetails(t, allDetails["tests"]), "/w", Options{Links: true}); got != nil {
		t.Errorf("without rich formatting there are %d widgets", len(got))
	}
}

// checkTexts fails where any text in a value isn't safe to print.
func checkTexts(t *testing.T, v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		checkSafe(t, v.String())
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			if _, ok := v.Interface().(*Link); !ok { // the path of a file that exists
				checkTexts(t, v.Elem())
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			checkTexts(t, v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			checkTexts(t, v.Field(i))
		}
	}
}

func FuzzWidgets(f *testing.F) {
	for _, d := range allDetails {
		f.Add(d)
	}
	f.Add(`{"type":"runs","runs":{"tool":1}}`)
	f.Add(`{"type":"search","matches":[{"line_number":-9223372036854775808,"context_before":["\u001b]52;c;x\u0007"]}]}`)
	f.Add(`{"type":"diff","files":[null],"diff":"@@ -1,99999999 +1 @@\n\u0000\u001b[31m\n--- x\n--- y\n--- z"}`)
	f.Fuzz(func(t *testing.T, details string) {
		for _, w := range widgetsOf(withDetails(t, details), "/w", Options{Rich: true, Syntax: true}) {
			if w.Kind == "" {
				t.Error("a widget without a kind")
			}
			checkTexts(t, reflect.ValueOf(w))
		}
	})
}

func FuzzDocument(f *testing.F) {
	f.Add("plain\ntext\n")
	f.Add("\x1b]52;c;aGk=\a\u202e\x1b[1;31mred\r\x1b[2Kover\x00\xff\xfe\n\x1b[99999C.\x1b[999999999D")
	f.Add(aDiff)
	f.Fuzz(func(t *testing.T, payload string) {
		d := opened(t, payload, AllOn)
		for _, l := range all(t, d) {
			checkSafe(t, l.Text())
		}
		q, err := NewQuery("e", false)
		if err != nil {
			t.Fatal(err)
		}
		for _, err := range d.All(t.Context(), q) {
			if err != nil {
				t.Fatal(err)
			}
		}
		d.Marks(7)
	})
}

// widgetsOf are the widgets of a result that isn't in a document. Paths are resolved against dir.
func widgetsOf(r result.ToolResult, dir string, o Options) []Widget {
	return widgets(r, newLinker(dir, o), o)
}
