//go:build unix

package tool_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/toktee/toktee/agent/abort"
	"github.com/toktee/toktee/agent/tool"
	"github.com/toktee/toktee/internal/run/proc"
	"github.com/toktee/toktee/internal/run/proc/pty"
	"github.com/toktee/toktee/internal/run/spool"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

func TestExec(t *testing.T) {
	b := newBox(t, func(o *tool.Options) { o.Pty = pty.Open(40, 120) })
	b.write("sub/x", "")
	tests := []struct {
		name string
		args object
		code int
		ui   string
	}{
		{"both streams", object{"command": "echo out; sleep 0.05; echo err >&2"}, 0, "out\nerr\n"},
		{"exit code", object{"command": "echo a; exit 7"}, 7, "a\n"},
		{"the root is the folder", object{"command": "ls"}, 0, "sub\n"},
		{"another folder", object{"command": "ls", "dir": "sub"}, 0, "x\n"},
		{"environment", object{"command": "echo $A$B", "env": map[string]string{"A": "1", "B": "2"}}, 0, "12\n"},
		{"stdin", object{"command": "tr a b", "stdin": "banana"}, 0, "bbnbnb"},
		{"no stdin", object{"command": "cat"}, 0, ""},
		{"no shell", object{"command": []string{"echo", "$A", "*"}}, 0, "$A *\n"},
		{"terminal", object{"command": "test -t 1 && echo yes", "tty": true}, 0, "yes\r\n"},
		{"not a terminal", object{"command": "test -t 1 || echo no"}, 0, "no\n"},
		{"what only looks like an abort", object{"command": "echo 'ABORT ERROR: stop'"}, 0, "ABORT ERROR: stop\n"},
		{"not there", object{"command": "toktee-no-such-program 2>/dev/null"}, 127, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := b.call(t.Context(), "exec", tt.args)
			code, known := r.ExitCode()
			ui, _ := r.UIContent()
			if err != nil || code != tt.code || !known || ui != tt.ui || r.Failed() != (tt.code != 0) {
				t.Errorf("got %q, exit code %d, error %v; want %q, %d", ui, code, err, tt.ui, tt.code)
			}
		})
	}
	r, err := b.call(t.Context(), "exec", object{"command": []string{"toktee-no-such-program"}})
	spawn := r.Error() != nil && r.Error().Kind == result.KindSpawn
	if err != nil || !spawn || !strings.Contains(r.LLMContent(), "not found") {
		t.Errorf("got %q, error %v; want one of kind spawn", r.LLMContent(), err)
	}
}

// A call that is stopped leaves what it printed, and says why in its result and its error.
func TestExecStopped(t *testing.T) {
	tests := []struct {
		name  string
		limit time.Duration // of the context
		cause error         // cancels the context, if there is one
		args  object
		code  int
		kind  error
		text  string
	}{
		{"cancelled", 0, context.Canceled, nil, 2, result.ErrAborted, "stopped on request\na\n"},
		{
			"interrupted", 0, &proc.SignalError{Signal: syscall.SIGINT}, nil,
			130, result.ErrAborted, "stopped on request\na\n",
		},
		{"asked to stop", 0, &abort.AbortError{Reason: "enough"}, nil, 2, result.ErrAborted, "stopped on request\na\n"},
		{"time limit", 0, nil, object{"timeout": "2s"}, 124, result.ErrTimeout, "timed out after 2s\na\n"},
		{"in seconds", 0, nil, object{"timeout": 2}, 124, result.ErrTimeout, "timed out after 2s\na\n"},
		{"in milliseconds", 0, nil, object{"timeout_ms": 2000}, 124, result.ErrTimeout, "timed out after 2s\na\n"},
		{"deadline of the caller", 2 * time.Second, nil, nil, 124, result.ErrTimeout, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := newBox(t, nil)
			ctx, cancel := context.WithCancelCause(t.Context())
			defer cancel(nil)
			if tt.limit > 0 {
				var end context.CancelFunc
				ctx, end = context.WithTimeout(ctx, tt.limit)
				defer end()
			}
			if tt.cause != nil {
				go func() {
					for {
						if _, err := os.Stat(filepath.Join(b.dir, "ready")); err == nil {
							cancel(tt.cause)
							return
						}
						time.Sleep(5 * time.Millisecond)
					}
				}()
			}
			args := object{"command": "echo a; echo >ready; sleep 100"}
			for k, v := range tt.args {
				args[k] = v
			}
			r, err := b.call(ctx, "exec", args)
			code, _ := r.ExitCode()
			ui, _ := r.UIContent()
			if err == nil || tt.cause != nil && !errors.Is(err, tt.cause) || !errors.Is(r.Error(), tt.kind) {
				t.Errorf("error %v, result's error %v; want %v, %v", err, r.Error(), tt.cause, tt.kind)
			}
			if code != tt.code || ui != "a\n" || tt.text != "" && r.LLMContent() != tt.text {
				t.Errorf("code %d, %q for the person, %q for the model; want %d, %q",
					code, ui, r.LLMContent(), tt.code, tt.text)
			}
			var asked *abort.AbortError
			if errors.As(tt.cause, &asked) && !strings.HasSuffix(r.Error().Message, asked.Reason) {
				t.Errorf("the result says %q; want %q", r.Error().Message, asked.Reason)
			}
		})
	}
}

func TestExecuteCode(t *testing.T) {
	b := newBox(t, nil)
	b.write("data", "from the root\n")
	tests := []struct{ language, program, code, ui string }{
		{
			"python", "python3",
			"import sys\nprint(open('data').read(), sys.argv[1], sys.stdin.read())",
			"from the root\n x in\n",
		},
		{
			"javascript", "node",
			"console.log(require('fs').readFileSync('data', 'utf8') + process.argv[2])",
			"from the root\nx\n",
		},
		{
			"go", "go",
			"package main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\nfunc main() { fmt.Println(os.Args[1]) }\n",
			"x\n",
		},
	}
	for _, tt := range tests {
		t.Run(tt.language, func(t *testing.T) {
			if _, err := proc.Lookup(tt.program); err != nil {
				t.Skipf("%s isn't installed", tt.program)
			}
			t.Setenv("TMPDIR", t.TempDir())
			args := object{"language": tt.language, "code": tt.code, "args": []string{"x"}, "stdin": "in"}
			ui, _ := b.ok("execute_code", args)
			if ui != tt.ui {
				t.Errorf("got %q, want %q", ui, tt.ui)
			}
			if n := temporary(t); n > 0 {
				t.Errorf("%d temporary folders are left", n)
			}
		})
	}
	t.Run("stopped", func(t *testing.T) {
		if _, err := proc.Lookup("python3"); err != nil {
			t.Skip("python3 isn't installed")
		}
		for timeout := 4; ; timeout *= 4 { // starting it may take seconds
			r, err := b.call(t.Context(), "execute_code", object{
				"language": "python", "code": "import time\nprint('begun')\ntime.sleep(100)", "timeout": timeout,
			})
			ui, _ := r.UIContent()
			if ui == "" && timeout < 64 && errors.Is(r.Error(), result.ErrTimeout) {
				continue
			}
			if err == nil || !errors.Is(r.Error(), result.ErrTimeout) || ui != "begun\n" {
				t.Errorf("got %q, error %v", ui, err)
			}
			break
		}
	})
}

// temporary is how many folders of programs there are.
func temporary(t *testing.T) int {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(os.TempDir(), "toktee-*"))
	if err != nil {
		t.Fatal(err)
	}
	return len(names)
}

// Calls that are stopped leave no descriptor, goroutine or file.
func TestNoLeaks(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	b := newBox(t, func(o *tool.Options) { o.Summarize.Enabled = false })
	round := func() {
		b.call(t.Context(), "exec", object{"command": "head -c 1500000 /dev/zero; sleep 100", "timeout_ms": 60})
		b.call(t.Context(), "exec", object{"command": []string{"toktee-no-such-program"}})
		b.call(t.Context(), "read", object{"path": "nothere"})
		b.call(t.Context(), "grep", object{"pattern": "x"})
	}
	round()
	count := func() (goroutines, files int) {
		names, _ := os.ReadDir("/proc/self/fd") // on other systems goroutines must do
		return runtime.NumGoroutine(), len(names)
	}
	goroutines, files := count()
	for range 20 {
		round()
	}
	for range 100 {
		if g, f := count(); g <= goroutines && f <= files {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if g, f := count(); g > goroutines || f > files {
		t.Errorf("%d goroutines, %d before; %d descriptors, %d before", g, goroutines, f, files)
	}
	if n := temporary(t); n > 0 {
		t.Errorf("%d temporary folders are left", n)
	}
}

// Parallel calls: stopping one leaves the others alone.
func TestParallel(t *testing.T) {
	b := newBox(t, nil)
	type ended struct {
		r   result.ToolResult
		err error
	}
	other := make(chan ended, 1)
	go func() {
		command := "sh -c 'sleep 1; echo done' & wait"
		if _, err := proc.Lookup("setsid"); err == nil {
			command = "setsid " + command // it leaves the shell's process group
		}
		r, err := b.call(t.Context(), "exec", object{"command": command})
		other <- ended{r, err}
	}()
	time.Sleep(100 * time.Millisecond)
	if r, err := b.call(t.Context(), "exec", object{"command": "sleep 100", "timeout_ms": 100}); err == nil {
		t.Errorf("got %q, no error", r.LLMContent())
	}
	if e := <-other; e.err != nil || e.r.Failed() || !strings.Contains(e.r.LLMContent(), "done") {
		t.Errorf("the other one: %q, error %v", e.r.LLMContent(), e.err)
	}
}

func TestRunLive(t *testing.T) {
	r, w := io.Pipe()
	b := newBox(t, func(o *tool.Options) { o.Live = w })
	first := make(chan string, 1)
	go func() {
		buf := make([]byte, 10)
		n, _ := r.Read(buf)
		first <- string(buf[:n])
		io.Copy(io.Discard, r)
	}()
	go func() {
		if got := <-first; got != "one\n" {
			t.Errorf("while it runs: %q", got)
		}
		os.WriteFile(filepath.Join(b.dir, "go"), nil, 0o600)
	}()
	res, err := b.Run(t.Context(), tool.Command{
		Argv:    []string{"sh", "-c", "echo one; while ! test -e go; do sleep 0.01; done; echo two"},
		Timeout: time.Minute,
	})
	w.Close()
	if ui, _ := res.UIContent(); err != nil || ui != "one\ntwo\n" || res.Duration() == 0 {
		t.Errorf("got %q, error %v", ui, err)
	}
}

// The interleaving of both streams is kept, above what is held in memory too.
func TestLargeOutput(t *testing.T) {
	var bytes int64
	var frames int
	b := newBox(t, func(o *tool.Options) {
		o.Deliver = func(
			ctx context.Context, cfg summarize.Config, req summarize.Request, _ ...string,
		) (result.ToolResult, error) {
			sp := req.Source.(*spool.Spool)
			bytes, frames = sp.Len(), len(sp.Frames())
			if _, inMemory := sp.Bytes(); inMemory {
				t.Error("it isn't on disk")
			}
			return summarize.Summarize(ctx, cfg, req)
		}
	})
	const command = "seq 1 300000; sleep 0.1; echo problem >&2; sleep 0.1; echo end"
	_, r := b.call(t.Context(), "exec", object{"command": command})
	if r != nil || bytes != 1988895+8+4 || frames != 3 {
		t.Errorf("%d bytes in %d frames, error %v; want %d in 3", bytes, frames, r, 1988895+8+4)
	}
}
