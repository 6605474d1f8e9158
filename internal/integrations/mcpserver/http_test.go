package mcpserver_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toktee/toktee/agent/tool"
	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/integrations/loopback"
	"github.com/toktee/toktee/internal/integrations/mcpserver"
)

// serverToken is the token of the servers of these tests.
const serverToken = "0123456789abcdef-token"

// An httpServer is a server over HTTP.
type httpServer struct {
	url    string
	stop   context.CancelFunc
	served chan error

	begun chan struct{} // a call of slow has begun
	ended chan error    // why a call of slow was stopped
}

// overHTTP serves over HTTP until the test ends.
func overHTTP(t *testing.T, m *mcp.Server) *httpServer {
	t.Helper()
	l, err := loopback.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	s := &httpServer{
		url: "http://" + l.Addr().String() + mcpserver.Path, stop: stop,
		begun: make(chan struct{}, 100), ended: make(chan error, 100), served: make(chan error, 1),
	}
	go func() { s.served <- mcpserver.ServeHTTP(ctx, m, l, serverToken) }()
	t.Cleanup(stop)
	return s
}

// serveHTTP serves three tools: echo says what it was told, big answers with as many bytes as it is asked for, and slow
// tells of progress, says so on begun, and waits until it is stopped.
func serveHTTP(t *testing.T) *httpServer {
	t.Helper()
	m := mcp.NewServer(&mcp.Implementation{Name: "test"}, &mcp.ServerOptions{Capabilities: &mcp.ServerCapabilities{}})
	s := overHTTP(t, m)
	addTool := func(name string, answer func(context.Context, *mcp.CallToolRequest) (string, error)) {
		m.AddTool(&mcp.Tool{Name: name, InputSchema: json.RawMessage(`{"type":"object"}`)},
			func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				text, err := answer(ctx, req)
				return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, err
			})
	}
	addTool("echo", func(_ context.Context, req *mcp.CallToolRequest) (string, error) {
		return string(req.Params.Arguments), nil
	})
	addTool("big", func(_ context.Context, req *mcp.CallToolRequest) (string, error) {
		var args struct{ Bytes int }
		err := json.Unmarshal(req.Params.Arguments, &args)
		return strings.Repeat("x", args.Bytes), err
	})
	addTool("slow", func(ctx context.Context, req *mcp.CallToolRequest) (string, error) {
		if token := req.Params.GetProgressToken(); token != nil {
			err := req.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ProgressToken: token, Progress: 1})
			if err != nil {
				t.Error(err)
			}
		}
		s.begun <- struct{}{}
		<-ctx.Done()
		time.Sleep(50 * time.Millisecond) // as a command takes some time to stop
		s.ended <- context.Cause(ctx)
		return "", context.Cause(ctx)
	})
	return s
}

// within waits for a value, for long enough that nobody waits in vain.
func within[T any](t *testing.T, what string, c <-chan T) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(2 * time.Minute):
		t.Fatalf("%s: nothing has happened", what)
		panic("unreachable")
	}
}

// An httpClient sends JSON to a server, as a client of a revision of the protocol does.
type httpClient struct {
	t        *testing.T
	s        *httpServer
	revision string
	session  string
}

// open begins a session, or asks what the server can do, as the revision has it.
func (s *httpServer) open(t *testing.T, revision string) *httpClient {
	t.Helper()
	c := &httpClient{t: t, s: s}
	who := `"protocolVersion":"` + revision + `","capabilities":{},"clientInfo":{"name":"test","version":"1"}`
	if revision >= "2026" {
		c.revision = revision
		got := c.ask(`{"jsonrpc":"2.0","id":0,"method":"server/discover","params":{` + c.meta() + `}}`)
		if len(got) != 1 || !strings.Contains(got[0], `"2026-07-28"`) {
			t.Fatalf("server/discover is answered by %q", got)
		}
		return c
	}
	res, err := c.post(t.Context(), `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{`+who+`}}`)
	if err != nil {
		t.Fatal(err)
	}
	if got := messages(t, res); len(got) != 1 || !strings.Contains(got[0], `"protocolVersion":"`+revision+`"`) {
		t.Fatalf("initialize is answered by %q", got)
	}
	if c.session = res.Header.Get("Mcp-Session-Id"); c.session == "" {
		t.Fatal("a client of a revision with sessions gets none")
	}
	c.revision = revision
	c.ask(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	return c
}

// meta is what each request of the latest revision says of its client, and nothing for those before.
func (c *httpClient) meta() string {
	if c.revision < "2026" {
		return `"_meta":{"progressToken":"p"}`
	}
	const key = "io.modelcontextprotocol/"
	return `"_meta":{"progressToken":"p","` + key + `protocolVersion":"` + c.revision + `","` + key +
		`clientInfo":{"name":"test","version":"1"},"` + key + `clientCapabilities":{}}`
}

// call is a request that calls a tool.
func (c *httpClient) call(id, name, args string) string {
	return `{"jsonrpc":"2.0","id":` + id + `,"method":"tools/call","params":{"name":"` + name +
		`","arguments":` + args + `,` + c.meta() + `}}`
}

// post sends a message.
func (c *httpClient) post(ctx context.Context, body string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.s.url, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+serverToken)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	if c.revision != "" {
		req.Header.Set("Mcp-Protocol-Version", c.revision)
	}
	if c.session != "" {
		req.Header.Set("Mcp-Session-Id", c.session)
	}
	var said struct {
		Method string
		Params struct{ Name string }
	}
	if err := json.Unmarshal([]byte(body), &said); err == nil && c.revision >= "2026" {
		req.Header.Set("Mcp-Method", said.Method)
		if said.Params.Name != "" {
			req.Header.Set("Mcp-Name", said.Params.Name)
		}
	}
	return http.DefaultClient.Do(req)
}

// wait sends a message and waits for the end of the response, whatever it is.
func (c *httpClient) wait(ctx context.Context, body string) {
	if res, err := c.post(ctx, body); err == nil {
		io.Copy(io.Discard, res.Body)
		res.Body.Close()
	}
}

// ask sends a message and returns the messages that the server answers with.
func (c *httpClient) ask(body string) []string {
	c.t.Helper()
	res, err := c.post(c.t.Context(), body)
	if err != nil {
		c.t.Fatal(err)
	}
	return messages(c.t, res)
}

// messages are the messages of a response: one, or those of a stream of events.
func messages(t *testing.T, res *http.Response) []string {
	t.Helper()
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	if res.StatusCode >= 300 {
		t.Fatalf("%s: %s", res.Status, b)
	}
	if !strings.HasPrefix(res.Header.Get("Content-Type"), "text/event-stream") {
		return strings.Fields(string(bytes.TrimSpace(b)))
	}
	var list []string
	for line := range strings.Lines(string(b)) {
		if data, ok := strings.CutPrefix(strings.TrimSpace(line), "data: "); ok {
			list = append(list, data)
		}
	}
	return list
}

var revisions = []string{"2025-06-18", "2025-11-25", "2026-07-28"}

// eachRevision runs a test for each revision of the protocol that clients speak.
func eachRevision(t *testing.T, f func(*testing.T, *httpClient)) {
	for _, revision := range revisions {
		t.Run(revision, func(t *testing.T) {
			s := serveHTTP(t)
			f(t, s.open(t, revision))
		})
	}
}

func TestHTTPCalls(t *testing.T) {
	eachRevision(t, func(t *testing.T, c *httpClient) {
		got := c.ask(`{"jsonrpc":"2.0","id":"a","method":"tools/list","params":{` + c.meta() + `}}`)
		if len(got) != 1 || !strings.Contains(got[0], `"echo"`) || !strings.Contains(got[0], `"id":"a"`) {
			t.Errorf("the tools are %q", got)
		}
		got = c.ask(c.call("7", "echo", `{"big":12345678901234567890}`))
		if len(got) != 1 || !strings.Contains(got[0], `{\"big\":12345678901234567890}`) {
			t.Errorf("a call is answered by %q", got)
		}
		if testing.Short() {
			return
		}
		big := c.ask(c.call("8", "big", `{"bytes":20000000}`))
		if len(big) != 1 || strings.Count(big[0], "x") < 20000000 {
			t.Errorf("20 MB come as %d messages of %d bytes", len(big), len(strings.Join(big, "")))
		}
	})
}

// TestHTTPCancel cancels a call as its revision has it: by a notification, or by closing the request. The call is
// stopped, and answered with nothing.
func TestHTTPCancel(t *testing.T) {
	eachRevision(t, func(t *testing.T, c *httpClient) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		res, err := c.post(ctx, c.call("7", "slow", "{}"))
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		stream := bufio.NewReader(res.Body)
		for line := ""; !strings.Contains(line, "notifications/progress"); {
			if line, err = stream.ReadString('\n'); err != nil {
				t.Fatalf("before any progress: %v", err)
			}
		}
		within(t, "the call", c.s.begun)
		if c.session == "" {
			cancel()
		} else {
			c.ask(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7,"reason":"enough"}}`)
		}
		within(t, "cancelling", c.s.ended)
		rest, err := io.ReadAll(stream)
		if strings.Contains(string(rest), "jsonrpc") || err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("a cancelled call is answered by %q, %v", rest, err)
		}
		if got := c.ask(c.call("8", "echo", `{"next":1}`)); len(got) != 1 || !strings.Contains(got[0], "next") {
			t.Errorf("the next call is answered by %q", got)
		}
	})
}

// TestHTTPGone closes the request of a call: nobody would hear of what the call does, so it ends.
func TestHTTPGone(t *testing.T) {
	eachRevision(t, func(t *testing.T, c *httpClient) {
		ctx, cancel := context.WithCancel(t.Context())
		go c.wait(ctx, c.call("7", "slow", "{}"))
		within(t, "the call", c.s.begun)
		cancel()
		within(t, "its end", c.s.ended)
	})
}

// TestHTTPDelete ends a session while a call runs.
func TestHTTPDelete(t *testing.T) {
	s := serveHTTP(t)
	c, other := s.open(t, "2025-11-25"), s.open(t, "2025-11-25")
	for _, c := range []*httpClient{c, other} {
		go c.wait(t.Context(), c.call("7", "slow", "{}"))
		within(t, "the call", s.begun)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodDelete, s.url, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+serverToken)
	req.Header.Set("Mcp-Session-Id", c.session)
	res, err := http.DefaultClient.Do(req)
	if err != nil || res.StatusCode != http.StatusNoContent {
		t.Fatalf("%v, %v", res, err)
	}
	res.Body.Close()
	err = within(t, "the end of the call", s.ended)
	if err == nil || !strings.Contains(err.Error(), "ended the session") {
		t.Errorf("the call ends because of %v", err)
	}
	select {
	case err := <-s.ended:
		t.Errorf("a call of another session has ended: %v", err)
	default:
	}
}

// TestHTTPEnd ends the server while calls run: it returns after they have ended.
func TestHTTPEnd(t *testing.T) {
	for _, revision := range revisions {
		t.Run(revision, func(t *testing.T) {
			s := serveHTTP(t)
			c := s.open(t, revision)
			const calls = 3
			for i := range calls {
				go c.wait(t.Context(), c.call(fmt.Sprint(i), "slow", "{}"))
				within(t, "the call", s.begun)
			}
			s.stop()
			if err := within(t, "the end", s.served); err != nil {
				t.Errorf("the server ends with %v", err)
			}
			if len(s.ended) != calls {
				t.Errorf("%d of %d calls had ended", len(s.ended), calls)
			}
		})
	}
}

// TestHTTPTree cancels a command that has children of its own: none is left, whether the client says so or has gone.
func TestHTTPTree(t *testing.T) {
	for _, revision := range revisions {
		t.Run(revision, func(t *testing.T) {
			root, store := t.TempDir(), t.TempDir()
			h, err := host.Open(mcpserver.HostOptions(host.Options{
				Dir: root, Getenv: func(name string) (string, bool) {
					if name != "TOKTEE_STORE" {
						return "", false
					}
					return store, true
				},
			}))
			if err != nil {
				t.Fatal(err)
			}
			m, err := mcpserver.New(mcpserver.Options{
				Offer: allTools,
				Host:  h, Tools: tool.Options{Root: root, Env: os.Environ()}, Tick: time.Millisecond,
			})
			if err != nil {
				t.Fatal(err)
			}
			s := overHTTP(t, m)
			c := s.open(t, revision)
			alive := filepath.Join(root, "alive")
			if err := exec.Command("mkfifo", alive).Run(); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			go c.wait(ctx, c.call("7", "exec", `{"command":"(sh -c 'exec 3>alive; sleep 1000' &); sleep 1000"}`))
			end, err := os.Open(alive) // ends when nobody has the pipe open any more
			if err != nil {
				t.Fatal(err)
			}
			defer end.Close()
			if revision == "2025-06-18" {
				c.ask(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`)
			} else {
				cancel()
			}
			gone := make(chan error, 1)
			go func() {
				_, err := io.Copy(io.Discard, end)
				gone <- err
			}()
			if err := within(t, "the end of all processes", gone); err != nil {
				t.Error(err)
			}
			s.stop()
			if err := within(t, "the end of the server", s.served); err != nil {
				t.Error(err)
			}
		})
	}
}

// withToken adds the token to requests.
type withToken struct{}

func (withToken) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+serverToken)
	return http.DefaultTransport.RoundTrip(r)
}

// TestHTTPConcurrently calls by the SDK's own client, many calls at once.
func TestHTTPConcurrently(t *testing.T) {
	s := serveHTTP(t)
	client := mcp.NewClient(&mcp.Implementation{Name: "test"}, nil)
	cs, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{
		Endpoint: s.url, HTTPClient: &http.Client{Transport: withToken{}},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer cs.Close()
	var calls sync.WaitGroup
	for i := range 200 {
		calls.Go(func() {
			want := fmt.Sprintf(`{"n":%d}`, i)
			res, err := cs.CallTool(t.Context(), &mcp.CallToolParams{Name: "echo", Arguments: json.RawMessage(want)})
			if err != nil {
				t.Errorf("call %d: %v", i, err)
			} else if got := res.Content[0].(*mcp.TextContent).Text; got != want {
				t.Errorf("call %d: %s, want %s", i, got, want)
			}
		})
	}
	calls.Wait()
}
