package mcptest

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// patience is how long an operation may take.
const patience = 10 * time.Minute

type object = map[string]any

// A client is one of the official SDK in a process of its own (testdata/node/client.mjs). Its methods are safe for
// concurrent use.
type client struct {
	t   *testing.T
	cmd *exec.Cmd

	mu      sync.Mutex
	in      io.Writer
	last    int
	waiting map[int]chan answer
}

// An answer is what the process says of an operation.
type answer struct {
	ID     int
	Value  json.RawMessage
	Failed string
}

// A reply is what the SDK's client makes of a request. Its numbers are JavaScript's.
type reply struct {
	Result   json.RawMessage
	Error    *failure
	Progress []object
}

// A failure is an error as the SDK's client has it. The code of the SDK's own errors can be a word.
type failure struct {
	Name, Message string
	Code          any
}

// client starts the SDK's client of an era, which isn't connected yet.
func (l *lab) client(era string) *client {
	l.t.Helper()
	cmd := exec.CommandContext(l.t.Context(), l.node, filepath.Join(l.scripts, "client.mjs"), era)
	cmd.Env, cmd.Dir, cmd.Stderr = l.env(), l.dir, os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		l.t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		l.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		l.t.Fatal(err)
	}
	c := &client{t: l.t, cmd: cmd, in: in, waiting: map[int]chan answer{}}
	read := make(chan struct{})
	go func() {
		defer close(read)
		c.read(out)
	}()
	l.t.Cleanup(func() {
		_ = in.Close()
		<-read
		_ = cmd.Wait()
	})
	return c
}

// read hands the answers to those who wait for them.
func (c *client) read(out io.Reader) {
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			break
		}
		var a answer
		if err := json.Unmarshal(line, &a); err != nil {
			a = answer{Failed: err.Error()}
		}
		c.mu.Lock()
		if ch := c.waiting[a.ID]; ch != nil {
			ch <- a
		}
		delete(c.waiting, a.ID)
		c.mu.Unlock()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, ch := range c.waiting {
		ch <- answer{Failed: "the client has ended"}
	}
	c.waiting = nil
}

// start starts an operation.
func (c *client) start(op string, args object) (<-chan answer, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.waiting == nil {
		return nil, errors.New("the client has ended")
	}
	c.last++
	line := object{"id": c.last, "op": op}
	for k, v := range args {
		line[k] = v
	}
	ch := make(chan answer, 1)
	c.waiting[c.last] = ch
	return ch, json.NewEncoder(c.in).Encode(line)
}

// do performs an operation, and reads its value into v.
func (c *client) do(op string, args object, v any) error {
	ch, err := c.start(op, args)
	if err != nil {
		return err
	}
	select {
	case a := <-ch:
		if a.Failed != "" {
			return errors.New(a.Failed)
		}
		return json.Unmarshal(a.Value, v)
	case <-time.After(patience):
		return errors.New(op + ": no answer")
	}
}

// must is do, and ends the test where that fails.
func (c *client) must(op string, args object, v any) {
	c.t.Helper()
	if err := c.do(op, args, v); err != nil {
		c.t.Fatalf("%s %v: %v", op, args, err)
	}
}

// hello is what a client knows of a server once they are connected.
type hello struct {
	Server       struct{ Name, Version string }
	Capabilities map[string]json.RawMessage
	Instructions string
}

// connect has the client start a server. More options of the operation can be given.
func (c *client) connect(command []string, options object) hello {
	c.t.Helper()
	args := object{"command": command[0], "args": command[1:]}
	for k, v := range options {
		args[k] = v
	}
	var h hello
	c.must("connect", args, &h)
	return h
}

// send sends a request. How it is sent are options of the operation, nil for none.
func (c *client) send(method string, params any, how object) reply {
	c.t.Helper()
	args := object{"method": method, "params": params}
	for k, v := range how {
		args[k] = v
	}
	var r reply
	c.must("send", args, &r)
	return r
}

// call calls a tool.
func (c *client) call(tool string, args any, how object) toolResult {
	c.t.Helper()
	r := c.send("tools/call", object{"name": tool, "arguments": args}, how)
	if r.Error != nil {
		c.t.Fatalf("%s: %+v", tool, *r.Error)
	}
	return result(c.t, r)
}

// close closes the connection, and returns how many milliseconds that took.
func (c *client) close() int {
	c.t.Helper()
	var v struct{ Took int }
	c.must("close", nil, &v)
	return v.Took
}

// A toolResult is what a tool's call gives.
type toolResult struct {
	Content           []block
	StructuredContent json.RawMessage
	IsError           bool
	Meta              map[string]json.RawMessage `json:"_meta"`
	Progress          []object                   `json:"-"`
}

type block struct{ Type, Text, URI, MimeType, Data string }

func result(t *testing.T, r reply) toolResult {
	t.Helper()
	var res toolResult
	if err := json.Unmarshal(r.Result, &res); err != nil {
		t.Fatalf("%v in %s", err, excerpt(string(r.Result)))
	}
	res.Progress = r.Progress
	return res
}

// text is all text of a result.
func (r toolResult) text() string {
	var b strings.Builder
	for _, c := range r.Content {
		b.WriteString(c.Text)
	}
	return b.String()
}

// excerpt is the start and the end of a text.
func excerpt(text string) string {
	if len(text) <= 900 {
		return text
	}
	return text[:450] + "\n[...]\n" + text[len(text)-450:]
}
