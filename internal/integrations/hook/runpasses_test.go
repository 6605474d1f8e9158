package hook_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func (r *rig) write(t *testing.T, name, text string) {
	t.Helper()
	path := filepath.Join(r.home, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestRunPasses leaves the output of a command under toktee as it is: it is a short text already.
func TestRunPasses(t *testing.T) {
	text := strings.Repeat("--- FAIL: TestOne (0.00s)\n    one_test.go:7: want 1, got 2\n", 200)
	for command, passes := range map[string]bool{
		"/opt/bin/toktee run -- go test ./...": true, "toktee run --level minimal -- make": true,
		"go test ./...": false, "toktee.exe run -- make": true, "other run -- make": false,
	} {
		if out := newRig(t, "claude").answer(t, bash("s", command, text)); (out == "") != passes {
			t.Errorf("%s: %.200s", command, out)
		}
	}
}
