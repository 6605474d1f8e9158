package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestShimsOfAnArm: the shim of a session that an experiment leaves alone prints what the program prints, and one of
// the other arm's session its short text. In experiment t, "left" passes through and "right" doesn't.
func TestShimsOfAnArm(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("whose output it is can be seen in /proc alone")
	}
	dir := t.TempDir()
	toktee, bin := builtToktee(t, dir), filepath.Join(dir, "bin")
	if err := os.MkdirAll(bin, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(bin, "loud"), []byte(loud), 0o755); err != nil {
		t.Fatal(err)
	}
	env := append(agentsEnv(dir), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	for _, args := range [][]string{{"shims", "install", "loud"}, {"experiment", "start", "--name", "t"}} {
		cmd := exec.Command(toktee, args...)
		cmd.Env = env
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%q: %v\n%s", args, err, out)
		}
	}
	raw, _ := exec.Command(filepath.Join(bin, "loud")).Output() // it fails
	for _, tt := range []struct {
		session string
		raw     bool
	}{{"left", true}, {"right", false}, {"", false}} {
		cmd := exec.Command(toktee, "agent", "--", os.Args[0], "sh", "-c", "loud 2>/dev/null")
		cmd.Env, cmd.Dir = append(env, "CLAUDE_CODE_SESSION_ID="+tt.session), dir
		out, _ := cmd.Output()
		if code := cmd.ProcessState.ExitCode(); code != 3 {
			t.Errorf("session %q: exit code %d", tt.session, code)
		}
		cmd = exec.Command(toktee, "agent", "--", os.Args[0], "sh", "-c", "loud")
		cmd.Env, cmd.Dir = append(env, "CLAUDE_CODE_SESSION_ID="+tt.session), dir
		both, _ := cmd.Output()
		if tt.raw != (string(out) == string(raw)) || tt.raw == strings.Contains(string(both), "toktee show ") {
			t.Errorf("session %q: %.300q", tt.session, both)
		}
	}
	files, _ := filepath.Glob(filepath.Join(dir, "store", "journal", "*.jsonl"))
	var text strings.Builder
	for _, f := range files {
		b, _ := os.ReadFile(f)
		text.Write(b)
	}
	for want, n := range map[string]int{
		`"session":"left","dir":"` + dir + `","experiment":"t","arm":"passed"`:      1,
		`"session":"right","dir":"` + dir + `","experiment":"t","arm":"summarised"`: 1,
		`"arm":""`: 0,
	} {
		if got := strings.Count(text.String(), want); got < n || n == 0 && got > 0 {
			t.Errorf("the journal has %s %d times:\n%s", want, got, text.String())
		}
	}
}
