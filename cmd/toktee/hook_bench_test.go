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
	empty, toktee := programs(b, dir)
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

// programs builds a program that does nothing, and toktee.
func programs(b *testing.B, dir string) (empty, toktee string) {
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
	return build("empty", filepath.Join(dir, "empty.go")), build("toktee", ".")
}

// BenchmarkShim is what a shim costs where it hands over to the program: "true" is the program itself, "shim" the same
// through a shim, "empty" a Go program that does nothing.
func BenchmarkShim(b *testing.B) {
	dir := b.TempDir()
	empty, toktee := programs(b, dir)
	program, err := exec.LookPath("true")
	if err != nil {
		b.Skip("no true here")
	}
	shims := filepath.Join(dir, "shims")
	if err := os.Mkdir(shims, 0o700); err != nil {
		b.Fatal(err)
	}
	if err := os.Symlink(toktee, filepath.Join(shims, "true")); err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct{ name, program string }{
		{"empty", empty}, {"true", program}, {"shim", filepath.Join(shims, "true")},
	} {
		b.Run(c.name, func(b *testing.B) {
			for range b.N {
				cmd := exec.Command(c.program)
				cmd.Env = []string{"HOME=" + dir, "PATH=" + shims + ":" + filepath.Dir(program)}
				if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
					b.Fatalf("%v: %s", err, out)
				}
			}
		})
	}
}
