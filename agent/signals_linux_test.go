package agent_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/toktee/toktee/agent"
	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/agent/session"
	"github.com/toktee/toktee/agent/tool"
	"github.com/toktee/toktee/result"
)

// stubbornVariable makes the test's binary a program whose model runs the command that it names.
const stubbornVariable = "TOKTEE_TEST_STUBBORN"

func TestMain(m *testing.M) {
	if command := os.Getenv(stubbornVariable); command != "" {
		os.Exit(stubbornProgram(command))
	}
	os.Exit(m.Run())
}

// stubbornProgram is a program as the documentation has it: agent.Signals with os.Exit, the built-in tools, one run.
func stubbornProgram(command string) int {
	ctx, stop := agent.Signals(context.Background(), os.Exit)
	defer stop()
	dir := os.Getenv("TMPDIR")
	transcript, err := session.Open(filepath.Join(dir, "session.jsonl"), nil)
	if err != nil {
		panic(err)
	}
	tools, err := tool.New(tool.Options{Root: dir, Live: os.Stdout})
	if err != nil {
		panic(err)
	}
	exec, _ := tools.Tool("exec")
	exec.Cancellable = os.Getenv("TOKTEE_TEST_DEAF") == ""
	if run := exec.Run; !exec.Cancellable {
		exec.Run = func(ctx context.Context, args json.RawMessage) (result.ToolResult, error) {
			return run(context.WithoutCancel(ctx), args)
		}
	}
	args, _ := json.Marshal(map[string]string{"command": command})
	a, err := agent.New(agent.Config{
		Provider: &script{answers: []model.Response{calls("exec", string(args))}}, Model: "scripted", Log: transcript,
		Tools: []tool.Tool{exec},
	})
	if err != nil {
		panic(err)
	}
	_, err = a.Run(ctx, "go")
	return agent.ExitCode(err)
}

// The second signal leaves nothing of the commands that tools run, even if they don't obey the first one: no child, no
// daemon, nothing that has lost its parent.
func TestSecondSignalLeavesNoProcess(t *testing.T) {
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip("a daemon is made with setsid: ", err)
	}
	for name, deaf := range map[string]string{"stubborn": "", "stubborn, in a tool that can't be cancelled": "1"} {
		t.Run(name, func(t *testing.T) {
			token := fmt.Sprintf("toktee-stubborn-%d-%d", os.Getpid(), len(name))
			command := strings.ReplaceAll(`trap '' TERM INT
				sh -c "trap '' TERM INT; sleep 1000 & sleep 1001; : TOKEN" &
				setsid sh -c "trap '' TERM INT; (setsid sleep 1002 &); sleep 1003; : TOKEN" &
				(sh -c "trap '' TERM INT; while :; do sleep 0.1; done; : TOKEN" &)
				sleep 0.3; echo ready
				while :; do sleep 0.1; done; : TOKEN`, "TOKEN", token)
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(),
				stubbornVariable+"="+command, "TOKTEE_TEST_DEAF="+deaf, "TMPDIR="+t.TempDir())
			cmd.Stderr = os.Stderr
			stdout, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			if line, err := bufio.NewReader(stdout).ReadString('\n'); line != "ready\n" {
				t.Fatalf("the command prints %q, %v", line, err)
			}
			if n := len(living(t, token)); n < 4 {
				t.Fatalf("%d processes of the command, want at least 4", n)
			}
			cmd.Process.Signal(syscall.SIGINT)
			time.Sleep(50 * time.Millisecond)
			cmd.Process.Signal(syscall.SIGINT)
			at := time.Now()
			err = cmd.Wait()
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.ExitCode() != 130 || time.Since(at) > 20*time.Second {
				t.Errorf("the program ends with %v after %v, want exit code 130 soon", err, time.Since(at))
			}
			for pid, line := range living(t, token) {
				t.Errorf("process %d is left: %q", pid, line)
				syscall.Kill(pid, syscall.SIGKILL)
			}
		})
	}
}

// living are the processes that have a text in their command line or their environment, except for the program's own,
// with their command lines.
func living(t *testing.T, token string) map[int]string {
	t.Helper()
	dirs, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		t.Fatal(err)
	}
	found := map[int]string{}
	for _, dir := range dirs {
		line, _ := os.ReadFile(dir + "/cmdline")
		env, _ := os.ReadFile(dir + "/environ")
		own := strings.HasPrefix(string(line), os.Args[0])
		if pid, err := strconv.Atoi(filepath.Base(dir)); err == nil && !own {
			if strings.Contains(string(line)+string(env), token) {
				found[pid] = string(line)
			}
		}
	}
	return found
}
