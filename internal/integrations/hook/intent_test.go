package hook

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestLastWords(t *testing.T) {
	noise := strings.Repeat(`{"type":"user","message":{"content":[{"type":"tool_result","content":"x"}]}}`+"\n", 20)
	for name, c := range map[string]struct{ transcript, want string }{
		"claude": {
			`{"type":"user","message":{"content":"fix the parser"}}` + "\n" +
				`{"type":"assistant","message":{"content":[{"type":"thinking","text":"hm"},` +
				`{"type":"text","text":"I look at\nthe scanner."}]}}` + "\n" + noise,
			"I look at the scanner.",
		},
		"a hint of the client's": {
			`{"type":"user","message":{"content":"go"}}` + "\n" +
				`{"type":"user","isMeta":true,"message":{"content":"no"}}`, "go",
		},
		"codex": {
			`{"type":"response_item","payload":{"type":"message","role":"user",` +
				`"content":[{"type":"input_text","text":"a"}]}}` + "\n" +
				`{"type":"response_item","payload":{"type":"message","role":"developer","content":"no"}}` + "\n" +
				`{"type":"response_item","payload":{"type":"function_call","name":"x"}}` + "\n", "a",
		},
		"gemini":        {`{"type":"gemini","content":"I run it"}` + "\n" + `{"$set":{}}` + "\n", "I run it"},
		"half a line":   {`{"type":"user","message":{"content":"go"}}` + "\n" + `{"type":"assist`, "go"},
		"empty":         {"", ""},
		"no transcript": {"\x00\xff\n\n\n{{{{", ""},
		"far away":      {`{"type":"user","message":{"content":"go"}}` + "\n" + strings.Repeat(noise, 200), ""},
		"one long line": {`{"type":"user","message":{"content":"` + strings.Repeat("go ", maxTail), ""},
	} {
		path := filepath.Join(t.TempDir(), "t.jsonl")
		if err := os.WriteFile(path, []byte(c.transcript), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := lastWords(path); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	if got := lastWords(t.TempDir()) + lastWords("/nowhere") + lastWords(""); got != "" {
		t.Error(got)
	}
	path := filepath.Join(t.TempDir(), "big.jsonl")
	if err := os.WriteFile(path, []byte(strings.Repeat("{\n", 32<<20)), 0o600); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	if lastWords(path); time.Since(start) > 10*time.Second {
		t.Errorf("64 MiB took %v", time.Since(start))
	}
}
