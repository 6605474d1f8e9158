package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/run/proc"
)

func TestRawEnding(t *testing.T) {
	ended := proc.Exit{Code: 143, Signal: "SIGTERM", Duration: 1}
	tests := []struct {
		name string
		exit proc.Exit
		err  error
		code int
	}{
		{"success", proc.Exit{Duration: 1}, nil, 0},
		{"code", proc.Exit{Code: 3, Duration: 1}, nil, 3},
		{"signal", proc.Exit{Code: 139, Signal: "SIGSEGV", Duration: 1}, nil, 139},
		{"timeout", ended, &proc.TimeoutError{After: time.Second}, 124},
		{"stopped on request", ended, context.Canceled, 2},
		{"interrupted", ended, &proc.SignalError{Signal: os.Interrupt}, 130},
		{"not found", proc.Exit{}, &proc.StartError{Name: "x", Err: proc.ErrNotFound}, 127},
		{"not executable", proc.Exit{}, &proc.StartError{Name: "x", Err: proc.ErrNotExecutable}, 126},
		{"no processes left", proc.Exit{}, &proc.StartError{Name: "x", Err: fmt.Errorf("no memory")}, 125},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var e *exitError
			if err := rawEnding(tt.exit, tt.err); !errors.As(err, &e) || e.code != tt.code {
				t.Errorf("got %v, want code %d", err, tt.code)
			}
		})
	}
}

func TestSecondSignal(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	s := newSignals()
	exited := make(chan int, 1)
	go s.watch(cancel, ending{exit: func(code int) { exited <- code }}, time.Millisecond)
	s.ch <- os.Interrupt
	<-ctx.Done()
	var sig *proc.SignalError
	if !errors.As(context.Cause(ctx), &sig) || sig.Signal != os.Interrupt {
		t.Errorf("the first signal's cause is %v", context.Cause(ctx))
	}
	select {
	case code := <-exited:
		t.Fatalf("the first signal ended us with %d", code)
	case <-time.After(20 * time.Millisecond):
	}
	s.ch <- os.Interrupt
	<-s.force
	if code := <-exited; code != 130 {
		t.Errorf("exit code %d, want 130", code)
	}
	s.stop()
}

// A signal after the end of the command has its own effect.
func TestSignalAfterStop(t *testing.T) {
	for _, before := range [][]os.Signal{nil, {os.Interrupt}} {
		ctx, cancel := context.WithCancelCause(t.Context())
		s := newSignals()
		raised := make(chan os.Signal, 1)
		go s.watch(cancel, ending{raise: func(sig os.Signal) { raised <- sig }}, time.Hour)
		for _, sig := range before {
			s.ch <- sig
			<-ctx.Done()
		}
		s.stop()
		<-ctx.Done()
		select {
		case sig := <-raised:
			t.Fatalf("%v was raised before it came", sig)
		case <-time.After(10 * time.Millisecond):
		}
		s.ch <- syscall.SIGTERM
		if sig := <-raised; sig != syscall.SIGTERM {
			t.Errorf("%v was raised", sig)
		}
	}
}

// Results come in the order of their lines, whatever they cost, and the same bytes each time.
func TestStreamOrder(t *testing.T) {
	var in bytes.Buffer
	const n = 200
	for i := range n {
		text := strings.Repeat(fmt.Sprintf("line of %d\n", i), (i*37)%90)
		fmt.Fprintf(&in, `{"call_id":"%d","tool":"Bash","stdout":%q}`+"\n", i, text)
		if i%20 == 0 {
			in.WriteString("{\"call_id\":\n")
		}
	}
	var want []byte
	for range 3 {
		s := &stream{host: host.Library(nil), workers: 4}
		var out bytes.Buffer
		if err := s.run(bytes.NewReader(in.Bytes()), &out); err != nil {
			t.Fatal(err)
		}
		if want == nil {
			want = out.Bytes()
		} else if !bytes.Equal(want, out.Bytes()) {
			t.Fatal("another run gave other bytes")
		}
	}
	at := 0
	for _, line := range strings.Split(strings.TrimSuffix(string(want), "\n"), "\n") {
		if strings.Contains(line, `"kind":"input"`) {
			continue
		}
		if id := fmt.Sprintf(`"call_id":"%d"`, at); !strings.Contains(line, id) {
			t.Fatalf("result %d is %.100s", at, line)
		}
		at++
	}
	if at != n {
		t.Errorf("%d results, want %d", at, n)
	}
}

func TestStreamErrors(t *testing.T) {
	s := &stream{host: host.Library(nil), workers: 4}
	broken := fmt.Errorf("broken")
	var out bytes.Buffer
	err := s.run(&failingReader{"{}\n", broken}, &out)
	if err == nil || !strings.Contains(err.Error(), "broken") || bytes.Count(out.Bytes(), []byte("\n")) != 1 {
		t.Errorf("reading fails: error %v, output %q", err, out.String())
	}
	if err := s.run(strings.NewReader("{}\n{}\n"), failingWriter{broken}); err != broken {
		t.Errorf("writing fails: error %v", err)
	}
}

type failingReader struct {
	text string
	err  error
}

func (r *failingReader) Read(p []byte) (int, error) {
	if r.text == "" {
		return 0, r.err
	}
	n := copy(p, r.text)
	r.text = r.text[n:]
	return n, nil
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

func TestParseCall(t *testing.T) {
	tests := []struct {
		line string
		id   string
		want string // in the error; "" for none
	}{
		{`{}`, "", ""},
		{` {"call_id":"x","args":[1,{"a":null}]} `, "x", ""},
		{`{"call_id":"x","exit_code":null,"stdout":null,"args":null,"tool":null}`, "x", ""},
		{`{"CALL_ID":5,"Stdout":5}`, "", ""},
		{"{\"call_id\":\"\xff\"}", "\uFFFD", ""},
		{`null`, "", "not a JSON object"},
		{`"x"`, "", "JSON string: want an object"},
		{`17`, "", "JSON number: want an object"},
		{`{"call_id":5}`, "", "call_id is a JSON number: want a string"},
		{`{"offset":1.5}`, "", "offset is a JSON number: want a whole number"},
		{`{"offset":-1,"call_id":"x"}`, "x", "offset -1"},
		{`{"exit_code":true,"call_id":"x"}`, "x", "exit_code is a JSON boolean: want a whole number or null"},
		{`{"stdout":{"a":1},"call_id":"x"}`, "x", "stdout is a JSON object: want a string"},
		{`{"call_id":"x","stdout":"half`, "x", "not JSON"},
		{`{"call_id":"x"} {"call_id":"y"}`, "x", "not JSON"},
		{`{'call_id':'x'}`, "", "not JSON"},
		{strings.Repeat(`{"a":`, 20000), "", "not JSON"},
	}
	for _, tt := range tests {
		c, err := parseCall([]byte(tt.line))
		if c.CallID != tt.id {
			t.Errorf("parseCall(%.60s): call_id %q, want %q", tt.line, c.CallID, tt.id)
		}
		msg := ""
		if err != nil {
			msg = err.Error()
		}
		if (msg != "") != (tt.want != "") || !strings.Contains(msg, tt.want) || strings.Contains(msg, "\n") {
			t.Errorf("parseCall(%.60s): error %v, want %q", tt.line, err, tt.want)
		}
	}
	c, err := parseCall([]byte("{\"stdout\":\"a\\u0000\\n\\ud83d\\ude00\\ud800\",\"stderr\":\"\xff\"}"))
	if want := "a\x00\n😀\uFFFD"; err != nil || string(c.Stdout) != want || string(c.Stderr) != "\uFFFD" {
		t.Errorf("stdout %q, stderr %q, error %v; want %q", c.Stdout, c.Stderr, err, want)
	}
}

func FuzzParseCall(f *testing.F) {
	f.Add([]byte(`{"call_id":"a","tool":"Bash","args":{"x":1},"exit_code":0,"stdout":"x"}`))
	f.Add([]byte(`{"stdout":"\ud800`))
	f.Fuzz(func(t *testing.T, line []byte) {
		if _, err := parseCall(line); err != nil && strings.ContainsAny(err.Error(), "\n") {
			t.Errorf("error has more than one line: %q", err)
		}
	})
}
