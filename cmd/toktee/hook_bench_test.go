package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// BenchmarkHook is a hook's round trip as an agent sees it: a process is started, reads an event and answers. "empty"
// is a Go program that does nothing, "pass" an event with a short output, "replace" one whose output becomes a short
// text.
func BenchmarkHook(b *testing.B) {
	dir := b.TempDir()
	nothing := []byte("package main\n\nfunc main() {}\n")
	if err := os.WriteFile(filepath.Join(dir, "empty.go"), nothing, 0o600); err != nil {
		b.Fatal(err)
	}
	build := func(name, what string) string {
		program := filepath.Join(dir, name)
		if out, err := exec.Command("go", "build", "-o", program, what).CombinedOutput(); err != nil {
			b.Fatalf("%v\n%s", err, out)
		}
		return program
	}
	empty, toktee := build("empty", filepath.Join(dir, "empty.go")), build("toktee", ".")
	event := func(output string) string {
		e, err := json.Marshal(map[string]any{
			"session_id": "s", "cwd": dir, "hook_event_name": "PostToolUse", "tool_name": "Bash",
			"tool_input":    map[string]string{"command": "make all"},
			"tool_response": map[string]any{"stdout": output, "stderr": "", "interrupted": false},
		})
		if err != nil {
			b.Fatal(err)
		}
		return string(e)
	}
	long := strings.Repeat("compiling a file of the project with all of its options\n", 200)
	for _, c := range []struct{ name, program, event string }{
		{"empty", empty, ""}, {"pass", toktee, event("done\n")}, {"replace", toktee, event(long)},
	} {
		b.Run(c.name, func(b *testing.B) {
			for range b.N {
				cmd := exec.Command(c.program, "hook", "claude")
				cmd.Env = []string{"HOME=" + dir}
				cmd.Stdin = strings.NewReader(c.event)
				if out, err := cmd.Output(); err != nil || (len(out) > 0) != (c.name == "replace") {
					b.Fatalf("%v: %s", err, out)
				}
			}
		})
	}
}
