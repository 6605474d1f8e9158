package mcpoutput_test

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/integrations/mcpoutput"
	"github.com/toktee/toktee/summarize"
)

// open returns a host with a store of its own.
func open(t *testing.T) *host.Host {
	t.Helper()
	home := t.TempDir()
	h, err := host.Open(host.Options{
		Dir: home, Fetch: mcpoutput.Fetch, FetchLines: mcpoutput.FetchLines,
		Getenv: func(key string) (string, bool) {
			switch key {
			case "HOME":
				return home, true
			case "TOKTEE_STORE":
				return filepath.Join(home, "store"), true
			}
			return "", false
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// keep puts an output into the store, and returns its id and the text for the model.
func keep(t *testing.T, h *host.Host, output string) (id, text string) {
	t.Helper()
	r, err := h.Deliver(context.Background(), h.Config(), summarize.Request{Tool: "mcp__x__y", Stdout: []byte(output)})
	if err != nil {
		t.Fatal(err)
	}
	return r.ID(), r.LLMContent()
}

func numbered(n int) string {
	var sb strings.Builder
	for i := range n {
		fmt.Fprintf(&sb, "step %d of the deployment is done\n", i+1)
	}
	return sb.String()
}

var last = regexp.MustCompile(`(?m)^… .*: toktee_output (\{.*\})\n?$`)

// Who follows the last lines of the texts reads every line once.
func TestPagesLeadOn(t *testing.T) {
	h := open(t)
	for _, output := range []string{
		numbered(3000),
		numbered(3) + strings.Repeat("a long line without an end ", 4000) + "\n",
		strings.Repeat("<é & \"\\>", 9000),
	} {
		id, _ := keep(t, h, output)
		got, args := "", `{"id": "`+id+`"}`
		for pages := 0; args != ""; pages++ {
			text, isError := mcpoutput.Call(t.Context(), h, json.RawMessage(args))
			if isError || pages > 100 {
				t.Fatalf("page %d: %s: %s", pages, args, text)
			}
			args = ""
			if m := last.FindStringSubmatchIndex(text); m != nil {
				args, text = text[m[2]:m[3]], text[:m[0]]
				if !strings.HasSuffix(got+text, "\n") {
					t.Fatalf("the mark isn't a line of its own: %.80q", text)
				}
				if strings.Contains(args, `"from"`) { // the line goes on
					text = strings.TrimSuffix(text, "\n")
				}
			}
			got += text
		}
		if got != output {
			t.Errorf("the pages are another text: %s", cmp.Diff(len(output), len(got)))
		}
	}
}

// The call that a shortened text names is one that the tool takes.
func TestRecoveryLine(t *testing.T) {
	h := open(t)
	id, text := keep(t, h, numbered(3000))
	m := last.FindStringSubmatch(text)
	if m == nil || !strings.Contains(m[1], `"id": "`+id+`"`) {
		t.Fatalf("no call for %s in the last line of %q", id, text)
	}
	if page, isError := mcpoutput.Call(t.Context(), h, json.RawMessage(m[1])); isError {
		t.Error(page)
	}
}

func TestArguments(t *testing.T) {
	h := open(t)
	id, _ := keep(t, h, numbered(50))
	for _, c := range []struct{ args, want string }{
		{`{"id":"ID","lines":"2:3"}`, "step 2 of the deployment is done\nstep 3 of the deployment is done\n"},
		{`{"id":ID,"lines":7}`, "step 7 of the deployment is done\n"},
		{
			`{"id":"ID","pattern":"step 4[89]"}`,
			"48:step 48 of the deployment is done\n49:step 49 of the deployment is done\n",
		},
		{`{"id":"ID","lines":"40:48","pattern":"step 4[89]","section":null}`, "48:step 48 of the deployment is done\n"},
		{`{"id":"ID","lines":"1:1","from":6,"budget":"100"}`, "1 of the deployment is done\n"},
		{`{"id":"ID","section":"step 12"}`, "step 12 of the deployment is done\n"},
	} {
		text, isError := mcpoutput.Call(t.Context(), h, json.RawMessage(strings.ReplaceAll(c.args, "ID", id)))
		if isError || text != c.want {
			t.Errorf("%s: got %q (error %v), want %q", c.args, text, isError, c.want)
		}
	}
	for args, want := range map[string]string{
		``:                                      "want an object",
		`[]`:                                    "want an object",
		`{}`:                                    "no id",
		`{"id":"x1"}`:                           `id "x1"`,
		`{"id":"000000000000"}`:                 "no such result",
		`{"id":"ID","lines":"3:1"}`:             `lines "3:1"`,
		`{"id":"ID","lines":"51:"}`:             "has no lines 51:",
		`{"id":"ID","pattern":"("}`:             "pattern",
		`{"id":"ID","pattern":"none"}`:          "no line of",
		`{"id":"ID","section":"TestNone"}`:      `no section "TestNone"`,
		`{"id":"ID","budget":31}`:               "at least 32",
		`{"id":"ID","lines":{}}`:                "lines: want a text",
		`{"id":"ID","line":"1:2"}`:              `unknown argument "line": want id, lines`,
		`{"id":"ID","lines":"1","section":"x"}`: "can't be used together",
		`{"id":"ID","from":2,"pattern":"x"}`:    "can't be used together",
	} {
		text, isError := mcpoutput.Call(t.Context(), h, json.RawMessage(strings.ReplaceAll(args, "ID", id)))
		if !isError || !strings.Contains(text, want) || strings.Contains(text, "\n") {
			t.Errorf("%s: got %q (error %v), want one line with %q", args, text, isError, want)
		}
	}
}

func TestSections(t *testing.T) {
	h := open(t)
	const output = "=== RUN   TestA\n--- FAIL: TestA (0.00s)\n    a_test.go:3: want 1\n\n    a_test.go:4: want 2\n" +
		"--- FAIL: TestAB (0.00s)\n    a_test.go:9: want 3\n" +
		"# Guide\nintro\n## Options\none\n### Deep\ntwo\n\n## Errors\nthree\n" +
		"src/a.go:1: unused\nsrc/a.go:2: unused\nsrc/b.go:1: unused\n" +
		"\x1b[1mdist/x.js\x1b[0m\n  7: bad\n\ndist/y.js\n  8: bad\n"
	id, _ := keep(t, h, output+strings.Repeat("an end\n", 200))
	for name, want := range map[string]string{
		"TestAB":    "--- FAIL: TestAB (0.00s)\n",
		"Options":   "## Options\none\n### Deep\ntwo\n",
		"src/a.go":  "src/a.go:1: unused\nsrc/a.go:2: unused\n",
		"dist/x.js": "\x1b[1mdist/x.js\x1b[0m\n  7: bad\n",
	} {
		args := fmt.Sprintf(`{"id":%q,"section":%q}`, id, name)
		text, isError := mcpoutput.Call(t.Context(), h, json.RawMessage(args))
		if isError || !strings.HasPrefix(text, want) || name != "TestAB" && text != want {
			t.Errorf("%s: got %q, want %q", name, text, want)
		}
	}
}

// A section is some lines of the output, in their order, of which the first has the name.
func TestSectionIsPart(t *testing.T) {
	h := open(t)
	rapid.Check(t, func(rt *rapid.T) {
		lines := rapid.SliceOfN(rapid.StringMatching(`[ #\-:]{0,3}[ab]{0,2}[ :]?c?`), 1, 30).Draw(rt, "lines")
		name := rapid.SampledFrom([]string{"a", "ab", "a:", "c"}).Draw(rt, "name")
		output := strings.Join(lines, "\n") + "\nend\n"
		id, _ := keep(t, h, output)
		args := fmt.Sprintf(`{"id":%q,"section":%q}`, id, name)
		text, isError := mcpoutput.Call(t.Context(), h, json.RawMessage(args))
		if isError != !strings.Contains(output, name) {
			rt.Fatalf("error is %v: %s", isError, text)
		}
		first, _, _ := strings.Cut(text, "\n")
		if !isError && (!strings.Contains("\n"+output, "\n"+text) || !strings.Contains(first, name)) {
			rt.Fatalf("%q is no part of %q that begins with %q", text, output, name)
		}
	})
}

func TestResource(t *testing.T) {
	h := open(t)
	for _, output := range []string{numbered(40), "caf\xe9\x00" + numbered(40), ""} {
		id, _ := keep(t, h, output)
		r, err := mcpoutput.Read(t.Context(), h, mcpoutput.URI(id))
		if err != nil {
			t.Fatal(err)
		}
		b, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		var back struct {
			URI, Text string
			Blob      []byte
		}
		if err := json.Unmarshal(b, &back); err != nil || back.URI != "toktee://result/"+id {
			t.Errorf("%s: %v", b, err)
		}
		if back.Text+string(back.Blob) != output {
			t.Errorf("%.40q came back as %.80s", output, b)
		}
		if !strings.Contains(string(b), `"text":`) == (len(back.Blob) == 0) {
			t.Errorf("%.80s: want a text or a blob", b)
		}
	}
	for _, uri := range []string{"toktee://result/", "toktee://result/x", "toktee://other/1", "file:///etc/passwd",
		"toktee://result/000000000000"} {
		if _, err := mcpoutput.Read(t.Context(), h, uri); err == nil || !strings.Contains(err.Error(), uri) {
			t.Errorf("%s: error %v, want one that names it", uri, err)
		}
	}
}

func TestTool(t *testing.T) {
	var tool struct {
		Name        string
		InputSchema struct{ Properties map[string]any }
	}
	if err := json.Unmarshal([]byte(mcpoutput.Tool), &tool); err != nil {
		t.Fatal(err)
	}
	if tool.Name != mcpoutput.Name || len(tool.InputSchema.Properties) != 6 {
		t.Errorf("%+v", tool)
	}
}
