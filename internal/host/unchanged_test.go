package host_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// A loop runs one check again and again in a worktree, with a clock of its own that is ahead of all files.
type loop struct {
	t     rapid.TB
	dir   string // of the repository
	store string
	now   time.Time
	env   []string
	bin   string // the folder of programs
}

func newLoop(t rapid.TB, base string) *loop {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is missing")
	}
	l := &loop{
		t: t, dir: filepath.Join(base, "repo"), store: filepath.Join(base, "store"), now: time.Now().Add(time.Hour),
		env: []string{"X=1"},
	}
	if out, err := exec.Command("git", "init", "-q", l.dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	l.write("a.go", "1")
	l.bin = filepath.Join(base, "bin")
	err := os.Mkdir(l.bin, 0o700)
	if err == nil {
		err = os.WriteFile(filepath.Join(l.bin, "go"), []byte("tool"), 0o700)
	}
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func (l *loop) write(name, text string) {
	l.t.Helper()
	if err := os.WriteFile(filepath.Join(l.dir, name), []byte(text), 0o600); err != nil {
		l.t.Fatal(err)
	}
}

const failing = "--- FAIL: TestA (0.00s)\n    a_test.go:7: got 1, want 2\nFAIL\nFAIL\tcalc\t0.003s\nFAIL\n"

// run delivers a run of a check that has just ended, and returns the lines of its text about inputs and edits.
func (l *loop) run(session, output string, started bool) string {
	l.t.Helper()
	code := map[bool]int{true: 1}[output == failing]
	return l.deliver(session, "go test ./...", output, code, started)
}

// deliver does it for another command or exit status.
func (l *loop) deliver(session, command, output string, code int, started bool) string {
	l.t.Helper()
	l.now = l.now.Add(time.Minute)
	h := l.host()
	req := summarize.Request{
		Tool: "Bash", Command: command, Session: session, Stdout: []byte(output),
		Status: result.Status{Known: true, Code: code},
	}
	if started {
		req.Started = l.now.Add(-time.Second)
	}
	r, err := h.Deliver(context.Background(), h.Config(), req)
	if err != nil {
		l.t.Fatal(err)
	}
	var lines []string
	for line := range strings.Lines(r.LLMContent()) {
		if strings.Contains(line, "inputs") || strings.Contains(line, "edit") {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	return strings.Join(lines, "\n")
}

func (l *loop) host() *host.Host {
	l.t.Helper()
	h, err := host.Open(host.Options{
		Dir: l.dir, Earlier: true, Environ: append([]string{"HOME=" + l.bin, "PATH=" + l.bin}, l.env...),
		Now: func() time.Time { return l.now }, Fetch: host.ShowCommand,
		Getenv: func(name string) (string, bool) {
			value, ok := map[string]string{"TOKTEE_STORE": l.store, "XDG_CONFIG_HOME": l.store}[name]
			return value, ok
		},
		Warn: func(err error) { l.t.Error(err) },
	})
	if err != nil {
		l.t.Fatal(err)
	}
	return h
}

func TestUnchanged(t *testing.T) {
	l := newLoop(t, t.TempDir())
	check := func(name, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	check("first", l.run("s", failing, true), "")
	want := "same inputs as " + l.now.Add(-time.Second).Format("15:04")
	check("second", l.run("s", failing, true), want+", same 1 failure")
	rec, ok := l.host().Recorded(summarize.Request{Tool: "exec", Command: "go test ./..."})
	if code, _ := rec.Result.ExitCode(); !ok || code != 1 || !strings.HasPrefix(rec.Line, "not run: same inputs as ") {
		t.Errorf("recorded: %v, %+v", ok, rec)
	}
	check("a run seen by a hook", trimTime(l.run("s", failing, false)), "same inputs as, same 1 failure")
	check("after it", l.run("s", failing, false), "")
	if _, ok := l.host().Recorded(summarize.Request{Tool: "exec", Command: "go test ./..."}); ok {
		t.Error("a run whose start isn't known stands for another")
	}
	check("five", l.run("s", failing, false), "since the last run: 1 failure the same, 5 runs without an edit")
	check("another session", l.run("s2", failing, true), "")
	check("a pass", trimTime(l.run("s", "ok  \tcalc\t0.003s\n", true)), "same inputs as, failed then")
	check("a second pass", l.run("s", "ok  \tcalc\t0.003s\n", true), "")
	check("a failure", trimTime(l.run("s", failing, true)), "same inputs as, passed then")
	l.env = []string{"X=2"}
	check("another environment", l.run("s", failing, true), "")
	l.write("a.go", "2")
	check("an edit", l.run("s", failing, true), "")
}

// TestLoopOfHook: of runs whose start isn't known, each fifth failure in a row is stated.
func TestLoopOfHook(t *testing.T) {
	l := newLoop(t, t.TempDir())
	line := func(n int) string {
		return fmt.Sprintf("since the last run: 1 failure the same, %d runs without an edit", n)
	}
	want := map[int]string{5: line(5), 10: line(10), 19: line(5), 24: line(10)}
	for n := 1; n <= 24; n++ {
		if n == 13 {
			l.write("a.go", "2")
			l.now = l.now.Add(time.Hour)
		}
		if got := l.run("s", failing, false); got != want[n] {
			t.Errorf("run %d: %q, want %q", n, got, want[n])
		}
	}
	for n := 1; n <= 6; n++ {
		output := failing
		if n == 3 {
			output = "ok  \tcalc\t0.003s\n"
		}
		if got := l.run("s", output, false); got != "" {
			t.Errorf("run %d around a pass: %q", n, got)
		}
	}
}

// TestLoopWithoutProof: if the inputs of a failed run whose start isn't known prove nothing, only each fifth failure
// reads them again, and no text states a number of runs without an edit.
func TestLoopWithoutProof(t *testing.T) {
	l := newLoop(t, t.TempDir())
	l.write("go.mod", "module calc\n\nreplace other.example => /elsewhere\n")
	for n := 1; n <= 12; n++ {
		if got := l.run("s", failing, false); got != "" {
			t.Errorf("run %d: %q", n, got)
		}
		e, err := l.host().Store().Earlier(l.dir, "go test ./...")
		if want := (n-1)%4 + 1; err != nil || e.Run == nil || e.Run.InARow() != want {
			t.Errorf("run %d: %+v, %v, want %d in a row", n, e.Run, err, want)
		}
	}
}

// TestLoopInPipe: a check before a filter fails with an exit status of 0. Runs of another session don't count.
func TestLoopInPipe(t *testing.T) {
	l := newLoop(t, t.TempDir())
	run := func(session string, code int) string {
		return l.deliver(session, "go test ./... | tail -40", failing, code, false)
	}
	const five = "since the last run: 1 failure the same, 5 runs without an edit"
	for n := 1; n <= 5; n++ {
		if got, want := run("s", 0), map[int]string{5: five}[n]; got != want {
			t.Errorf("run %d: %q, want %q", n, got, want)
		}
	}
	for n := 1; n <= 5; n++ { // with and without "set -o pipefail"
		if got, want := run("s2", n%2), map[int]string{5: five}[n]; got != want {
			t.Errorf("run %d of another session: %q, want %q", n, got, want)
		}
	}
}

// trimTime removes the time of a line.
func trimTime(line string) string {
	if i := strings.Index(line, " as "); i >= 0 {
		return line[:i+3] + line[i+9:]
	}
	return line
}

// TestUnchangedPromise: between drawn edits, no text states that inputs are the same.
func TestUnchangedPromise(t *testing.T) {
	base := t.TempDir()
	n := 0
	rapid.Check(t, func(rt *rapid.T) {
		n++
		l := newLoop(rt, filepath.Join(base, fmt.Sprint(n)))
		time.Sleep(12 * time.Millisecond) // a tick of the file system's clock
		isEdited := true
		for range rapid.IntRange(2, 4).Draw(rt, "steps") {
			if rapid.Bool().Draw(rt, "edits") {
				name := rapid.SampledFrom([]string{"a.go", "b.go"}).Draw(rt, "name")
				path := filepath.Join(l.dir, name)
				st, err := os.Stat(path)
				l.write(name, rapid.SampledFrom([]string{"1", "2"}).Draw(rt, "content"))
				if err == nil && rapid.Bool().Draw(rt, "quiet") {
					os.Chtimes(path, st.ModTime(), st.ModTime())
				}
				time.Sleep(12 * time.Millisecond)
				isEdited = true
			}
			got := l.run("s", failing, rapid.Bool().Draw(rt, "started"))
			if isEdited && got != "" {
				rt.Fatalf("after an edit: %q", got)
			}
			isEdited = false
		}
	})
}
