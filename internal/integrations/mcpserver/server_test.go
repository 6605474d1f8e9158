package mcpserver_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toktee/toktee/agent/abort"
	"github.com/toktee/toktee/agent/tool"
	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/checks"
	"github.com/toktee/toktee/internal/integrations/mcpserver"
	"github.com/toktee/toktee/internal/testing/sweep"
)

// A bench is a server over pipes, as a client's child has it.
type bench struct {
	root, store string
	in          io.WriteCloser // to the server
	out         io.ReadCloser  // from the server
}

// allTools are the tools that a server can offer.
var allTools = []string{"exec", "execute_code", "grep", "list", "read", "edit", "patch", "write", "abort"}

// serve starts a server for a folder of its own.
func serve(t *testing.T, change func(*mcpserver.Options)) *bench {
	t.Helper()
	b := &bench{root: t.TempDir(), store: t.TempDir()}
	h, err := host.Open(mcpserver.HostOptions(host.Options{
		Dir: b.root, Getenv: func(name string) (string, bool) {
			if name != "TOKTEE_STORE" {
				return "", false
			}
			return b.store, true
		},
		Record: true,
	}))
	if err != nil {
		t.Fatal(err)
	}
	o := mcpserver.Options{
		Host: h, Version: "1.2.3", Tick: 10 * time.Millisecond, Offer: allTools,
		Tools: tool.Options{Root: b.root, Env: append(os.Environ(), "API_KEY=hunter2hunter2")},
	}
	if change != nil {
		change(&o)
	}
	s, err := mcpserver.New(o)
	if err != nil {
		t.Fatal(err)
	}
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	b.in, b.out = toServer, fromServer
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.Run(context.Background(), mcpserver.Stdio(fromClient, toClient))
		toClient.Close()
	}()
	t.Cleanup(func() {
		toServer.Close()
		go io.Copy(io.Discard, fromServer)
		<-ended
	})
	return b
}

// connect connects the SDK's client, which asks server/discover first.
func (b *bench) connect(t *testing.T, o *mcp.ClientOptions) *mcp.ClientSession {
	t.Helper()
	c := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, o)
	s, err := c.Connect(t.Context(), &mcp.IOTransport{Reader: b.out, Writer: b.in, MaxLineLength: -1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// call calls a tool and returns the texts of its result.
func call(t *testing.T, s *mcp.ClientSession, name string, args map[string]any) (text string, r *mcp.CallToolResult) {
	t.Helper()
	r, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: args})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	for _, c := range r.Content {
		if c, ok := c.(*mcp.TextContent); ok {
			text += c.Text
		}
	}
	return text, r
}

func TestCalls(t *testing.T) {
	b := serve(t, nil)
	s := b.connect(t, nil)
	if v := s.InitializeResult().ProtocolVersion; v != "2026-07-28" {
		t.Errorf("the newest client got protocol %q", v)
	}
	list, err := s.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
		if tool.OutputSchema != nil {
			t.Errorf("%s has an outputSchema", tool.Name)
		}
		readOnly := slices.Contains([]string{"grep", "list", "read", "toktee_output"}, tool.Name)
		destroys := slices.Contains([]string{"edit", "exec", "execute_code", "patch", "write"}, tool.Name)
		if a := tool.Annotations; a.ReadOnlyHint != readOnly || destroys && !*a.DestructiveHint {
			t.Errorf("%s has wrong hints: %+v", tool.Name, a)
		}
	}
	want := "abort edit exec execute_code grep list patch read toktee_output write"
	slices.Sort(names)
	if got := strings.Join(names, " "); got != want {
		t.Errorf("the tools are %s, want %s", got, want)
	}

	// A failing command: its text, its sign, its payload.
	text, r := call(t, s, "exec", map[string]any{"command": "seq -f 'line %g of it' 4000; exit 3"})
	if !r.IsError || !strings.HasPrefix(text, "exit 3\n") || r.StructuredContent != nil {
		t.Errorf("a failing command gave error %v, structuredContent %v, text %q", r.IsError, r.StructuredContent, text)
	}
	kept, _ := r.Meta["dev.toktee/output"].(map[string]any)
	id, _ := kept["id"].(string)
	_, next, ok := strings.Cut(text, "; next: toktee_output ")
	if !ok || id == "" || !strings.Contains(next, id) {
		t.Fatalf("no way to the rest of %s in %q", id, text)
	}
	var args map[string]any
	if err := json.Unmarshal([]byte(next), &args); err != nil {
		t.Fatal(err)
	}
	if page, _ := call(t, s, "toktee_output", args); !strings.HasPrefix(page, "line ") {
		t.Errorf("the call of the last line gave %q", page)
	}
	if text, r := call(t, s, "read", map[string]any{"path": "../x"}); !r.IsError || !strings.Contains(text, "outside") {
		t.Errorf("a read out of the root gave %v %q", r.IsError, text)
	}

	// The output is a resource, and the list has it.
	res, err := s.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "toktee://result/" + id})
	if err != nil || len(res.Contents) != 1 || len(res.Contents[0].Text) != int(kept["bytes"].(float64)) {
		t.Fatalf("the resource is %+v, %v", res, err)
	}
	found := false
	for r, err := range s.Resources(t.Context(), nil) {
		found = found || err == nil && r.URI == "toktee://result/"+id
		if err != nil || r.Name == "" {
			t.Errorf("a resource without a name, or none: %+v, %v", r, err)
		}
	}
	if !found {
		t.Error("the list of resources lacks the output")
	}
	if _, err := s.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "toktee://result/000000000000"}); err == nil {
		t.Error("a resource that isn't there was read")
	}
}

// TestClientsThatReadLinks: a model that would pay for a link to its resource gets none.
// TestRecords: runs of checks and edits by the server's tools are in the log of the repository.
func TestRecords(t *testing.T) {
	b := serve(t, nil)
	s := b.connect(t, nil)
	file := "#!/bin/sh\necho '=== 1 passed in 0.01s ==='\n"
	call(t, s, "write", map[string]any{"path": "pytest", "content": file})
	if err := os.Chmod(filepath.Join(b.root, "pytest"), 0o755); err != nil {
		t.Fatal(err)
	}
	call(t, s, "exec", map[string]any{"command": "./pytest"})
	entries, err := checks.Open(filepath.Join(b.store, "checks"), b.root).Read()
	if err != nil || len(entries) != 2 || entries[0].File != "pytest" || entries[1].Command != "./pytest" ||
		entries[1].Outcome != "pass" || entries[1].Took == 0 {
		t.Errorf("%+v, %v", entries, err)
	}
}

func TestClientsThatReadLinks(t *testing.T) {
	for name, want := range map[string]bool{
		"claude-code": false, "codex-mcp-client": false, "Visual Studio Code": true,
	} {
		b := serve(t, nil)
		c := mcp.NewClient(&mcp.Implementation{Name: name, Version: "1"}, nil)
		s, err := c.Connect(t.Context(), &mcp.IOTransport{Reader: b.out, Writer: b.in}, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, r := call(t, s, "exec", map[string]any{"command": "seq -f 'line %g of it' 4000"})
		_, isLink := r.Content[len(r.Content)-1].(*mcp.ResourceLink)
		if isLink != want {
			t.Errorf("%s: link %v, want %v", name, isLink, want)
		}
	}
}

// raw speaks lines with a server.
type raw struct {
	t   *testing.T
	b   *bench
	out *bufio.Reader
}

func (r *raw) send(format string, args ...any) {
	r.t.Helper()
	if _, err := fmt.Fprintf(r.b.in, format+"\n", args...); err != nil {
		r.t.Fatal(err)
	}
}

// next is the next message from the server.
func (r *raw) next() map[string]any {
	r.t.Helper()
	line, err := r.out.ReadBytes('\n')
	var m map[string]any
	if err != nil || json.Unmarshal(line, &m) != nil {
		r.t.Fatalf("no message: %q, %v", line, err)
	}
	return m
}

// TestOldEras: clients that begin with initialize get the version that they ask for.
func TestOldEras(t *testing.T) {
	for _, version := range []string{"2025-06-18", "2025-11-25"} {
		b := serve(t, nil)
		r := &raw{t, b, bufio.NewReader(b.out)}
		r.send(`{"jsonrpc":"2.0","id":"0","method":"initialize","params":{"protocolVersion":%q,"capabilities":{},`+
			`"clientInfo":{"name":"old","version":"0"}}}`, version)
		result, _ := r.next()["result"].(map[string]any)
		if result["protocolVersion"] != version || !strings.Contains(fmt.Sprint(result["instructions"]), "abort") {
			t.Errorf("%s: initialize gave %v", version, result)
		}
		r.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
		r.send(`{"jsonrpc":"2.0","id":0,"method":"tools/call",` +
			`"params":{"name":"exec","arguments":{"command":"echo hello"}}}`)
		answer := r.next()
		text := fmt.Sprint(answer["result"].(map[string]any)["content"])
		if answer["id"] != 0.0 || !strings.Contains(text, "hello") {
			t.Errorf("%s: the call gave %v", version, answer)
		}
	}
}

// TestCancel: of a call that was cancelled, no process is left and nothing is answered.
func TestCancel(t *testing.T) {
	b := serve(t, nil)
	r := &raw{t, b, bufio.NewReader(b.out)}
	r.send(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},` +
		`"clientInfo":{"name":"x","version":"0"}}}`)
	r.next()
	r.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	alive := filepath.Join(b.root, "alive")
	if err := exec.Command("mkfifo", alive).Run(); err != nil {
		t.Fatal(err)
	}
	r.send(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"exec","arguments":{"command":`+
		`"(sh -c 'exec 3>%s; sleep 1000' &); sleep 1000"},"_meta":{"progressToken":"p"}}}`, alive)
	if m := r.next(); m["method"] != "notifications/progress" {
		t.Fatalf("a long call gave %v", m)
	}
	end, err := os.Open(alive) // ends when nobody has the pipe open any more
	if err != nil {
		t.Fatal(err)
	}
	defer end.Close()
	r.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2,"reason":"enough"}}`)
	gone := make(chan struct{})
	go func() { io.Copy(io.Discard, end); close(gone) }()
	for pings := 3; ; pings++ {
		r.send(`{"jsonrpc":"2.0","id":%d,"method":"ping"}`, pings)
		for m := r.next(); m["id"] != float64(pings); m = r.next() {
			if m["id"] != nil {
				t.Fatalf("a cancelled call was answered: %v", m)
			}
		}
		select {
		case <-gone:
			return
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// TestAbort: a request to stop has a reason, and ends runs in the folder.
func TestAbort(t *testing.T) {
	b := serve(t, nil)
	s := b.connect(t, nil)
	for _, args := range []map[string]any{{}, {"reason": " \n"}} {
		_, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "abort", Arguments: args})
		var wire *jsonrpc.Error
		if !errors.As(err, &wire) || wire.Code != jsonrpc.CodeInvalidParams {
			t.Errorf("abort %v gave %v, want invalid params", args, err)
		}
	}
	run := abort.Begin(abort.Options{Dir: b.root, What: "a loop"})
	defer run.End()
	ctx, stop := run.Watch(t.Context())
	defer stop()
	if text, r := call(t, s, "abort", map[string]any{"reason": "the wrong branch"}); r.IsError {
		t.Fatal(text)
	}
	<-ctx.Done()
	var asked *abort.AbortError
	if !errors.As(context.Cause(ctx), &asked) || asked.Reason != "the wrong branch" {
		t.Errorf("the run ended by %v", context.Cause(ctx))
	}

	// A folder that can't be written is said, not swallowed.
	if err := os.RemoveAll(filepath.Join(b.root, ".toktee")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(b.root, ".toktee"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "abort", Arguments: map[string]any{"reason": "x"}})
	if err == nil || !strings.Contains(err.Error(), ".toktee") {
		t.Errorf("a request that couldn't be written gave %v", err)
	}
}

// TestAbortedCall: a call is a run, so a request to stop from elsewhere ends it; its result says why.
func TestAbortedCall(t *testing.T) {
	b := serve(t, nil)
	s := b.connect(t, nil)
	go func() {
		for {
			if _, err := os.Stat(filepath.Join(b.root, "begun")); err == nil {
				break
			}
			time.Sleep(time.Millisecond)
		}
		time.Sleep(2 * abort.Settle)
		abort.Request(b.root, abort.All, "lunch")
	}()
	text, r := call(t, s, "exec", map[string]any{"command": "echo before; touch begun; sleep 1000"})
	if !r.IsError || !strings.Contains(text, "lunch") || !strings.Contains(text, "before") {
		t.Errorf("an aborted call gave %v %q", r.IsError, text)
	}
}

// TestManyCalls: each of many calls at once has its own answer, or none if it was cancelled.
func TestManyCalls(t *testing.T) {
	b := serve(t, nil)
	s := b.connect(t, nil)
	var calls sync.WaitGroup
	for i := range 60 {
		calls.Go(func() {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			command := fmt.Sprintf("echo this is %d; seq -f '%d is %%g' 300", i, i)
			if i%3 == 0 {
				time.AfterFunc(time.Duration(i)*time.Millisecond, cancel)
				command += "; sleep 1000"
			}
			r, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "exec", Arguments: map[string]any{"command": command}})
			switch {
			case i%3 == 0:
				if !errors.Is(err, context.Canceled) {
					t.Errorf("call %d was cancelled, and gave %v", i, err)
				}
			case err != nil:
				t.Errorf("call %d: %v", i, err)
			default:
				text := r.Content[0].(*mcp.TextContent).Text
				if !strings.Contains(text, fmt.Sprintf("this is %d\n", i)) {
					t.Errorf("call %d has another's answer: %q", i, text)
				}
			}
		})
	}
	calls.Wait()
}

// TestLargeOutput: of 20 MB, the text is short and the parts can be had. With the race detector, it has 2 MB.
func TestLargeOutput(t *testing.T) {
	b := serve(t, nil)
	s := b.connect(t, nil)
	lines := 500_000
	if sweep.Raced {
		lines /= 10
	}
	text, r := call(t, s, "exec", map[string]any{
		"command": fmt.Sprintf("seq -f 'a line of the large output, number %%.0f' %d", lines),
	})
	kept := r.Meta["dev.toktee/output"].(map[string]any)
	if len(text) > 8000 || kept["bytes"].(float64) < 40*float64(lines) {
		t.Fatalf("%d bytes of text for %v", len(text), kept)
	}
	last := fmt.Sprintf("number %d", lines-1)
	page, _ := call(t, s, "toktee_output", map[string]any{"id": kept["id"], "pattern": last + "$"})
	if page != fmt.Sprintf("%d:a line of the large output, %s\n", lines-1, last) {
		t.Errorf("a line of it is %q", page)
	}
}

// TestRaw: switched off, outputs go through.
func TestRaw(t *testing.T) {
	b := serve(t, func(o *mcpserver.Options) { o.Raw = true })
	s := b.connect(t, nil)
	if text, _ := call(t, s, "exec", map[string]any{"command": "seq 3000"}); strings.Count(text, "\n") < 2999 {
		t.Errorf("%d lines of 3000", strings.Count(text, "\n"))
	}
}

// TestSecrets: commands don't see what looks like a secret, and nothing of the environment is stored.
func TestSecrets(t *testing.T) {
	b := serve(t, nil)
	s := b.connect(t, nil)
	text, _ := call(t, s, "exec", map[string]any{"command": "env; echo key: $API_KEY."})
	if !strings.Contains(text, "key: .") {
		t.Errorf("a command sees the secret: %q", text)
	}
	call(t, s, "exec", map[string]any{"command": "seq 100000"})
	err := filepath.WalkDir(b.store, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		if strings.Contains(string(content), "hunter2") {
			t.Errorf("%s has the secret", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestUnknownTools(t *testing.T) {
	h, err := host.Open(host.Options{Getenv: func(string) (string, bool) { return "", false }})
	if err != nil {
		t.Fatal(err)
	}
	_, err = mcpserver.New(mcpserver.Options{
		Host: h, Offer: []string{"exec", "nothing"}, Tools: tool.Options{Root: t.TempDir()},
	})
	if err == nil || !strings.Contains(err.Error(), "nothing") || !strings.Contains(err.Error(), "execute_code") {
		t.Errorf("an unknown tool gave %v", err)
	}
}
