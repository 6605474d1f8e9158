package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
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
	return build(b, filepath.Join(dir, "empty"), filepath.Join(dir, "empty.go")),
		build(b, filepath.Join(dir, "toktee"), ".")
}

// build builds a program, and returns its path.
func build(b *testing.B, program, what string) string {
	b.Helper()
	if out, err := exec.Command("go", "build", "-o", program, what).CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	return program
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

// BenchmarkHistory measures the cost of recording runs and reading their inputs, in repositories of several sizes: the
// CPU time of a process that does so, less that of one whose settings forbid it. Both run in turns, b.N times. "pass"
// is a hook's event with a short output, "make" and "red" are events whose outputs become short texts, and "run" is a
// check under toktee run.
func BenchmarkHistory(b *testing.B) {
	dir := b.TempDir()
	_, toktee := programs(b, dir)
	write := func(name, text string) {
		path := filepath.Join(dir, name)
		err := os.MkdirAll(filepath.Dir(path), 0o700)
		if err = cmp.Or(err, os.WriteFile(path, []byte(text), 0o700)); err != nil {
			b.Fatal(err)
		}
	}
	red := strings.Repeat("=== RUN   TestOther\n--- PASS: TestOther (0.00s)\n", 100) +
		"--- FAIL: TestA (0.00s)\n    a_test.go:7: got 1, want 2\nFAIL\nFAIL\tcalc\t0.003s\nFAIL\n"
	write("fail.go", "package main\n\nimport \"os\"\n\nfunc main() {\n\tos.Stdout.WriteString("+strconv.Quote(red)+
		")\n\tos.Exit(1)\n}\n")
	build(b, filepath.Join(dir, "bin", "go"), filepath.Join(dir, "fail.go")) // the inputs of a script aren't known
	write("on/toktee/config.toml", "")
	write("off/toktee/config.toml", "[history]\nenabled = false\nunchanged = false\n")
	for _, files := range []int{100, 1000, 5000, 100_000} {
		name := fmt.Sprint(files)
		for i := range files {
			write(fmt.Sprintf("%s/pkg%d/internal%d/name%d.go", name, i/200, i/20, i), "package x\n")
		}
		time.Sleep(50 * time.Millisecond) // files that are as new as the index are read
		for _, args := range []string{"init -q", "add .", "-c user.name=a -c user.email=a@b.example commit -qm 1"} {
			git := exec.Command("git", strings.Fields(args)...)
			git.Dir = filepath.Join(dir, name)
			if out, err := git.CombinedOutput(); err != nil {
				b.Skipf("git %s: %v\n%s", args, err, out)
			}
		}
		time.Sleep(2 * time.Second) // a change of this moment proves nothing, so the file would be read again each time
		for _, c := range []struct {
			name, command, output string
			code                  int
		}{
			{"pass", "go test ./...", "ok  \tcalc\t0.003s\n", 0}, {"red", "go test ./...", red, 1},
			{"make", "make all", strings.Repeat("compiling a file of the project with all options\n", 200), 0},
			{"run", "go test ./...", "", 1},
		} {
			event, err := json.Marshal(map[string]any{
				"event": "result", "session": "s", "dir": filepath.Join(dir, name), "tool": "bash", "exit": c.code,
				"args": map[string]string{"command": c.command}, "output": c.output,
			})
			if err != nil {
				b.Fatal(err)
			}
			spend := func(settings string) (ms float64) {
				cmd := exec.Command(toktee, "hook", "pi")
				if cmd.Stdin = bytes.NewReader(event); c.name == "run" {
					cmd = exec.Command(toktee, "run", "--", "go", "test", "./...")
				}
				cmd.Dir = filepath.Join(dir, name)
				cmd.Env = []string{
					"HOME=" + dir, "PATH=" + filepath.Join(dir, "bin") + ":" + os.Getenv("PATH"),
					"XDG_CONFIG_HOME=" + filepath.Join(dir, settings),
					"TOKTEE_STORE=" + filepath.Join(dir, "store", name, c.name, settings),
				}
				_ = cmd.Run() // it exits as the check does
				return float64(cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()) / 1e6
			}
			b.Run(fmt.Sprintf("files=%d/%s", files, c.name), func(b *testing.B) {
				var on, off, more []float64
				sum := 0.0
				for range b.N {
					on, off = append(on, spend("on")), append(off, spend("off"))
					more = append(more, on[len(on)-1]-off[len(off)-1])
					sum += more[len(more)-1]
				}
				median := func(list []float64) float64 { slices.Sort(list); return list[len(list)/2] }
				b.ReportMetric(median(more), "more-ms/op")
				b.ReportMetric(sum/float64(b.N), "mean-more-ms/op")
				b.ReportMetric(median(on)-median(off), "of-medians-ms/op")
				b.ReportMetric(on[0]-off[0], "of-minima-ms/op")
			})
		}
	}
}
