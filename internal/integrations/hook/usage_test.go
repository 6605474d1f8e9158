package hook

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLastSize: the size of the newest request is read from the end of a transcript.
func TestLastSize(t *testing.T) {
	const claude = `{"type":"assistant","message":{"role":"assistant","usage":{"input_tokens":4,` +
		`"cache_creation_input_tokens":900,"cache_read_input_tokens":14000,"output_tokens":240}}}` + "\n"
	const codex = `{"type":"event_msg","payload":{"type":"token_count","info":{"total_token_usage":` +
		`{"input_tokens":99000},"last_token_usage":{"input_tokens":9000,"cached_input_tokens":8000}}}}` + "\n"
	noise := strings.Repeat(`{"type":"user","message":{"content":"x"}}`+"\n", 20)
	for name, c := range map[string]struct {
		transcript string
		want       int
	}{
		"claude":      {`{"message":{"usage":{"input_tokens":1}}}` + "\n" + claude + noise, 14904},
		"codex":       {codex + noise, 9000},
		"a sub-agent": {claude + `{"isSidechain":true,"message":{"usage":{"input_tokens":7}}}` + "\n", 14904},
		"no usage":    {noise, 0},
		"quoted":      {claude + `{"type":"user","message":{"content":"usage\":{ of it"}}` + "\n", 14904},
		"no lines":    {"\x00\xff\n\n\n{{{{", 0},
		"far away":    {claude + strings.Repeat(noise, 200), 0},
	} {
		path := filepath.Join(t.TempDir(), "t.jsonl")
		if err := os.WriteFile(path, []byte(c.transcript), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := lastSize(path); got != c.want {
			t.Errorf("%s: %d tokens, want %d", name, got, c.want)
		}
	}
	if got := lastSize("") + lastSize(t.TempDir()); got != 0 {
		t.Errorf("without a file, %d tokens", got)
	}
}
