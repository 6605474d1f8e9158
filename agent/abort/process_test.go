package abort_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/toktee/toktee/agent/abort"
)

// runVariable makes the test's binary a program with one run, in the folder that it names.
const runVariable = "TOKTEE_TEST_ABORT"

func TestMain(m *testing.M) {
	if dir := os.Getenv(runVariable); dir != "" {
		runProgram(dir)
		return
	}
	os.Exit(m.Run())
}

// runProgram is a program as the package's documentation has it. It prints its run's id, and then why it ended: it was
// asked to, or standard input has ended.
func runProgram(dir string) {
	run := abort.Begin(abort.Options{Dir: dir, Warn: func(err error) { fmt.Println("warning:", err) }})
	defer run.End()
	ctx, stop := run.Watch(context.Background())
	defer stop()
	fmt.Println(run.ID())
	ended := make(chan struct{})
	go func() {
		io.Copy(io.Discard, os.Stdin)
		close(ended)
	}()
	select {
	case <-ctx.Done():
		fmt.Println(context.Cause(ctx))
	case <-ended:
		fmt.Println("by itself")
	}
}

// A program is a process with a run.
type program struct {
	cmd   *exec.Cmd
	stdin io.Closer
	out   *bufio.Reader
	id    string
}

// start starts a program and waits until its run has begun.
func start(t *testing.T, dir string) *program {
	t.Helper()
	p := &program{cmd: exec.Command(os.Args[0])}
	p.cmd.Env = append(os.Environ(), runVariable+"="+dir, "GORACE=atexit_sleep_ms=0")
	p.cmd.Stderr = os.Stderr
	stdout, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if p.stdin, err = p.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.cmd.Process.Kill(); p.cmd.Wait() })
	p.out = bufio.NewReader(stdout)
	p.id = p.line()
	return p
}

func (p *program) line() string {
	line, _ := p.out.ReadString('\n')
	return strings.TrimSuffix(line, "\n")
}

// crash kills the program.
func (p *program) crash() {
	p.cmd.Process.Kill()
	p.cmd.Wait()
}

// end is what the program prints at its end; unless it was asked to stop, that is now.
func (p *program) end(t *testing.T, asked bool) string {
	if asked {
		late := time.AfterFunc(20*time.Second, func() {
			t.Errorf("%s doesn't hear the request", p.id)
			p.stdin.Close()
		})
		defer late.Stop()
	} else {
		p.stdin.Close()
	}
	said := p.line()
	if err := p.cmd.Wait(); err != nil {
		t.Error(err)
	}
	return said
}

// TestProcesses asks processes to stop, one or all of a folder, while some of them crash and others begin.
func TestProcesses(t *testing.T) {
	rounds := 24
	if testing.Short() {
		rounds = 4
	}
	ownRegister(t)
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "a", "b"), 0o755); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for n := range rounds {
		programs := make([]*program, 2+r.IntN(4))
		for i := range programs {
			programs[i] = start(t, filepath.Join(dir, []string{"", "a", "a/b"}[r.IntN(3)]))
		}
		id, why := abort.All, fmt.Sprintf("round %d", n)
		if n%2 == 0 {
			id = programs[0].id
		}
		if r.IntN(3) == 0 {
			programs[len(programs)-1].crash()
			programs = programs[:len(programs)-1]
		}
		if _, err := abort.Request(dir, id, why); err != nil {
			t.Fatal(err)
		}
		late := start(t, dir)
		if r.IntN(3) == 0 {
			late.crash() // it had no time to clean up
			late = start(t, dir)
		}
		var wg sync.WaitGroup
		for i, p := range programs {
			asked, want := id == abort.All || i == 0, "by itself"
			if asked {
				want = "aborted: " + why
			}
			wg.Go(func() {
				if got := p.end(t, asked); got != want {
					t.Errorf("round %d: program %d of %d says %q, want %q", n, i, len(programs), got, want)
				}
			})
		}
		wg.Wait()
		if got := late.end(t, false); got != "by itself" {
			t.Errorf("round %d: the program that was started after the request says %q", n, got)
		}
		if names, err := os.ReadDir(filepath.Join(dir, ".toktee", "abort")); err != nil || len(names) > 0 {
			t.Fatalf("round %d: left %v, error %v", n, names, err)
		}
	}
}

// A request to all stays for a run that hasn't seen it yet, whoever else begins, ends or dies, and goes with that run.
func TestAllStaysUntilSeen(t *testing.T) {
	ownRegister(t)
	dir := t.TempDir()
	old, killed := abort.Begin(abort.Options{Dir: dir}), start(t, dir)
	request, err := abort.Request(dir, abort.All, "stop")
	if err != nil {
		t.Fatal(err)
	}
	killed.crash()
	for range 3 {
		if got := start(t, dir).end(t, false); got != "by itself" {
			t.Errorf("a program that was started after the request says %q", got)
		}
		if _, err := os.Stat(request); err != nil {
			t.Fatal("the request is gone before the run has seen it")
		}
	}
	if got := reason(t, old); got != "stop" {
		t.Errorf("the run hears %q, want %q", got, "stop")
	}
	old.End()
	if _, err := os.Stat(request); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the request outlives the run: %v", err)
	}
}
