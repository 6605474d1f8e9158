package gateway_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/toktee/toktee/internal/host/config"
	"github.com/toktee/toktee/internal/integrations/gateway"
)

// TestNever: the results of commands that the user exempts are sent as they are.
func TestNever(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, ".config", "toktee"), 0o700); err != nil {
		t.Fatal(err)
	}
	settings := []byte("[commands]\nnever = [\"terraform plan *\"]\n")
	if err := os.WriteFile(filepath.Join(dir, ".config", "toktee", "config.toml"), settings, 0o600); err != nil {
		t.Fatal(err)
	}
	p := newProvider(t)
	for command, passes := range map[string]bool{
		"terraform plan -out p": true, "cd x && terraform plan -out p | tee log": true, "go test ./...": false,
	} {
		getenv := environment(dir, "TOKTEE_STORE", t.TempDir())
		url := newGateway(t, p, gateway.Options{Host: hosts(t, getenv, config.Flags{})})
		body := bytes.Replace(chatBody(passed()), []byte("go test ./..."), []byte(command), 1)
		send(t, url+"/v1/chat/completions", body, "User-Agent", "opencode/1.18.33")
		if bytes.Equal(p.last(), body) != passes {
			t.Errorf("%s: %.300s", command, p.last())
		}
	}
}
