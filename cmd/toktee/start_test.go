package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestInstalls names all that "go install ./cmd/..." installs.
func TestInstalls(t *testing.T) {
	cmd := exec.Command("go", "list", "-f", `{{if eq .Name "main"}}{{.ImportPath}}{{end}}`, "./cmd/...")
	cmd.Dir = filepath.Join("..", "..")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	want := module + "cmd/tokbench " + module + "cmd/toktee " + module + "cmd/toktee-desk"
	if got := strings.Join(strings.Fields(string(out)), " "); got != want {
		t.Errorf("installed are %s, want %s", got, want)
	}
}

// TestGoRun is the README's first command, from a clone with nothing installed. Standard error names a command that
// prints the full output, and that command and one of toktee-desk work there.
func TestGoRun(t *testing.T) {
	if testing.Short() {
		t.Skip("links both executables")
	}
	env := bareEnvironment(t)
	toktee := func(args ...string) (stdout, stderr string) {
		t.Helper()
		var out, errs bytes.Buffer
		cmd := exec.Command("go", args...)
		cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = filepath.Join("..", ".."), env, &out, &errs
		if err := cmd.Run(); err != nil {
			t.Fatalf("go %q: %v\n%s", args, err, errs.String())
		}
		return out.String(), errs.String()
	}
	text, note := toktee("run", "./cmd/toktee", "run", "--", "seq", "9000")
	if !strings.Contains(text, "toktee show ") || strings.Contains(text, "go run") {
		t.Errorf("the text for the model is %q", text)
	}
	m := regexp.MustCompile(`(?m)^toktee: .*: go (run \./cmd/toktee show \d{12})$`).FindStringSubmatch(note)
	if m == nil {
		t.Fatalf("standard error names no way to the full output: %q", note)
	}
	if full, _ := toktee(strings.Fields(m[1])...); strings.Count(full, "\n") != 9000 {
		t.Errorf("go %s prints %d lines", m[1], strings.Count(full, "\n"))
	}
	if sums, _ := toktee("run", "./cmd/toktee", "stats"); !strings.Contains(sums, "today") {
		t.Errorf("toktee stats after go run: %q", sums)
	}
}

// bareEnvironment has the Go toolchain and what a system always has on PATH, but no toktee, and the user's caches.
func bareEnvironment(t *testing.T) []string {
	t.Helper()
	bin := t.TempDir()
	for _, name := range []string{"go", "cc", "gcc", "clang", "as", "ld", "git", "seq", "sh"} {
		if path, err := exec.LookPath(name); err == nil {
			if err := os.Symlink(path, filepath.Join(bin, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	out, err := exec.Command("go", "env", "GOCACHE", "GOMODCACHE", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	dirs := strings.Split(string(out), "\n")
	home := t.TempDir()
	return []string{
		"PATH=" + bin, "HOME=" + home, "GOCACHE=" + dirs[0], "GOMODCACHE=" + dirs[1], "GOROOT=" + dirs[2],
		"GOFLAGS=" + os.Getenv("GOFLAGS"), "TOKTEE_STORE=" + filepath.Join(home, "store"),
	}
}
