package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/toktee/toktee/agent/session"
	"github.com/toktee/toktee/internal/testing/sweep"
)

// startProgram starts the program in a process, and waits until its output holds text.
func startProgram(t *testing.T, p place, text string, args ...string) (*exec.Cmd, *os.File) {
	t.Helper()
	cmd := exec.Command(os.Args[0], p.args(args...)...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	pr, pw, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pr.Close() })
	cmd.Stdout = pw
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	pw.Close()
	if text != "" {
		waitFor(pr, text)
	}
	return cmd, pr
}

// The first signal stops the run and saves it, with the signal's exit code; the second one exits at once.
func TestSignals(t *testing.T) {
	for _, c := range []struct {
		name string
		sig  syscall.Signal
		code int
		two  bool
	}{
		{"SIGINT", syscall.SIGINT, 130, false},
		{"SIGTERM", syscall.SIGTERM, 143, false},
		{"SIGINT twice", syscall.SIGINT, 130, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newPlace(t)
			cmd, _ := startProgram(t, p, "trap", "-task", "wait")
			time.Sleep(2 * time.Second) // the commands have printed
			at := time.Now()
			cmd.Process.Signal(c.sig)
			if c.two {
				time.Sleep(100 * time.Millisecond)
				cmd.Process.Signal(c.sig)
			}
			err := cmd.Wait()
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.ExitCode() != c.code {
				t.Errorf("the program ended with %v, want exit code %d", err, c.code)
			}
			took := time.Since(at)
			t.Logf("it took %v", took)
			if took > 20*time.Second {
				t.Errorf("it took %v", took)
			}
			if !c.two {
				checkStopped(t, p, session.StopAborted, "stopped by "+c.name)
				return
			}
			p.items(t) // whatever it holds, it can be sent
		})
	}
}

// A run that is killed at any moment has on disk every call that it has reported as ended, and its session goes on.
// TOKTEE_TEST_KILLS is the number of kills; by default a sample of 50.
func TestKill(t *testing.T) {
	n := 50 / sweep.Every(3)
	if s := os.Getenv("TOKTEE_TEST_KILLS"); s != "" {
		var err error
		if n, err = strconv.Atoi(s); err != nil {
			t.Fatal(err)
		}
	}
	total := 0
	for i := range n {
		p := newPlace(t)
		ended := runAndKill(t, p, providerNames[i%3])
		total += len(ended)
		logged := map[string]bool{}
		for _, it := range p.items(t) {
			if it.Kind == session.KindResult {
				logged[it.Result.CallID] = true
			}
		}
		for _, id := range ended {
			if !logged[id] {
				t.Errorf("run %d: %s was reported as ended and isn't in the log", i, id)
			}
		}
		if i%5 == 0 {
			goOn(t, p)
		}
	}
	t.Logf("%d kills, %d calls had ended", n, total)
	if total == 0 {
		t.Error("no call had ended before a kill")
	}
}

// runAndKill runs task count in a process and kills it within 0.3 s. It returns the calls that were reported as ended.
func runAndKill(t *testing.T, p place, provider string) []string {
	t.Helper()
	cmd, out := startProgram(t, p, "step_started", "-task", "count", "-events", "-provider", provider)
	ended := make(chan []string)
	go func() {
		var ids []string
		s := bufio.NewScanner(out)
		s.Buffer(nil, 1<<20)
		for s.Scan() {
			var e struct {
				Event string
				Call  struct{ ID string }
			}
			if json.Unmarshal(s.Bytes(), &e) == nil && e.Event == "call_ended" {
				ids = append(ids, e.Call.ID)
			}
		}
		ended <- ids
	}()
	time.Sleep(time.Duration(rand.IntN(300_000)) * time.Microsecond)
	cmd.Process.Kill()
	cmd.Wait()
	return <-ended
}

// goOn runs another task in the same session.
func goOn(t *testing.T, p place) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var out bytes.Buffer
	if err := runWith(ctx, &out, &out, p.args("-task", "fix")...); err != nil {
		t.Errorf("the next run: %v\n%s", err, out.String())
	}
	p.items(t)
}
