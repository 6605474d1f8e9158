//go:build unix

package proc_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/run/proc"
)

func Example() {
	var out bytes.Buffer
	exit, err := proc.Run(context.Background(), proc.Command{
		Argv:   []string{"sh", "-c", "echo seen; exit 3"},
		Stdout: &out,
	})
	fmt.Print(out.String())
	fmt.Println(exit.Code, err)
	// Output:
	// seen
	// 3 <nil>
}

// sh runs a script and returns what it printed to each stream.
func sh(t *testing.T, ctx context.Context, script string, change func(*proc.Command)) (
	stdout, stderr string, exit proc.Exit, err error,
) {
	t.Helper()
	var out, errs bytes.Buffer
	c := proc.Command{Argv: []string{"sh", "-c", script}, Dir: t.TempDir(), Stdout: &out, Stderr: &errs}
	if change != nil {
		change(&c)
	}
	exit, err = proc.Run(ctx, c)
	return out.String(), errs.String(), exit, err
}

func TestEnds(t *testing.T) {
	tests := []struct {
		name, script   string
		code           int
		signal         string
		stdout, stderr string
	}{
		{"success", "echo out; echo err >&2", 0, "", "out\n", "err\n"},
		{"exit code", "exit 42", 42, "", "", ""},
		{"killed", "kill -KILL $$", 137, "SIGKILL", "", ""},
		{"terminated", "echo a; kill -TERM $$", 143, "SIGTERM", "a\n", ""},
		{"a code that only looks like a signal", "exit 137", 137, "", "", ""},
		{"no stdin", "cat", 0, "", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			stdout, stderr, exit, err := sh(t, t.Context(), tt.script, nil)
			if err != nil {
				t.Fatal(err)
			}
			got := []any{exit.Code, exit.Signal, stdout, stderr, exit.Held}
			if diff := cmp.Diff([]any{tt.code, tt.signal, tt.stdout, tt.stderr, false}, got); diff != "" {
				t.Errorf("Run(%q) mismatch (-want +got):\n%s", tt.script, diff)
			}
			if exit.Duration <= 0 {
				t.Errorf("Run(%q) took %v", tt.script, exit.Duration)
			}
		})
	}
}

func TestStreams(t *testing.T) {
	t.Run("stdin reader", func(t *testing.T) {
		big := strings.Repeat("0123456789abcdef\n", 50_000)
		stdout, _, _, err := sh(t, t.Context(), "cat", func(c *proc.Command) { c.Stdin = strings.NewReader(big) })
		if err != nil || stdout != big {
			t.Errorf("cat gave %d bytes, error %v; want %d bytes", len(stdout), err, len(big))
		}
	})
	t.Run("stdin reader that nobody reads", func(t *testing.T) {
		_, _, exit, err := sh(t, t.Context(), "exit 5", func(c *proc.Command) {
			c.Stdin = strings.NewReader(strings.Repeat("x", 1<<20))
		})
		if err != nil || exit.Code != 5 {
			t.Errorf("got code %d, error %v; want 5", exit.Code, err)
		}
	})
	t.Run("stdin reader that blocks", func(t *testing.T) {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		defer r.Close()
		_, _, exit, err := sh(t, t.Context(), "exit 5", func(c *proc.Command) { c.Stdin = onlyReader{r} })
		if err != nil || exit.Code != 5 {
			t.Errorf("got code %d, error %v; want 5", exit.Code, err)
		}
	})
	t.Run("stdin file keeps its position", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "in")
		if err := os.WriteFile(path, []byte("one\ntwo\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		stdout, _, _, err := sh(t, t.Context(), "read line; echo got $line", func(c *proc.Command) { c.Stdin = f })
		if err != nil || stdout != "got one\n" {
			t.Fatalf("got %q, error %v", stdout, err)
		}
		rest := make([]byte, 10)
		n, _ := f.Read(rest)
		if string(rest[:n]) != "two\n" {
			t.Errorf("left in the file: %q; want %q", rest[:n], "two\n")
		}
	})
	t.Run("one writer keeps the order of both", func(t *testing.T) {
		var all bytes.Buffer
		_, err := proc.Run(t.Context(), proc.Command{
			Argv:   []string{"sh", "-c", "for i in 1 2 3 4 5 6 7 8 9; do echo o$i; echo e$i >&2; done"},
			Stdout: &all, Stderr: &all,
		})
		var want strings.Builder
		for i := 1; i < 10; i++ {
			fmt.Fprintf(&want, "o%d\ne%d\n", i, i)
		}
		if diff := cmp.Diff(want.String(), all.String()); diff != "" || err != nil {
			t.Errorf("error %v, mismatch (-want +got):\n%s", err, diff)
		}
	})
	t.Run("file", func(t *testing.T) {
		f, err := os.Create(filepath.Join(t.TempDir(), "out"))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if _, _, _, err := sh(t, t.Context(), "echo x", func(c *proc.Command) { c.Stdout = f }); err != nil {
			t.Fatal(err)
		}
		if b, _ := os.ReadFile(f.Name()); string(b) != "x\n" {
			t.Errorf("the file holds %q", b)
		}
	})
	t.Run("a writer that fails doesn't stop the command", func(t *testing.T) {
		full := errors.New("no space")
		dir := t.TempDir()
		_, _, exit, err := sh(t, t.Context(), "yes | head -c 1000000; touch done; exit 4", func(c *proc.Command) {
			c.Stdout, c.Dir = failing{full}, dir
		})
		if !errors.Is(err, full) || exit.Code != 4 {
			t.Errorf("got code %d, error %v; want 4, %v", exit.Code, err, full)
		}
		if _, err := os.Stat(filepath.Join(dir, "done")); err != nil {
			t.Error("the command didn't get to its end")
		}
	})
	t.Run("environment and folder", func(t *testing.T) {
		dir := t.TempDir()
		stdout, _, _, err := sh(t, t.Context(), "echo $A; pwd -P", func(c *proc.Command) {
			c.Env, c.Dir = []string{"A=b", "PATH=" + os.Getenv("PATH")}, dir
		})
		real, _ := filepath.EvalSymlinks(dir)
		if want := "b\n" + real + "\n"; stdout != want || err != nil {
			t.Errorf("got %q, error %v; want %q", stdout, err, want)
		}
	})
}

type onlyReader struct{ f *os.File }

func (r onlyReader) Read(p []byte) (int, error) { return r.f.Read(p) }

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestStartErrors(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	plain := write("plain", "echo x\n", 0o644)
	badInterpreter := write("badinterp", "#!"+dir+"/nothere\n", 0o755)
	write("inpath", "echo x\n", 0o644)
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))

	tests := []struct {
		name string
		argv []string
		dir  string
		want error
	}{
		{"unknown name", []string{"toktee-no-such-program"}, "", proc.ErrNotFound},
		{"unknown path", []string{dir + "/nothere"}, "", proc.ErrNotFound},
		{"empty name", []string{""}, "", proc.ErrNotFound},
		{"nothing", nil, "", proc.ErrNotFound},
		{"no permission", []string{plain}, "", proc.ErrNotExecutable},
		{"no permission in the path", []string{"inpath"}, "", proc.ErrNotExecutable},
		{"a folder", []string{dir}, "", proc.ErrNotExecutable},
		{"below a file", []string{plain + "/x"}, "", proc.ErrNotExecutable},
		{"interpreter missing", []string{badInterpreter}, "", proc.ErrNotExecutable},
		{"relative to the folder", []string{"./plain"}, dir, proc.ErrNotExecutable},
		{"folder missing", []string{"true"}, dir + "/nothere", os.ErrNotExist},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := proc.Run(t.Context(), proc.Command{Argv: tt.argv, Dir: tt.dir})
			var start *proc.StartError
			if !errors.As(err, &start) || !errors.Is(err, tt.want) {
				t.Errorf("Run(%q) error %v; want a StartError with %v", tt.argv, err, tt.want)
			}
			if strings.Contains(fmt.Sprint(err), "\n") {
				t.Errorf("Run(%q) error has more than one line: %v", tt.argv, err)
			}
		})
	}
}

func TestScriptWithoutInterpreterLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "script")
	if err := os.WriteFile(path, []byte("echo \"$0 $1\"; exit 3\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	exit, err := proc.Run(t.Context(), proc.Command{Argv: []string{path, "arg"}, Stdout: &out})
	if err != nil || exit.Code != 3 || out.String() != path+" arg\n" {
		t.Errorf("got %q, code %d, error %v", out.String(), exit.Code, err)
	}
}

func TestAlreadyEnded(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("not today")
	cancel(why)
	dir := t.TempDir()
	_, err := proc.Run(ctx, proc.Command{Argv: []string{"touch", filepath.Join(dir, "mark")}})
	if !errors.Is(err, why) {
		t.Errorf("error %v; want %v", err, why)
	}
	if _, err := os.Stat(filepath.Join(dir, "mark")); err == nil {
		t.Error("the command ran")
	}
}

// The command's own end wins over a cancel that comes later.
func TestResultStands(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	_, _, exit, err := sh(t, ctx, "exit 7", nil)
	cancel()
	if err != nil || exit.Code != 7 {
		t.Errorf("got code %d, error %v; want 7", exit.Code, err)
	}
}

func TestHeldPipe(t *testing.T) {
	dir := t.TempDir()
	begin := time.Now()
	const script = "sleep 60 & echo $! >pid; seq 1 9999"
	stdout, _, exit, err := sh(t, t.Context(), script, func(c *proc.Command) { c.Dir = dir })
	if took := time.Since(begin); took > proc.Hold+10*time.Second {
		t.Errorf("took %v", took)
	}
	if err != nil || exit.Code != 0 || !exit.Held || strings.Count(stdout, "\n") != 9999 {
		t.Errorf("got %d lines, exit %+v, error %v; want 9999, held, no error", strings.Count(stdout, "\n"), exit, err)
	}
	killed := pidIn(t, filepath.Join(dir, "pid"))
	if !alive(killed) {
		t.Error("the process that was left running on purpose was stopped")
	}
	if p, err := os.FindProcess(killed); err == nil {
		p.Kill()
	}
}

// What is in the pipe when the command ends is not lost, even if the writer is slow.
func TestSlowWriter(t *testing.T) {
	w := &slow{}
	_, err := proc.Run(t.Context(), proc.Command{
		Argv: []string{"sh", "-c", "sleep 60 & echo $!; head -c 60000 /dev/zero"}, Stdout: w,
	})
	line, _, _ := bytes.Cut(w.b, []byte("\n"))
	var pid int
	fmt.Sscan(string(line), &pid)
	if p, e := os.FindProcess(pid); e == nil && pid > 0 {
		p.Kill()
	}
	if got := len(w.b) - len(line) - 1; got != 60000 || err != nil {
		t.Errorf("got %d bytes, error %v; want 60000", got, err)
	}
}

type slow struct{ b []byte }

func (s *slow) Write(p []byte) (int, error) {
	time.Sleep(proc.Hold + 100*time.Millisecond)
	s.b = append(s.b, p...)
	return len(p), nil
}

// TestProcessorTime counts what a command and a child of it that it waited for have worked, and not that it slept.
func TestProcessorTime(t *testing.T) {
	const work = "i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done"
	run := func(script string) proc.Exit {
		t.Helper()
		exit, err := proc.Run(t.Context(), proc.Command{Argv: []string{"sh", "-c", script}})
		if err != nil {
			t.Fatal(err)
		}
		return exit
	}
	for _, script := range []string{work, "sh -c '" + work + "'; :"} {
		if exit := run(script); exit.Processor < 5*time.Millisecond || exit.Processor > exit.Duration+time.Second {
			t.Errorf("%q worked for %v of %v", script, exit.Processor, exit.Duration)
		}
	}
	if exit := run("sleep 0.3"); exit.Processor > exit.Duration/2 {
		t.Errorf("a command that sleeps worked for %v of %v", exit.Processor, exit.Duration)
	}
}
