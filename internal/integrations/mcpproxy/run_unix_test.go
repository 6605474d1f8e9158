//go:build unix

package mcpproxy

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/run/proc"
	"github.com/toktee/toktee/internal/testing/sweep"
)

// fake makes the test program a server.
const fake = "TOKTEE_TEST_MCP_SERVER"

func TestMain(m *testing.M) {
	switch os.Getenv(fake) {
	case "":
		os.Exit(m.Run())
	case "child":
		time.Sleep(time.Minute)
	default:
		os.Exit(serve(os.Getenv(fake)))
	}
}

// A fakeCall is a message that the fake server gets.
type fakeCall struct {
	ID     json.RawMessage
	Method string
	Params struct {
		RequestID json.RawMessage
		Name      string
		Arguments struct {
			N, Lines int
		}
	}
}

// serve is the fake server: it answers calls in any order, cancelled ones too if they are even. It crashes in the call
// of crash. A stubborn one ignores the end of its input and SIGTERM, and has a child.
func serve(manner string) int {
	if manner == "stubborn" {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), fake+"=child")
		if cmd.Start() != nil {
			return 1
		}
		signal.Ignore(os.Interrupt, syscall.SIGTERM)
		fmt.Printf(`{"method":"notifications/pids","params":[%d,%d]}`+"\n", os.Getpid(), cmd.Process.Pid)
	}
	var mu sync.Mutex
	var calls sync.WaitGroup
	cancelled := map[string]bool{}
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			break
		}
		var c fakeCall
		if json.Unmarshal(line, &c) != nil {
			continue
		}
		switch {
		case c.Method == "notifications/cancelled":
			mu.Lock()
			cancelled[string(c.Params.RequestID)] = true
			mu.Unlock()
		case c.Params.Name == "crash":
			os.Stdout.WriteString(`{"jsonrpc":"2.0","id":` + string(c.ID) + `,"resu`)
			return 7
		case c.Params.Name != "hang":
			calls.Go(func() {
				n := c.Params.Arguments.N
				time.Sleep(time.Duration(n%7) * time.Millisecond)
				var text strings.Builder
				fmt.Fprintf(&text, "this is the answer to call %d\n", n)
				text.WriteString(numbered(c.Params.Arguments.Lines))
				mu.Lock()
				defer mu.Unlock()
				if cancelled[string(c.ID)] && n%2 == 1 {
					return
				}
				fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":%s}]}}`+"\n",
					c.ID, quoted(text.String()))
			})
		}
	}
	calls.Wait()
	if manner == "stubborn" {
		time.Sleep(time.Minute)
	}
	return 3
}

// A session is a client whose server runs behind a proxy.
type session struct {
	in    io.WriteCloser
	out   *bufio.Reader
	close context.CancelCauseFunc
	ended chan struct{}
	exit  proc.Exit
	err   error
}

func begin(t *testing.T, manner string) *session {
	t.Helper()
	t.Setenv(fake, manner)
	fromClient, toProxy := io.Pipe()
	fromProxy, toClient := io.Pipe()
	ctx, cancel := context.WithCancelCause(t.Context())
	s := &session{in: toProxy, out: bufio.NewReader(fromProxy), close: cancel, ended: make(chan struct{})}
	o := Options{Argv: []string{os.Args[0]}, Host: openHost(t), Stdin: fromClient, Stdout: toClient, Stderr: os.Stderr}
	go func() {
		defer close(s.ended)
		s.exit, s.err = Run(ctx, o)
		toClient.Close()
	}()
	t.Cleanup(func() {
		cancel(nil)
		fromProxy.Close()
		toProxy.Close()
		<-s.ended
	})
	return s
}

// alive reports whether a process runs. One that has ended and that nobody has waited for doesn't.
func alive(pid int) bool {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err == nil {
		_, state, _ := strings.Cut(string(b), ") ")
		return !strings.HasPrefix(state, "Z") && !strings.HasPrefix(state, "X")
	}
	return !errors.Is(err, os.ErrNotExist) && syscall.Kill(pid, 0) == nil
}

// If a thousand calls are sent at once, each that isn't cancelled is answered once, by its own answer, and none twice.
// With the race detector, there are 200.
func TestManyCalls(t *testing.T) {
	s := begin(t, "many")
	calls := 1000
	if sweep.Raced {
		calls = 200
	}
	var mu sync.Mutex
	ids, cancelled, answered, sent := map[string]int{}, map[string]bool{}, map[string]bool{}, false
	leave := func() { // once nothing is waited for; the caller holds mu
		for id := range ids {
			if !sent || !answered[id] && !cancelled[id] {
				return
			}
		}
		s.in.Close()
	}
	rng := rand.New(rand.NewPCG(1, 2))
	go func() {
		var open []string
		for n := range calls {
			id := strconv.Itoa(n)
			if n%3 == 0 {
				id = `"` + strconv.Itoa(n/3) + `"` // the text of a number that is another call's
			}
			mu.Lock()
			ids[id] = n
			mu.Unlock()
			fmt.Fprintf(s.in, `{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":"deploy",`+
				`"arguments":{"n":%d,"lines":%d}}}`+"\n", id, n, 200*(n%3))
			if open = append(open, id); rng.IntN(4) == 0 {
				id := open[rng.IntN(len(open))]
				mu.Lock()
				cancelled[id] = true
				mu.Unlock()
				fmt.Fprintf(s.in, `{"method":"notifications/cancelled","params":{"requestId":%s}}`+"\n", id)
			}
		}
		mu.Lock()
		defer mu.Unlock()
		sent = true
		leave()
	}()
	defer time.AfterFunc(2*time.Minute, func() { s.in.Close() }).Stop() // a lost answer must not hang the test
	for {
		line, err := s.out.ReadBytes('\n')
		if err != nil {
			break
		}
		var m struct {
			ID json.RawMessage
			resultOf
		}
		if err := json.Unmarshal(line, &m); err != nil || len(m.Result.Content) != 1 {
			t.Fatalf("%v: %.200s", err, line)
		}
		id := string(m.ID)
		mu.Lock()
		n, ok := ids[id]
		twice := answered[id]
		answered[id] = true
		leave()
		mu.Unlock()
		want := fmt.Sprintf("this is the answer to call %d\n", n)
		if text := m.Result.Content[0]["text"].(string) + "\n"; !ok || twice || !strings.Contains(text, want) {
			t.Fatalf("call %s (known: %v, answered before: %v) is answered by %.200s", id, ok, twice, line)
		}
	}
	<-s.ended
	for id := range ids {
		if !answered[id] && !cancelled[id] {
			t.Errorf("call %s isn't answered", id)
		}
	}
	if s.err != nil || s.exit.Code != 3 {
		t.Errorf("exit %d, %v: want the server's own", s.exit.Code, s.err)
	}
}

// What the server has sent when it crashes goes through, and its exit is ours.
func TestCrash(t *testing.T) {
	s := begin(t, "crashes")
	go io.WriteString(s.in, `{"id":1,"method":"tools/call","params":{"name":"hang"}}`+"\n"+
		`{"id":2,"method":"tools/call","params":{"name":"crash"}}`+"\n")
	got, _ := io.ReadAll(s.out)
	<-s.ended
	if string(got) != `{"jsonrpc":"2.0","id":2,"resu` || s.exit.Code != 7 || s.err != nil {
		t.Errorf("exit %d, %v, after %q", s.exit.Code, s.err, got)
	}
}

// However the client ends, nothing is left of a server that doesn't want to end.
func TestEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for a server that ignores what it is asked")
	}
	for name, end := range map[string]func(*session){
		"stdin":   func(s *session) { s.in.Close() },
		"SIGINT":  func(s *session) { s.close(&proc.SignalError{Signal: os.Interrupt}) },
		"SIGTERM": func(s *session) { s.close(&proc.SignalError{Signal: syscall.SIGTERM}) },
	} {
		t.Run(name, func(t *testing.T) {
			s := begin(t, "stubborn")
			line, err := s.out.ReadBytes('\n')
			if err != nil {
				t.Fatal(err)
			}
			var m struct{ Params []int }
			if err := json.Unmarshal(line, &m); err != nil || !alive(m.Params[0]) || !alive(m.Params[1]) {
				t.Fatalf("%v: %s", err, line)
			}
			end(s)
			<-s.ended
			for _, pid := range m.Params {
				if alive(pid) {
					t.Errorf("process %d is left", pid)
				}
			}
			if s.err != nil || s.exit.Signal != "SIGKILL" {
				t.Errorf("%+v, %v", s.exit, s.err)
			}
		})
	}
}

// A server that isn't there is an error that says so.
func TestNoServer(t *testing.T) {
	var start *proc.StartError
	_, err := Run(t.Context(), Options{
		Argv: []string{"no-such-server"}, Host: openHost(t), Stdin: strings.NewReader(""), Stdout: io.Discard,
	})
	if !errors.As(err, &start) {
		t.Error(err)
	}
}

// Lines of any length go through, those that are too long to be looked at as they come.
func TestLines(t *testing.T) {
	var got wire
	var lines []string
	s := &splitter{line: func(b []byte) { lines = append(lines, string(b)) }, long: &output{w: &got}, max: 10}
	for part := range strings.SplitSeq("a\nbc|d\r\n|\n|12345|67890123|45\n|0123456789\n|123456789\n|e", "|") {
		io.WriteString(s, part)
	}
	s.close()
	if strings.Join(lines, "|") != "a\n|bcd\r\n|\n|123456789\n|e" || got.take() != "123456789012345\n0123456789\n" {
		t.Errorf("lines %q", lines)
	}
}
