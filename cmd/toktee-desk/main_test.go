package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/toktee/toktee/agent/abort"
)

// programs is a folder with toktee, toktee-desk and agent, an agent loop with a scripted model.
var programs string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "toktee-desk")
	if err != nil {
		panic(err)
	}
	programs = dir
	build := exec.Command("go", "build", "-o", dir, "../toktee", ".", "../../agent/examples/agent")
	build.Stderr = os.Stderr
	code := 1
	if err := build.Run(); err == nil {
		code = m.Run()
	}
	os.RemoveAll(dir)
	os.Exit(code)
}

// A client is a process that serves us.
type client struct {
	t      *testing.T
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	stderr bytes.Buffer
}

// start starts toktee with these arguments in a folder, as a client of its server.
func start(t *testing.T, dir, program string, args ...string) *client {
	t.Helper()
	return startIn(t, nil, dir, program, args...)
}

// startIn does the same with more variables in the environment.
func startIn(t *testing.T, env []string, dir, program string, args ...string) *client {
	t.Helper()
	c := &client{t: t, cmd: exec.Command(program, args...)}
	c.cmd.Dir, c.cmd.Stderr = dir, &c.stderr
	c.cmd.Env = append(environment(t), env...)
	var err error
	if c.in, err = c.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	c.out = bufio.NewReader(out)
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.cmd.Process.Kill() })
	return c
}

func environment(t *testing.T) []string {
	return append(os.Environ(), "TOKTEE_STORE="+filepath.Join(t.TempDir(), "store"), "XDG_CONFIG_HOME="+t.TempDir())
}

// ask sends a request and returns the result in its answer.
func (c *client) ask(id int, method, params string) map[string]any {
	c.t.Helper()
	fmt.Fprintf(c.in, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`+"\n", id, method, params)
	for {
		line, err := c.out.ReadBytes('\n')
		if err != nil {
			c.t.Fatalf("%s: no answer: %v, %s", method, err, c.stderr.Bytes())
		}
		var m struct {
			ID     *int
			Result map[string]any
			Error  map[string]any
		}
		if err := json.Unmarshal(line, &m); err != nil {
			c.t.Fatalf("%s: not a message: %q", method, line)
		}
		if m.ID != nil && *m.ID == id {
			if m.Result == nil {
				c.t.Fatalf("%s: %v", method, m.Error)
			}
			return m.Result
		}
	}
}

func (c *client) initialize() {
	c.t.Helper()
	c.ask(0, "initialize",
		`{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}`)
	fmt.Fprintln(c.in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
}

// ended waits for the process and returns its exit code.
func (c *client) ended() int {
	c.t.Helper()
	done := make(chan struct{})
	go func() { c.cmd.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(2 * time.Minute):
		c.t.Fatal("the server doesn't end")
	}
	return c.cmd.ProcessState.ExitCode()
}

// TestServer: toktee becomes its server, which ends when its client leaves or asks for that.
func TestServer(t *testing.T) {
	for _, leave := range []func(*client){
		func(c *client) { c.in.Close() },
		func(c *client) { c.cmd.Process.Signal(syscall.SIGTERM) },
		func(c *client) { c.cmd.Process.Signal(os.Interrupt) },
	} {
		c := start(t, t.TempDir(), filepath.Join(programs, "toktee"),
			"mcp", "--level", "minimal", "--any-client", "--tools", "exec,read")
		c.initialize()
		if tools := c.ask(1, "tools/list", `{}`)["tools"].([]any); len(tools) != 4 {
			t.Errorf("%d tools are offered, want exec, read, abort and toktee_output", len(tools))
		}
		r := c.ask(2, "tools/call", `{"name":"exec","arguments":{"command":"seq -f 'line %g' 1000"}}`)
		text := fmt.Sprint(r["content"])
		if !strings.Contains(text, "toktee_output {") {
			t.Errorf("the text is %q", text)
		}
		leave(c)
		if code := c.ended(); code != 0 || c.stderr.Len() > 0 {
			t.Errorf("the server ended with %d and said %q", code, c.stderr.String())
		}
	}
}

// TestServerRules: without --tools, the server offers nothing that acts. With it, a client whose rules can't be read
// gets nothing done, unless the person who starts the server wants that.
func TestServerRules(t *testing.T) {
	for _, tt := range []struct {
		args, tools string
		runs        bool
	}{
		{"", "[abort toktee_output]", false},
		{"--tools", "[abort edit exec execute_code grep list patch read toktee_output write]", false},
		{"--tools=exec", "[abort exec toktee_output]", false},
		{"--tools exec,read", "[abort exec read toktee_output]", false},
		{"--tools exec --any-client", "[abort exec toktee_output]", true},
	} {
		root := t.TempDir()
		args := append([]string{"mcp"}, strings.Fields(tt.args)...)
		c := start(t, root, filepath.Join(programs, "toktee"), args...)
		c.initialize()
		var names []string
		for _, tool := range c.ask(1, "tools/list", `{}`)["tools"].([]any) {
			names = append(names, fmt.Sprint(tool.(map[string]any)["name"]))
		}
		if slices.Sort(names); fmt.Sprint(names) != tt.tools {
			t.Errorf("%s: the tools are %s, want %s", tt.args, names, tt.tools)
		}
		if slices.Contains(names, "exec") {
			r := c.ask(2, "tools/call", `{"name":"exec","arguments":{"command":"echo hi >made"}}`)
			isRefused := strings.Contains(fmt.Sprint(r["content"]), `the rules of the client "x" can't be read`)
			if _, err := os.Stat(filepath.Join(root, "made")); (err == nil) != tt.runs || isRefused == tt.runs {
				t.Errorf("%s: ran %v, %v", tt.args, err == nil, r)
			}
		}
		c.in.Close()
		if code := c.ended(); code != 0 || c.stderr.Len() > 0 {
			t.Errorf("%s: the server ended with %d and said %q", tt.args, code, c.stderr.String())
		}
	}
	out, err := exec.Command(filepath.Join(programs, "toktee"), "mcp", "--tools=exec,shell").CombinedOutput()
	if err == nil || strings.Count(string(out), "\n") != 1 ||
		!strings.Contains(string(out), `--tools "shell": want all, exec,`) {
		t.Errorf("an unknown tool: %v, %s", err, out)
	}
}

// TestMissing: without its second executable, toktee says in one line how to get it.
func TestMissing(t *testing.T) {
	alone := filepath.Join(t.TempDir(), "toktee")
	b, err := os.ReadFile(filepath.Join(programs, "toktee"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(alone, b, 0o700); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(alone, "mcp")
	cmd.Env = append(environment(t), "PATH=")
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 1 || strings.Count(string(out), "\n") != 1 ||
		!strings.Contains(string(out), " ./cmd/toktee-desk builds it") {
		t.Errorf("%v: %s", err, out)
	}
}

// TestByHand: who starts the second executable is told what does.
func TestByHand(t *testing.T) {
	for _, args := range [][]string{{}, {"mcp"}, {"--help"}, {"mcp", "{}", "x"}} {
		var stderr bytes.Buffer
		code := run(t.Context(), args, nil, nil, &stderr)
		if code != 2 || !strings.Contains(stderr.String(), "toktee --help") {
			t.Errorf("%q: exit %d, %q", args, code, stderr.String())
		}
	}
	var stderr bytes.Buffer
	if code := run(t.Context(), []string{"mcp", `{"Later":1}`}, nil, nil, &stderr); code != 1 ||
		!strings.Contains(stderr.String(), "different versions") {
		t.Errorf("an option of a later version: exit %d, %q", code, stderr.String())
	}
}

// TestAbort: over MCP, a model stops a command under toktee and an agent's loop, and both say why.
func TestAbort(t *testing.T) {
	t.Setenv("XDG_RUNTIME_DIR", "") // the register of all of them
	root, env := t.TempDir(), environment(t)
	run := exec.Command(filepath.Join(programs, "toktee"), "run", "--", "sh", "-c", "echo begun >begun; sleep 1000")
	loop := exec.Command(filepath.Join(programs, "agent"), "-task", "wait", "-events",
		"-dir", filepath.Join(root, "work"), "-session", filepath.Join(root, "session.jsonl"))
	said := map[*exec.Cmd]*bytes.Buffer{}
	for _, cmd := range []*exec.Cmd{run, loop} {
		said[cmd] = &bytes.Buffer{}
		cmd.Dir, cmd.Env, cmd.Stderr, cmd.Stdout = root, env, said[cmd], said[cmd]
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { cmd.Process.Kill() })
	}
	for until := time.Now().Add(2 * time.Minute); ; time.Sleep(10 * time.Millisecond) {
		runs, err := abort.List("")
		if err != nil || time.Now().After(until) {
			t.Fatalf("the runs don't begin: %v, %v", runs, err)
		}
		here := 0
		for _, r := range runs {
			if strings.HasPrefix(r.Dir, root) {
				here++
			}
		}
		if _, err := os.Stat(filepath.Join(root, "begun")); here == 2 && err == nil {
			break
		}
	}
	c := start(t, root, filepath.Join(programs, "toktee"), "mcp")
	c.initialize()
	r := c.ask(1, "tools/call", `{"name":"abort","arguments":{"reason":"the disk is full"}}`)
	if r["isError"] == true {
		t.Fatal(r)
	}
	for _, cmd := range []*exec.Cmd{run, loop} {
		cmd.Wait()
		if code := cmd.ProcessState.ExitCode(); code != 2 || !strings.Contains(said[cmd].String(), "the disk is full") {
			t.Errorf("%s ended with %d and said %.300s", cmd.Args[0], code, said[cmd])
		}
	}
	c.in.Close()
	c.ended()
}
