package result

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const uncounted = "older record: its tokens were not counted"

func load(t *testing.T, src string) ToolResult {
	t.Helper()
	var r ToolResult
	if err := json.Unmarshal([]byte(src), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestOldFixture(t *testing.T) {
	src, err := os.ReadFile("testdata/record-v0.json")
	if err != nil {
		t.Fatal(err)
	}
	r := load(t, string(src))
	const text = "src/a.go:3:if a < b && c > d {\nsrc/b.go:9:naïve → done\n"
	want := mustNew(t, Parts{
		ID: "c41", Tool: "grep_file", LLM: text, UI: []byte(text),
		Details: Details{
			typ: oldDetails,
			raw: `{"type":"untyped","value":` +
				`{"matches":[{"file":"src/a.go","line_number":3}],"offset":9007199254740993}}`,
		},
		Metadata: Metadata{Warnings: []string{uncounted}},
	})
	if diff := cmp.Diff(want, r); diff != "" {
		t.Errorf("mismatch (-want +got):\n%s", diff)
	}
}

func TestOldRecords(t *testing.T) {
	both := func(p Parts, text string) Parts {
		p.LLM, p.UI = text, []byte(text)
		p.Metadata.Warnings = []string{uncounted}
		return p
	}
	exit := func(c int) Status { return Status{Known: true, Code: c} }
	long := strings.Repeat("x", inlineLimit+1)
	tests := []struct {
		name, src string
		want      Parts
	}{
		{"content", `{"tool_name":"x","content":"a"}`, both(Parts{Tool: "x"}, "a")},
		{"version 0", `{"schema_version":0,"tool_name":"x","content":"a"}`, both(Parts{Tool: "x"}, "a")},
		{"only llm_content", `{"llm_content":"a"}`, both(Parts{}, "a")},
		{"null fields",
			`{"tool_name":null,"content":null,"llm_content":"a","error":null,"metadata":null,"details":null}`,
			both(Parts{}, "a")},
		{"empty content", `{"content":""}`, both(Parts{}, "")},
		{"only ui_content", `{"ui_content":"a"}`, both(Parts{}, "a")},
		{"long content", `{"content":"` + long + `"}`, both(Parts{}, long)},
		{"both channels", `{"llm_content":"a","ui_content":"abc"}`,
			Parts{LLM: "a", UI: []byte("abc"), Metadata: Metadata{Warnings: []string{uncounted}}}},
		{"blocks", `{"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}`,
			Parts{Blocks: []Block{textBlock("a"), textBlock("b")}, UI: []byte("a\nb"),
				Metadata: Metadata{Warnings: []string{uncounted}}}},
		{"counted", `{"content":"a","metadata":{"llm_tokens":1,"ui_tokens":1,"encoding":"o200k_base","shown":[[9,1]]}}`,
			Parts{LLM: "a", UI: []byte("a"), Metadata: Metadata{LLMTokens: 1, UITokens: 1, Encoding: "o200k_base"}}},
		{"counts that can't be", `{"content":"a","metadata":{"llm_tokens":2,"ui_tokens":1}}`, both(Parts{}, "a")},
		{"fields of other types", `{"content":"a","tool_name":7,"success":"yes","exit_code":"1","metadata":[]}`,
			both(Parts{}, "a")},
		{"exit code alone", `{"content":"a","exit_code":2}`, both(Parts{Status: exit(2)}, "a")},
		{"exit code that was an answer", `{"content":"a","exit_code":1,"success":true}`,
			both(Parts{Status: exit(1), Answer: true}, "a")},
		{"exit code 0", `{"content":"a","exit_code":0}`, both(Parts{Status: exit(0), Outcome: Pass}, "a")},
		{"exit code 0 and success", `{"content":"a","exit_code":0,"success":true}`,
			both(Parts{Status: exit(0), Outcome: Pass}, "a")},
		{"exit code 0 and no success", `{"content":"a","exit_code":0,"success":false}`,
			both(Parts{Status: exit(0)}, "a")},
		{"exit code without an error", `{"content":"a","exit_code":1,"is_error":false}`,
			both(Parts{Status: exit(1), Answer: true}, "a")},
		{"no success", `{"content":"a","success":false}`, both(Parts{}, "a")},
		{"error flag", `{"content":"a","is_error":true}`, both(Parts{Err: &ToolError{Kind: KindExit}}, "a")},
		{"error flag and exit 0", `{"content":"a","is_error":true,"exit_code":0}`,
			both(Parts{Err: &ToolError{Kind: KindExit}}, "a")},
		{"error text", `{"content":"a","error":"boom"}`, both(Parts{Err: &ToolError{KindExit, "boom"}}, "a")},
		{"error text alone", `{"error":"boom","success":false}`,
			both(Parts{Err: &ToolError{KindExit, "boom"}}, "boom")},
		{"typed error", `{"content":"a","error":{"kind":"timeout","message":"late"}}`,
			both(Parts{Err: &ToolError{KindTimeout, "late"}}, "a")},
		{"error of an unknown kind", `{"content":"a","error":{"kind":"odd","message":"late"}}`,
			both(Parts{Err: &ToolError{KindExit, "late"}}, "a")},
		{"signal", `{"content":"a","signal":"SIGKILL"}`, both(Parts{Status: Status{Signal: "SIGKILL"}}, "a")},
		{"unknown fields", `{"content":"a","channel":{"deep":[{}]}}`, both(Parts{}, "a")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, want := load(t, tt.src), mustNew(t, tt.want)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("mismatch (-want +got):\n%s", diff)
			}
			b, err := got.MarshalJSON()
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(got, load(t, string(b))); diff != "" {
				t.Errorf("saved again and reloaded, mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func TestOldRefuses(t *testing.T) {
	tests := []struct{ src, want string }{
		{`{"tool_name":"x"}`, "no content or llm_content"},
		{`{"content":5}`, `"5"`},
		{`{"content":[{"type":"video"}]}`, `"video"`},
		{`{"llm_content":{"a":1}}`, "llm_content"},
	}
	for _, tt := range tests {
		var r ToolResult
		if err := json.Unmarshal([]byte(tt.src), &r); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want one that names %s", tt.src, err, tt.want)
		}
	}
}

func TestOldDetails(t *testing.T) {
	tests := []struct{ src, want string }{
		{`{"type":"search","n":1}`, `{"type":"search","n":1}`},
		{`{"n":1}`, `{"type":"untyped","value":{"n":1}}`},
		{`{"type":7}`, `{"type":"untyped","value":{"type":7}}`},
		{`["<a>", 9007199254740993]`, `{"type":"untyped","value":["<a>",9007199254740993]}`},
		{`null`, `null`},
	}
	for _, tt := range tests {
		r := load(t, `{"content":"a","details":`+tt.src+`}`)
		if got := detailsJSON(t, r.Details()); got != tt.want {
			t.Errorf("details %s became %s, want %s", tt.src, got, tt.want)
		}
	}
}
