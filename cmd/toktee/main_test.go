package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	if os.Getenv(agentVariable) != "" && len(os.Args) > 1 {
		actAsAgent(os.Args[1:])
	}
	testscript.Main(m, map[string]func(){"toktee": main})
}

func TestScripts(t *testing.T) { runScripts(t, "testdata", "") }

// TestQuietScripts runs scripts in a folder that other tests don't change.
func TestQuietScripts(t *testing.T) {
	const quiet = "/var/tmp" // not that of os.TempDir
	if _, err := os.Stat(quiet); err != nil {
		t.Skip(err)
	}
	root, err := os.MkdirTemp(quiet, "toktee-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(root) })
	t.Run("in", func(t *testing.T) { runScripts(t, "testdata/quiet", root) })
}

func runScripts(t *testing.T, dir, root string) {
	firstStore, err := filepath.Abs("../../internal/host/store/testdata/first")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: dir, WorkdirRoot: root,
		Setup: func(env *testscript.Env) error {
			env.Setenv("TOKTEE_STORE", filepath.Join(env.WorkDir, ".store"))
			env.Setenv("XDG_CONFIG_HOME", filepath.Join(env.WorkDir, ".config"))
			env.Setenv("XDG_RUNTIME_DIR", "")
			env.Setenv("FIRST_STORE", firstStore)
			env.Setenv("GORACE", os.Getenv("GORACE"))
			if cache, err := exec.Command("go", "env", "GOCACHE").Output(); err == nil {
				env.Setenv("GOCACHE", strings.TrimSpace(string(cache)))
			}
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"code":   exitCode,
			"loop":   recordedLoop,
			"signal": signalled,
			"lines":  lineCount,
		},
	})
}

// exitCode is "code N CMD...": the command must exit with that code.
func exitCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: code N CMD...")
	}
	err := ts.Exec(args[1], args[2:]...)
	got := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if want := args[0]; strconv.Itoa(got) != want {
		ts.Fatalf("exit code %d, want %s", got, want)
	}
}

// signalled is "signal SIG FILE CODE CMD...": once FILE exists, the command gets the signal and must exit with the
// code. "SIG+SIG" is one after the other. What it prints goes to the file "out", its errors to "err".
func signalled(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 4 {
		ts.Fatalf("usage: signal SIG FILE CODE CMD...")
	}
	numbers := map[string]syscall.Signal{"INT": syscall.SIGINT, "TERM": syscall.SIGTERM, "HUP": syscall.SIGHUP}
	path, err := exec.LookPath(args[3])
	ts.Check(err)
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(path, args[4:]...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = ts.Getenv("WORK"), &stdout, &stderr
	for _, k := range []string{"PATH", "HOME", "TOKTEE_STORE", "XDG_CONFIG_HOME", "TMPDIR"} {
		cmd.Env = append(cmd.Env, k+"="+ts.Getenv(k))
	}
	heard := make(chan os.Signal, 1) // under nohup the command would start with it ignored, and rightly outlive it
	signal.Notify(heard, syscall.SIGHUP)
	defer signal.Stop(heard)
	ts.Check(cmd.Start())
	hung := time.AfterFunc(5*time.Minute, func() { cmd.Process.Kill() })
	defer hung.Stop()
	for {
		if _, err := os.Stat(ts.MkAbs(args[1])); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	for i, name := range strings.Split(args[0], "+") {
		if i > 0 {
			time.Sleep(100 * time.Millisecond)
		}
		ts.Check(cmd.Process.Signal(numbers[name]))
	}
	cmd.Wait() // its error is the exit code
	ts.Check(os.WriteFile(ts.MkAbs("out"), stdout.Bytes(), 0o600))
	ts.Check(os.WriteFile(ts.MkAbs("err"), stderr.Bytes(), 0o600))
	if got := cmd.ProcessState.ExitCode(); strconv.Itoa(got) != args[2] {
		ts.Fatalf("exit code %d, want %s; stderr: %s", got, args[2], stderr.Bytes())
	}
}

// lineCount is "lines N FILE": the file, or stdout or stderr, has so many lines.
func lineCount(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: lines N FILE")
	}
	text := ts.ReadFile(args[1])
	if got := bytes.Count([]byte(text), []byte("\n")); strconv.Itoa(got) != args[0] {
		ts.Fatalf("%s has %d lines, want %s:\n%s", args[1], got, args[0], text)
	}
}
