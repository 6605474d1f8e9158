package result

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// whole is a result with something in every field; testdata/record-v1.json is its record.
func whole(t *testing.T) ToolResult {
	t.Helper()
	d, err := NewDetails("tests", json.RawMessage(`{"z":1,"a":9007199254740993}`))
	if err != nil {
		t.Fatal(err)
	}
	return mustNew(t, Parts{
		ID: "401882137095", CallID: "call_7", Tool: "exec",
		Status: Status{Known: true, Code: 1}, Err: &ToolError{Message: "2 tests failed"},
		LLM: "410 passed, 2 failed\n<a> & <b>", UI: []byte("raw <out> & more\n"), Details: d,
		Metadata: Metadata{
			Files: []string{"a_test.go"}, Data: map[string]int64{"passed": 410, "failed": 2},
			Strategy: "exec/gotest", Level: "balanced", Budget: 2000, Encoding: "o200k_base", LLMTokens: 48,
			UITokens: 2450,
			Shown:    [][2]int{{1, 3}, {210, 214}},
			Omissions: []Omission{{Kind: "line", Count: 1873, Lines: [2]int{215, 2087}},
				{Kind: "line", Count: 3, Upstream: true}},
			Sources: []Source{{Text: [2]int{1, 3}, Lines: [][2]int{{1, 3}}},
				{Text: [2]int{4, 4}, Lines: [][2]int{{210, 212}, {214, 214}}, Composed: true}},
		},
		Duration: 1500 * time.Millisecond,
	})
}

func TestRecord(t *testing.T) {
	golden, err := os.ReadFile("testdata/record-v1.json")
	if err != nil {
		t.Fatal(err)
	}
	r := whole(t)
	if diff := cmp.Diff(string(golden), record1(t, r)+"\n"); diff != "" {
		t.Errorf("record mismatch (-want +got):\n%s", diff)
	}
	var back ToolResult
	if err := json.Unmarshal(golden, &back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(r, back); diff != "" {
		t.Errorf("reloaded record mismatch (-want +got):\n%s", diff)
	}
}

// A record from before there were outcomes has that which its exit status and its error prove.
func TestRecordBeforeOutcomes(t *testing.T) {
	golden, err := os.ReadFile("testdata/record-v1-before-outcomes.json")
	if err != nil {
		t.Fatal(err)
	}
	var back ToolResult
	if err := json.Unmarshal(golden, &back); err != nil {
		t.Fatal(err)
	}
	want := whole(t)
	want.meta.Sources = nil // it is from before there were sources, too
	if diff := cmp.Diff(want, back); diff != "" {
		t.Errorf("reloaded record mismatch (-want +got):\n%s", diff)
	}
	for record, want := range map[string]Outcome{
		`"success":true,"exit_code":0`:                       Pass,
		`"success":true,"exit_code":null`:                    Unknown,
		`"success":true,"exit_code":1`:                       Unknown,
		`"success":false,"exit_code":0`:                      Unknown,
		`"success":false,"is_error":true,"exit_code":1`:      Fail,
		`"success":false,"is_error":true,"signal":"SIGKILL"`: Fail,
		`"success":false,"is_error":false,"exit_code":null`:  Unknown,
		`"outcome":"pass","success":true,"exit_code":0`:      Pass,
		`"outcome":"unknown","success":null,"exit_code":0`:   Unknown,
		`"outcome":"pass","success":true,"exit_code":1`:      Pass,
	} {
		var r ToolResult
		if err := json.Unmarshal([]byte(`{"schema_version":1,"llm_content":"",`+record+`}`), &r); err != nil {
			t.Errorf("%s: %v", record, err)
		} else if r.Outcome() != want {
			t.Errorf("%s: outcome %v, want %v", record, r.Outcome(), want)
		}
	}
}

func TestRecordOfLittle(t *testing.T) {
	r := mustNew(t, Parts{Tool: "x", LLM: "ok", Payload: Payload{Bytes: 9}})
	const want = `{"schema_version":1,"id":"","call_id":"","tool_name":"x",` +
		`"outcome":"unknown","success":null,"is_error":false,"exit_code":null,` +
		`"signal":"","error":null,"llm_content":"ok","payload":{"sha256":"","bytes":9},"metadata":{"files":[],"data"` +
		`:{},` +
		`"strategy":"","level":"","budget":0,"encoding":"","llm_tokens":0,"ui_tokens":0,"savings_tokens":0,"savings_` +
		`percent":0.0,` +
		`"shown":[],"omissions":[],"sources":[],"warnings":[]}}`
	if diff := cmp.Diff(want, record1(t, r)); diff != "" {
		t.Errorf("record mismatch (-want +got):\n%s", diff)
	}
	zero, err := ToolResult{}.MarshalJSON()
	if err != nil || !json.Valid(zero) {
		t.Errorf("the zero result's record is %s, %v", zero, err)
	}
}

// An encoder that doesn't escape writes the same line as a direct call; json.Marshal escapes, and decodes to the same.
func TestEncoders(t *testing.T) {
	r := whole(t)
	var w bytes.Buffer
	enc := json.NewEncoder(&w)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(r); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(record1(t, r)+"\n", w.String()); diff != "" {
		t.Errorf("mismatch (-direct +encoder):\n%s", diff)
	}
	escaped, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(escaped), `\u003ca\u003e \u0026`) {
		t.Errorf("json.Marshal doesn't escape: %s", escaped)
	}
	if back := load(t, string(escaped)); !back.Equal(r) {
		t.Errorf("reloaded as %+v", back)
	}
}

// anyText draws strings that encoders treat differently, sometimes with invalid bytes.
func anyText(t *rapid.T, label string) string {
	return rapid.OneOf(
		rapid.String(),
		rapid.SampledFrom([]string{"", "<a> & b", "\u2028\u2029", "\x00\x1b[1m\r\n\t\x7f", `"\u003c"`, "日本\U0001F600",
			"a\xffb", "\xed\xa0\x80"}),
	).Draw(t, label)
}

// someParts draws parts that New takes.
func someParts(t *rapid.T) Parts {
	p := Parts{
		ID: anyText(t, "id"), CallID: anyText(t, "call id"), Tool: anyText(t, "tool"),
		Status: Status{
			Known:   rapid.Bool().Draw(t, "known"),
			Code:    rapid.SampledFrom([]int{0, 0, 1, 2, 137, -1}).Draw(t, "code"),
			Signal:  rapid.SampledFrom([]string{"", "", "SIGKILL"}).Draw(t, "signal"),
			Timeout: rapid.SampledFrom([]time.Duration{0, 0, time.Second}).Draw(t, "timeout"),
			Aborted: rapid.SampledFrom([]bool{false, false, true}).Draw(t, "aborted"),
			Reason:  anyText(t, "reason"),
		},
		Answer:   rapid.Bool().Draw(t, "answer"),
		Outcome:  Outcome(rapid.IntRange(0, 2).Draw(t, "outcome")),
		Duration: time.Duration(rapid.Int64Min(0).Draw(t, "duration")),
	}
	if !p.Status.Bad() && !p.Status.OK() && rapid.Bool().Draw(t, "has error") {
		p.Err = &ToolError{rapid.SampledFrom(errorKinds).Draw(t, "kind"), anyText(t, "message")}
	}
	if rapid.Bool().Draw(t, "blocks") {
		p.Blocks = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Block {
			if rapid.Bool().Draw(t, "image") {
				data := rapid.SliceOfN(rapid.Byte(), 1, 9).Draw(t, "data")
				return imageBlock("image/png", base64.StdEncoding.EncodeToString(data))
			}
			return textBlock(valid(anyText(t, "text")))
		}), 0, 4).Draw(t, "blocks")
	}
	if len(p.Blocks) == 0 {
		p.LLM = valid(anyText(t, "llm"))
	}
	switch rapid.IntRange(0, 4).Draw(t, "ui") {
	case 0:
		p.UI = []byte(anyText(t, "ui"))
	case 1:
		p.UI = []byte(p.LLM)
	case 2:
		p.UI = bytes.Repeat([]byte("x"), inlineLimit+rapid.IntRange(-1, 1).Draw(t, "over"))
	case 3: // the same long text on both sides
		p.Blocks, p.LLM = nil, strings.Repeat("y", inlineLimit+1)
		p.UI = []byte(p.LLM)
	case 4:
		p.Payload = Payload{Bytes: rapid.Int64Min(0).Draw(t, "bytes")}
	}
	if rapid.Bool().Draw(t, "details") {
		d, err := NewDetails("d"+anyText(t, "type"),
			map[string]any{"s": anyText(t, "s"), "n": rapid.Int64().Draw(t, "n")})
		if err != nil {
			t.Fatal(err)
		}
		p.Details = d
	}
	p.Metadata = someMetadata(t)
	return p
}

func someMetadata(t *rapid.T) Metadata {
	ui := rapid.IntRange(0, 1<<40).Draw(t, "ui tokens")
	m := Metadata{
		Files:    rapid.SliceOfN(rapid.String(), 0, 3).Draw(t, "files"),
		Data:     rapid.MapOfN(rapid.StringN(1, 4, -1), rapid.Int64(), 0, 3).Draw(t, "data"),
		Strategy: anyText(t, "strategy"), Level: anyText(t, "level"), Encoding: anyText(t, "encoding"),
		Budget:   rapid.IntRange(0, 9000).Draw(t, "budget"),
		UITokens: ui, LLMTokens: rapid.IntRange(0, ui).Draw(t, "llm tokens"),
		Warnings:    rapid.SliceOfN(rapid.String(), 0, 2).Draw(t, "warnings"),
		Approximate: rapid.Bool().Draw(t, "approximate"),
	}
	for n := 0; rapid.Bool().Draw(t, "another range"); {
		first := n + rapid.IntRange(2, 9).Draw(t, "gap")
		n = first + rapid.IntRange(0, 9).Draw(t, "length")
		m.Shown = append(m.Shown, [2]int{first, n})
		m.Omissions = append(m.Omissions, Omission{
			Kind: "line", Count: 2, Lines: [2]int{n + 1, n + 2}, Upstream: rapid.Bool().Draw(t, "upstream"),
			FileLines: [2]int{0, rapid.IntRange(0, 1).Draw(t, "file lines")},
		})
	}
	return m
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := someParts(t)
		r, err := New(p)
		if err != nil {
			t.Fatal(err)
		}
		got, err := r.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		if !utf8.Valid(got) || bytes.ContainsAny(got, "\n\u2028") {
			t.Fatalf("the record is not one line of UTF-8: %.300q", got)
		}
		indented, err := json.MarshalIndent(r, "", "\t")
		if err != nil {
			t.Fatal(err)
		}
		for name, src := range map[string][]byte{"AppendJSON": got, "MarshalIndent": indented} {
			var back ToolResult
			if err := json.Unmarshal(src, &back); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if diff := cmp.Diff(r, back); diff != "" {
				t.Fatalf("%s round trip mismatch (-want +got):\n%s", name, diff)
			}
			again, err := back.MarshalJSON()
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, again) {
				t.Fatalf("%s: the record changed\n%s\n%s", name, got, again)
			}
		}
		promised(t, r)
	})
}

// promised checks what New promises, from the outside: on the record as any program would read it.
func promised(t interface {
	Helper()
	Fatalf(string, ...any)
}, r ToolResult) {
	t.Helper()
	b, err := r.MarshalJSON()
	if err != nil {
		t.Fatalf("encoding: %v", err)
	}
	var v struct {
		Outcome    string            `json:"outcome"`
		Success    *bool             `json:"success"`
		IsError    bool              `json:"is_error"`
		Error      map[string]string `json:"error"`
		LLMContent any               `json:"llm_content"`
		Metadata   map[string]any    `json:"metadata"`
	}
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatalf("decoding %.300s: %v", b, err)
	}
	want := map[string]string{"pass": "true", "fail": "false", "unknown": "null"}[v.Outcome]
	if s, _ := json.Marshal(v.Success); string(s) != want {
		t.Fatalf("outcome %q, success %s", v.Outcome, s)
	}
	if v.IsError != (v.Outcome == "fail") || v.IsError != (v.Error["kind"] != "") {
		t.Fatalf("outcome %q, is_error %v, error %v", v.Outcome, v.IsError, v.Error)
	}
	num := func(k string) float64 { return v.Metadata[k].(float64) }
	llm, ui, saved, percent := num("llm_tokens"), num("ui_tokens"), num("savings_tokens"), num("savings_percent")
	if llm < 0 || llm > ui || saved != ui-llm {
		t.Fatalf("tokens: llm %v, ui %v, saved %v", llm, ui, saved)
	}
	if want := 100 * saved / max(ui, 1); percent < want-0.0501 || percent > want+0.0501 {
		t.Fatalf("saved %v%%, want %v%% to one decimal", percent, want)
	}
	switch v.LLMContent.(type) {
	case string, []any:
	default:
		t.Fatalf("llm_content is a %T", v.LLMContent)
	}
	for _, k := range []string{"files", "shown", "omissions", "warnings"} {
		if _, ok := v.Metadata[k].([]any); !ok {
			t.Fatalf("%s is a %T", k, v.Metadata[k])
		}
	}
	if _, ok := v.Metadata["data"].(map[string]any); !ok {
		t.Fatalf("data is a %T", v.Metadata["data"])
	}
}

func TestNoEscaping(t *testing.T) {
	const s = "<a> && </a>"
	d, err := NewDetails(s, map[string]string{s: s})
	if err != nil {
		t.Fatal(err)
	}
	r := mustNew(t, Parts{
		ID: s, CallID: s, Tool: s, Err: &ToolError{KindInput, s}, Blocks: []Block{textBlock(s)}, UI: []byte(s),
		Details: d,
		Metadata: Metadata{
			Files: []string{s}, Data: map[string]int64{s: 1}, Strategy: s, Level: s, Encoding: s,
			Omissions: []Omission{{Kind: s}}, Warnings: []string{s},
		},
	})
	b, err := r.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(string(b), s); got != 16 || strings.Contains(string(b), `\u00`) {
		t.Errorf("%d of 16 strings are as they were:\n%s", got, b)
	}
}

func load(t *testing.T, src string) ToolResult {
	t.Helper()
	var r ToolResult
	if err := json.Unmarshal([]byte(src), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestUnmarshalRefuses(t *testing.T) {
	with := func(old, new string) string {
		b, err := whole(t).MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(b), old) {
			t.Fatalf("the record has no %s", old)
		}
		return strings.Replace(string(b), old, new, 1)
	}
	tests := []struct{ name, src, want string }{
		{"newer version", with(`"schema_version":1`, `"schema_version":2`), "schema_version is 2"},
		{"negative version", with(`"schema_version":1`, `"schema_version":-1`), "schema_version is -1"},
		{"version that is text", with(`"schema_version":1`, `"schema_version":"one"`), "schema_version"},
		{"version with a point", with(`"schema_version":1`, `"schema_version":1.5`), "1.5"},
		{"success and error", with(`"success":false`, `"success":true`), "both true"},
		{"pass and error", with(`"outcome":"fail"`, `"outcome":"pass"`), "contradicts"},
		{"unknown and no success", with(`"outcome":"fail"`, `"outcome":"unknown"`), "contradicts"},
		{"outcome of another name", with(`"outcome":"fail"`, `"outcome":"red"`), "want pass, fail or unknown"},
		{"error of no error", with(`"is_error":true`, `"is_error":false`), `contradicts`},
		{"more tokens than raw", with(`"llm_tokens":48`, `"llm_tokens":2451`), "2451"},
		{"unknown kind", with(`"kind":"exit"`, `"kind":"boom"`), `"boom"`},
		{"bad hash", with(`"sha256":"6142`, `"sha256":"`), "sha256"},
		{"size unlike the text", with(`"bytes":17`, `"bytes":18`), "18 bytes"},
		{"content that is a number", with(`"llm_content":"410 passed, 2 failed\n<a> & <b>"`, `"llm_content":5`), `"5"`},
		{"content null", with(`"llm_content":"410 passed, 2 failed\n<a> & <b>"`, `"llm_content":null`), `"null"`},
		{"details without a type", with(`"type":"tests",`, ``), "no type"},
		{"duration out of range", with(`"duration_ms":1500`, `"duration_ms":9223372036854775807`),
			"9223372036854775807"},
		{"negative duration", with(`"duration_ms":1500`, `"duration_ms":-1`), "-1ms"},
		{"range backwards", with(`[210,214]`, `[214,210]`), "[214 210]"},
		{"a signal that is no error", `{"schema_version":1,"llm_content":"","success":true,"signal":"SIGKILL"}`,
			"is_error is false"},
		{"an error of nothing", `{"schema_version":1,"llm_content":"","is_error":true}`, "is_error is true"},
		{"half a record", with(`}`, ``)[:200], "unexpected end"},
		{"a list", `[]`, "decoding result"},
		{"a text", `"x"`, "decoding result"},
		{"nothing known", `{}`, "no schema_version"},
		{"version 0", `{"schema_version":0,"llm_content":"x"}`, "schema_version is 0"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			before := Simple("before", "text", 1)
			r := before
			err := json.Unmarshal([]byte(tt.src), &r)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want one that names %s", err, tt.want)
			}
			if !r.Equal(before) {
				t.Errorf("an error changed the result to %+v", r)
			}
		})
	}
}

func TestUnmarshalIgnores(t *testing.T) {
	r := whole(t)
	b, err := r.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	src := strings.NewReplacer(
		`"schema_version":1`, `"from_the_future":{"a":[1]},"schema_version":1`,
		`"kind":"exit"`, `"kind":"exit","retry":true`,
		`"files":`, `"note":null,"files":`,
		`"savings_tokens":2402,"savings_percent":98.0`, `"savings_tokens":1,"savings_percent":100`,
	).Replace(string(b))
	var back ToolResult
	if err := json.Unmarshal([]byte(src), &back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(r, back); diff != "" {
		t.Errorf("mismatch (-want +got):\n%s", diff)
	}
	if err := json.Unmarshal([]byte("null"), &back); err != nil || !back.Equal(r) {
		t.Errorf("null changed the result to %+v, %v", back, err)
	}
}

func FuzzUnmarshal(f *testing.F) {
	for _, name := range []string{"testdata/record-v1-before-outcomes.json", "testdata/record-v1.json"} {
		b, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Add([]byte(`{"schema_version":1,"llm_content":"","tool_name":"x","exit_code":1}`))
	f.Add([]byte(`{"schema_version":1,"llm_content":[{"type":"text","text":"a"},` +
		`{"type":"image","media_type":"image/png","data":"AA=="}]}`))
	f.Fuzz(func(t *testing.T, src []byte) {
		var r ToolResult
		if r.UnmarshalJSON(src) != nil || string(bytes.TrimSpace(src)) == "null" {
			return
		}
		promised(t, r)
		b, err := r.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		var back ToolResult
		if err := json.Unmarshal(b, &back); err != nil {
			t.Fatalf("%s: %v", b, err)
		}
		if diff := cmp.Diff(r, back); diff != "" {
			t.Fatalf("round trip mismatch (-want +got):\n%s", diff)
		}
	})
}
