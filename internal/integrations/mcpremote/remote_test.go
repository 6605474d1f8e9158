package mcpremote_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toktee/toktee/internal/integrations/mcpremote"
)

// A line is a message from the server.
type line struct {
	ID     json.RawMessage
	Method string
	Params json.RawMessage
	Result json.RawMessage
	Error  *struct {
		Code    int
		Message string
	}
	raw string
}

// A wire is a client's end of a connection.
type wire struct {
	t   *testing.T
	r   *mcpremote.Remote
	got chan line
}

// dial connects to a URL.
func dial(t *testing.T, url string, header http.Header) *wire {
	t.Helper()
	w := &wire{t: t, got: make(chan line, 100)}
	var err error
	w.r, err = mcpremote.New(mcpremote.Options{
		URL: url, Header: header,
		After: func(time.Duration) <-chan time.Time { return time.After(time.Millisecond) },
		Deliver: func(b []byte) {
			l := line{raw: string(b)}
			if err := json.Unmarshal(b, &l); err != nil || strings.Count(l.raw, "\n") != 1 {
				t.Errorf("no line with a message: %q: %v", b, err)
			}
			w.got <- l
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.r.Close() })
	return w
}

func (w *wire) send(format string, args ...any) {
	w.t.Helper()
	if _, err := fmt.Fprintf(w.r, format+"\n", args...); err != nil {
		w.t.Fatal(err)
	}
}

// next is the next message from the server.
func (w *wire) next() line {
	w.t.Helper()
	select {
	case l := <-w.got:
		return l
	case <-time.After(2 * time.Minute):
		w.t.Fatal("no message")
	}
	return line{}
}

// silent fails if there is another message.
func (w *wire) silent() {
	w.t.Helper()
	select {
	case l := <-w.got:
		w.t.Errorf("not expected: %s", l.raw)
	default:
	}
}

// sdkServer is a server on the official SDK, of sessions or without them, whose answers are streams or JSON. What a
// call of wait is told is sent on ended when it is cancelled.
func sdkServer(t *testing.T, o mcp.StreamableHTTPOptions) (url string, ended chan struct{}) {
	t.Helper()
	ended = make(chan struct{}, 1)
	over := make(chan struct{})
	s := mcp.NewServer(&mcp.Implementation{Name: "remote", Version: "1"}, nil)
	schema := json.RawMessage(`{"type":"object","properties":{"n":{"type":"integer","x-mcp-header":"Number"}}}`)
	add := func(name string, h func(ctx context.Context, req *mcp.CallToolRequest) string) {
		s.AddTool(&mcp.Tool{Name: name, InputSchema: schema}, func(
			ctx context.Context, req *mcp.CallToolRequest,
		) (*mcp.CallToolResult, error) {
			text := h(ctx, req)
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil
		})
	}
	add("say", func(_ context.Context, req *mcp.CallToolRequest) string { return string(req.Params.Arguments) })
	add("wait", func(ctx context.Context, req *mcp.CallToolRequest) string {
		if token := req.Params.GetProgressToken(); token != nil {
			req.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ProgressToken: token, Progress: 1})
		}
		select {
		case <-ctx.Done():
			ended <- struct{}{}
		case <-over: // the SDK lets a call of 2026-07-28 go on when its client has closed it
		}
		return ""
	})
	add("ask", func(ctx context.Context, req *mcp.CallToolRequest) string {
		return fmt.Sprint(req.Session.Ping(ctx, nil) == nil)
	})
	srv := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &o))
	t.Cleanup(func() {
		close(over)
		srv.CloseClientConnections()
		srv.Close()
	})
	return srv.URL, ended
}

// TestSessions: with a server of the earlier revisions, calls, progress, questions of the server, and cancelling work.
func TestSessions(t *testing.T) {
	for _, version := range []string{"2025-06-18", "2025-11-25"} {
		for _, asJSON := range []bool{false, true} {
			url, ended := sdkServer(t, mcp.StreamableHTTPOptions{JSONResponse: asJSON})
			w := dial(t, url, nil)
			w.send(`{"jsonrpc":"2.0","id":"0","method":"initialize","params":{"protocolVersion":%q,"capabilities":{},`+
				`"clientInfo":{"name":"x","version":"1"}}}`, version)
			if l := w.next(); !strings.Contains(string(l.Result), version) {
				t.Fatalf("%s: initialize gave %s", version, l.raw)
			}
			w.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
			w.send(`{"jsonrpc":"2.0","id":0,"method":"tools/call","params":{"name":"say",` +
				`"arguments":{"n":12345678901234567890}}}`)
			if l := w.next(); string(l.ID) != "0" || !strings.Contains(l.raw, `12345678901234567890`) {
				t.Errorf("%s: the call gave %s", version, l.raw)
			}
			if !asJSON {
				w.send(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ask"}}`)
				q := w.next()
				if q.Method != "ping" {
					t.Fatalf("%s: the server asks %s", version, q.raw)
				}
				w.send(`{"jsonrpc":"2.0","id":%s,"result":{}}`, q.ID)
				if l := w.next(); !strings.Contains(l.raw, "true") {
					t.Errorf("%s: asked, the server says %s", version, l.raw)
				}
				w.send(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"wait",` +
					`"_meta":{"progressToken":"p"}}}`)
				if l := w.next(); l.Method != "notifications/progress" {
					t.Errorf("%s: a long call gave %s", version, l.raw)
				}
				w.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}`)
				<-ended
			}
		}
	}
}

// TestStateless: requests of 2026-07-28 stand alone, say in headers what they ask for, and end when they are closed.
func TestStateless(t *testing.T) {
	inner, _ := sdkServer(t, mcp.StreamableHTTPOptions{Stateless: true})
	headers, closed := make(chan http.Header, 10), make(chan struct{}, 10)
	front := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, req *http.Request) {
		headers <- req.Header
		out, err := http.NewRequestWithContext(req.Context(), req.Method, inner, req.Body)
		if err != nil {
			t.Error(err)
			return
		}
		out.Header = req.Header
		resp, err := http.DefaultClient.Do(out)
		if err != nil {
			return // it was closed
		}
		defer resp.Body.Close()
		for k, v := range resp.Header {
			rw.Header()[k] = v
		}
		rw.WriteHeader(resp.StatusCode)
		buf := make([]byte, 4096)
		for {
			n, err := resp.Body.Read(buf)
			rw.Write(buf[:n])
			rw.(http.Flusher).Flush()
			if req.Context().Err() != nil {
				closed <- struct{}{}
			}
			if err != nil {
				return
			}
		}
	}))
	t.Cleanup(front.Close)
	w := dial(t, front.URL, nil)
	const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
		`"io.modelcontextprotocol/clientInfo":{"name":"x","version":"1"},` +
		`"io.modelcontextprotocol/clientCapabilities":{}`
	w.send(`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{%s}}}`, meta)
	if l := w.next(); !strings.Contains(l.raw, "x-mcp-header") {
		t.Fatalf("the list is %s", l.raw)
	}
	<-headers
	w.send(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"say","arguments":{"n":7},%s}}}`, meta)
	if l := w.next(); !strings.Contains(l.raw, `\"n\":7`) {
		t.Errorf("the call gave %s", l.raw)
	}
	h := <-headers
	for name, want := range map[string]string{
		"Mcp-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "say", "Mcp-Param-Number": "7",
		"Mcp-Session-Id": "",
	} {
		if got := h.Get(name); got != want {
			t.Errorf("header %s is %q, want %q", name, got, want)
		}
	}
	w.send(`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"wait",%s,"progressToken":1}}}`, meta)
	if l := w.next(); l.Method != "notifications/progress" {
		t.Fatalf("a long call gave %s", l.raw)
	}
	w.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3,%s}}}`, meta)
	<-closed
	w.send(`{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"say","arguments":{},%s}}}`, meta)
	if l := w.next(); string(l.ID) != "4" {
		t.Errorf("a cancelled call was answered: %s", l.raw)
	}
	w.silent()
}

// TestBytes: what goes out is the line, and what comes back is the message, without the line feeds between its tokens.
func TestBytes(t *testing.T) {
	const sent = `{"jsonrpc": "2.0", "id": 1.0, "x":[1.50, "<\u00e9>"],"method":"a/b" }` + "\n"
	srv := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, req *http.Request) {
		b, err := io.ReadAll(req.Body)
		if err != nil || string(b) != sent || req.Header.Get("Authorization") != "Bearer x" {
			t.Errorf("the server got %q with %v, %v", b, req.Header, err)
		}
		rw.Header().Set("Content-Type", "application/json; charset=utf-8")
		io.WriteString(rw, "\n{\r\n  \"jsonrpc\":\"2.0\",\n \"id\":1.0,  \"result\":{\"y\":0.10,\"z\":\"<\\n\"}}\n")
	}))
	t.Cleanup(srv.Close)
	w := dial(t, srv.URL, http.Header{"Authorization": {"Bearer x"}})
	if _, err := io.WriteString(w.r, sent); err != nil {
		t.Fatal(err)
	}
	want := `{  "jsonrpc":"2.0", "id":1.0,  "result":{"y":0.10,"z":"<\n"}}` + "\n"
	if l := w.next(); l.raw != want {
		t.Errorf("the answer is %q, want %q", l.raw, want)
	}
}

// TestBrokenStream: a stream that breaks off before the answer is taken up where it was; one that can't be is an error.
func TestBrokenStream(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, req *http.Request) {
		b, _ := io.ReadAll(req.Body)
		rw.Header().Set("Content-Type", "text/event-stream")
		switch {
		case strings.Contains(string(b), `"method":"lost"`):
			io.WriteString(rw, ": nothing\n\n")
		case req.Method == http.MethodPost:
			io.WriteString(rw, "id: 7\ndata:\nretry: 1\n\n")
			io.WriteString(rw, "id: 8\ndata: {\"jsonrpc\":\"2.0\",\ndata: \"method\":\"news\"}\n\nda")
		case req.Header.Get("Last-Event-ID") == "8":
			io.WriteString(rw, "id: 9\ndata: {\"jsonrpc\":\"2.0\",\"id\":\"a\",\"result\":{}}\n\n")
		}
	}))
	t.Cleanup(srv.Close)
	w := dial(t, srv.URL, nil)
	w.send(`{"jsonrpc":"2.0","id":"a","method":"kept"}`)
	if l := w.next(); l.Method != "news" {
		t.Errorf("first comes %s", l.raw)
	}
	if l := w.next(); string(l.ID) != `"a"` || l.Error != nil {
		t.Errorf("then comes %s", l.raw)
	}
	w.send(`{"jsonrpc":"2.0","id":"b","method":"lost"}`)
	if l := w.next(); string(l.ID) != `"b"` || l.Error == nil || !strings.Contains(l.Error.Message, "ended before") {
		t.Errorf("a lost answer is %s", l.raw)
	}
	w.silent()
}

// TestRefused: what a server refuses is the answer to the request, with its id as it was.
func TestRefused(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, req *http.Request) {
		switch req.URL.Path {
		case "/401":
			rw.WriteHeader(http.StatusUnauthorized)
		case "/404":
			http.NotFound(rw, req)
		case "/400":
			rw.Header().Set("Content-Type", "application/json")
			rw.WriteHeader(http.StatusBadRequest)
			io.WriteString(rw, `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"its own words"}}`)
		case "/elsewhere":
			http.Redirect(rw, req, "http://198.51.100.1/", http.StatusTemporaryRedirect)
		default:
			http.Error(rw, "it is\ndown", http.StatusBadGateway)
		}
	}))
	t.Cleanup(srv.Close)
	for path, want := range map[string]string{
		"/401": "--header-env", "/404": "session has ended", "/400": "its own words",
		"/502": "502 Bad Gateway: it is down", "/elsewhere": "307",
	} {
		w := dial(t, srv.URL+path, nil)
		w.send(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`)
		if l := w.next(); string(l.ID) != "1" || l.Error == nil || !strings.Contains(l.Error.Message, want) {
			t.Errorf("%s: %s, want %q", path, l.raw, want)
		}
		w.send(`{"jsonrpc":"2.0","method":"notifications/x"}`)
		w.silent()
	}
	w := dial(t, "http://127.0.0.1:1/", nil)
	w.send(`{"jsonrpc":"2.0","id":1,"method":"x"}`)
	if l := w.next(); l.Error == nil {
		t.Errorf("nobody is there: %s", l.raw)
	}
}

func TestNew(t *testing.T) {
	secret := http.Header{"Authorization": {"x"}}
	for url, header := range map[string]http.Header{
		"": nil, "ftp://x/": nil, "https://": nil, "%": nil, "http://example.com/mcp": secret,
	} {
		if _, err := mcpremote.New(mcpremote.Options{URL: url, Header: header}); err == nil {
			t.Errorf("%q was taken", url)
		}
	}
	for _, url := range []string{"http://localhost:1/", "http://[::1]:1/", "https://example.com/mcp"} {
		if _, err := mcpremote.New(mcpremote.Options{URL: url, Header: secret}); err != nil {
			t.Error(err)
		}
	}
}
