package mcpproxy

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/integrations/mcpoutput"
)

// TestNeverCommands: the results of commands that the user exempts go through as they are, whichever server runs them.
func TestNeverCommands(t *testing.T) {
	home := t.TempDir()
	if err := os.MkdirAll(filepath.Join(home, ".config", "toktee"), 0o700); err != nil {
		t.Fatal(err)
	}
	settings := []byte("[commands]\nnever = [\"terraform plan *\"]\n")
	if err := os.WriteFile(filepath.Join(home, ".config", "toktee", "config.toml"), settings, 0o600); err != nil {
		t.Fatal(err)
	}
	env := map[string]string{"HOME": home, "TOKTEE_STORE": filepath.Join(home, "store")}
	h, err := host.Open(host.Options{
		Dir: home, Fetch: mcpoutput.Fetch, FetchLines: mcpoutput.FetchLines, Integration: "mcp-proxy",
		Getenv: func(key string) (string, bool) { v, ok := env[key]; return v, ok },
	})
	if err != nil {
		t.Fatal(err)
	}
	result := `{"content":[{"type":"text","text":"` + strings.ReplaceAll(numbered(300), "\n", `\n`) + `"}]}`
	for command, passes := range map[string]bool{
		"terraform plan -out p": true, "cd x && terraform plan -out p | tee log": true, "./deploy": false,
	} {
		r := newRig(t, Options{Host: h})
		r.is("claude-code")
		r.asks(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"sh","arguments":{"command":"` +
			command + `"}}}`)
		got := r.says(`{"jsonrpc":"2.0","id":1,"result":` + result + `}`)
		if whole := `{"jsonrpc":"2.0","id":1,"result":` + result + `}`; (got == whole) != passes {
			t.Errorf("%s: %.200s", command, got)
		}
	}
}
