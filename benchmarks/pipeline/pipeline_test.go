package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == measureArg {
		os.Exit(measureChild(os.Args[2:]))
	}
	os.Exit(m.Run())
}

// The whole measurement works, and what it finds is true. Its times are not looked at.
func TestPipeline(t *testing.T) {
	t.Chdir("../..")
	t.Setenv("TOKTEE_JOBS", "")
	dir := t.TempDir()
	sessions := `{"id":"a","tool":"Read","path":"a.go","raw":"package a\n\nfunc A() {}\n"}
{"id":"b","tool":"exec","command":"go test ./...","exit_code":1,"raw":"--- FAIL: TestA (0.00s)\n    a_test.go:3: ` +
		`boom\nFAIL\n"}
`
	if err := os.WriteFile(filepath.Join(dir, "sessions-small.jsonl"), []byte(sessions), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "raw"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "raw", "build"), []byte("cc -c a.c\nall built\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	o, err := parse([]string{"-ci", "-size", "4", "-pairs", "1", "-rounds", "1", "-corpus", dir}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	m, err := newMeter(t.Context(), o, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	defer m.close()
	tab := &table{ci: true}
	if err := m.all(tab); err != nil {
		t.Fatal(err)
	}
	truths := 0
	for _, r := range tab.rows {
		if !r.isTruth() {
			if r.value <= 0 && !strings.Contains(r.name, "beyond") { // of one pair, a difference may be anything
				t.Errorf("%s: %v %s", r.name, r.value, r.unit)
			}
			continue
		}
		truths++
		if !r.ok() {
			t.Errorf("%s: %s", r.name, r.problem)
		}
	}
	if truths < 10 || tab.gates() <= truths || len(tab.samples) == 0 {
		t.Errorf("%d truths, %d gates, %d samples", truths, tab.gates(), len(tab.samples))
	}
}

// A command that can't be measured is an error, not a missed gate.
func TestMeasureFails(t *testing.T) {
	m := &meter{ctx: t.Context(), dir: t.TempDir(), env: os.Environ()}
	if _, err := m.measure(nil, filepath.Join(m.dir, "none")); err == nil {
		t.Error("a command that isn't there was measured")
	}
	if _, err := m.measure(nil, "sh", "-c", "echo why >&2; exit 3"); err == nil ||
		!strings.Contains(err.Error(), "exit code 3: why") {
		t.Errorf("error %v", err)
	}
}

func TestMeasure(t *testing.T) {
	m := &meter{ctx: t.Context(), dir: t.TempDir(), env: os.Environ()}
	out, err := os.Create(filepath.Join(m.dir, "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	u, err := m.measure(out, "sh", "-c", "echo out")
	if err != nil {
		t.Fatal(err)
	}
	if b, _ := os.ReadFile(out.Name()); string(b) != "out\n" {
		t.Errorf("the output is %q", b)
	}
	// A shell is smaller than the process that measures it, and smaller still than this one.
	if u.Wall <= 0 || u.RSS <= 0 || u.RSS > 64<<20 {
		t.Errorf("usage %+v", u)
	}
}
