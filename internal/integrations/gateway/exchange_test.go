package gateway_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/coder/websocket"
	"github.com/klauspost/compress/zstd"

	"github.com/toktee/toktee/internal/host/config"
	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/internal/integrations/gateway"
)

// chatBody is a request of Chat Completions with one new result.
func chatBody(output string) []byte {
	return fmt.Appendf(nil, `{"model":"m","messages":[{"role":"user","content":"go"},`+
		`{"role":"assistant","tool_calls":[{"id":"call_1","function":{"name":"bash","arguments":`+
		`"{\"command\":\"go test ./...\"}"}}]},{"role":"tool","tool_call_id":"call_1","content":%s}]}`, quoted(output))
}

func compressed(t *testing.T, encoding string, b []byte) []byte {
	var out bytes.Buffer
	var w io.WriteCloser
	switch encoding {
	case "gzip":
		w = gzip.NewWriter(&out)
	case "br":
		w = brotli.NewWriter(&out)
	case "zstd":
		enc, err := zstd.NewWriter(&out)
		if err != nil {
			t.Fatal(err)
		}
		w = enc
	default:
		return b
	}
	if _, err := w.Write(b); err != nil {
		t.Fatal(err)
	}
	w.Close()
	return out.Bytes()
}

func plain(t *testing.T, encoding string, b []byte) []byte {
	var r io.Reader
	var err error
	switch encoding {
	case "gzip":
		r, err = gzip.NewReader(bytes.NewReader(b))
	case "br":
		r = brotli.NewReader(bytes.NewReader(b))
	case "zstd":
		r, err = zstd.NewReader(bytes.NewReader(b))
	default:
		return b
	}
	if err != nil {
		t.Fatal(err)
	}
	out, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestEncodings checks that requests are decoded and encoded again, and that responses pass byte for byte while their
// usage is read.
func TestEncodings(t *testing.T) {
	for _, encoding := range []string{"", "gzip", "br", "zstd"} {
		t.Run(encoding, func(t *testing.T) {
			dir := t.TempDir()
			answer := compressed(t, encoding, []byte(`{"usage":{"prompt_tokens":100,"completion_tokens":5,`+
				`"prompt_tokens_details":{"cached_tokens":80}}}`))
			p := newProvider(t)
			p.answer = func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				if encoding != "" {
					w.Header().Set("Content-Encoding", encoding)
				}
				_, _ = w.Write(answer)
			}
			url := newGateway(t, p, gateway.Options{Host: hosts(t, environment(dir), config.Flags{})})
			body := compressed(t, encoding, chatBody(passed()))
			got := send(t, url+"/v1/chat/completions", body, "Content-Encoding", encoding, "Accept-Encoding", encoding)
			if !bytes.Equal(got, answer) {
				t.Errorf("the response has changed: %q", got)
			}
			if text := string(plain(t, encoding, p.last())); !strings.Contains(text, "400 passed") || len(text) > 600 {
				t.Errorf("the request wasn't shortened: %.300s", text)
			}
			e := billed(t, dir)
			if e.Input != 20 || e.Cached != 80 || e.Output != 5 || e.Model != "m" || e.LeftOut < 1000 {
				t.Errorf("billed: %+v", e)
			}
		})
	}
	t.Run("unknown", func(t *testing.T) {
		p := newProvider(t)
		url := newGateway(t, p, gateway.Options{})
		body := chatBody(passed())
		send(t, url+"/v1/chat/completions", body, "Content-Encoding", "rot13")
		if !bytes.Equal(p.last(), body) {
			t.Error("a body in an unknown encoding has changed")
		}
	})
}

// billed returns the one request that the journal of a store has.
func billed(t *testing.T, dir string) journal.Event {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "journal", "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var all []journal.Event
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(b) {
			var e journal.Event
			if json.Unmarshal(line, &e) == nil && e.Kind == journal.Billed {
				all = append(all, e)
			}
		}
	}
	if len(all) != 1 {
		t.Fatalf("%d billed requests, want 1", len(all))
	}
	return all[0]
}

// TestUsage reads what real providers send at the end of a response.
func TestUsage(t *testing.T) {
	for name, c := range map[string]struct {
		path, kind, answer string
		want               [4]int // input, cached, written, output
	}{
		"messages": {"/v1/messages", "text/event-stream", `event: message_start
data: {"type":"message_start","message":{"usage":{"input_tokens":12,` +
			`"cache_creation_input_tokens":300,"cache_read_input_tokens":9000,"output_tokens":1}}}

event: content_block_delta
data: {"type":"content_block_delta","delta":{"text":"\"usage\":{\"input_tokens\":99999}"}}

event: message_delta
data: {"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":89}}

`, [4]int{12, 9000, 300, 89}},
		"chat": {"/v1/chat/completions", "text/event-stream", `data: {"choices":[],"usage":null}

data: {"choices":[],"usage":{"prompt_tokens":1117,"completion_tokens":46,` +
			`"prompt_tokens_details":{"cached_tokens":1024}}}

data: [DONE]
`, [4]int{93, 1024, 0, 46}},
		"responses": {"/v1/responses", "text/event-stream", "event: response.completed\r\n" +
			`data: {"type":"response.completed","response":{"usage":{"input_tokens":36,"input_tokens_details":` +
			`{"cached_tokens":20},"output_tokens":87,"total_tokens":123}}}` + "\r\n\r\n", [4]int{16, 20, 0, 87}},
		"gemini": {"/v1beta/models/g:streamGenerateContent", "text/event-stream",
			`data: {"candidates":[],"usageMetadata":{"promptTokenCount":500,"candidatesTokenCount":3}}` + "\n\n" +
				`data: {"usageMetadata":{"promptTokenCount":500,"cachedContentTokenCount":400,` +
				`"candidatesTokenCount":7,"thoughtsTokenCount":30}}`, [4]int{100, 400, 0, 37}},
		"code assist": {"/v1internal:generateContent", "application/json",
			`{"response":{"usageMetadata":{"promptTokenCount":500,"candidatesTokenCount":3}}}`, [4]int{500, 0, 0, 3}},
		"a list": {"/v1beta/models/g:streamGenerateContent", "application/json",
			`[{"usageMetadata":{"promptTokenCount":5}},` + "\n" +
				`{"usageMetadata":{"promptTokenCount":500,"candidatesTokenCount":3}}]`, [4]int{500, 0, 0, 3}},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			p := newProvider(t)
			p.answer = func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", c.kind)
				for i := 0; i < len(c.answer); i += 7 { // lines come in pieces
					fmt.Fprint(w, c.answer[i:min(i+7, len(c.answer))])
					w.(http.Flusher).Flush()
				}
			}
			url := newGateway(t, p, gateway.Options{Host: hosts(t, environment(dir), config.Flags{})})
			if got := send(t, url+c.path, []byte(`{"model":"m"}`)); string(got) != c.answer {
				t.Errorf("the response has changed: %q", got)
			}
			e := billed(t, dir)
			if got := [4]int{e.Input, e.Cached, e.Written, e.Output}; got != c.want {
				t.Errorf("input, cached, written, output are %v, want %v", got, c.want)
			}
		})
	}
}

// TestStreams checks that each part of a response arrives when it was sent, and that a client which leaves ends the
// request at the provider.
func TestStreams(t *testing.T) {
	next, left := make(chan bool), make(chan bool)
	p := newProvider(t)
	p.answer = func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, "data: 1\n\n")
		w.(http.Flusher).Flush()
		<-next
		fmt.Fprint(w, "data: 2\n\n")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
		close(left)
	}
	url := newGateway(t, p, gateway.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url+"/v1/messages", strings.NewReader(`{}`))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	for _, want := range []string{"data: 1\n\n", "data: 2\n\n"} {
		b := make([]byte, len(want))
		if _, err := io.ReadFull(resp.Body, b); err != nil || string(b) != want {
			t.Fatalf("got %q, %v, want %q", b, err, want)
		}
		if want == "data: 1\n\n" {
			next <- true
		}
	}
	cancel()
	select {
	case <-left:
	case <-time.After(time.Minute):
		t.Error("the provider still sends")
	}
}

// TestPassesAsItIs checks requests that aren't conversations, and answers that are no success.
func TestPassesAsItIs(t *testing.T) {
	p := newProvider(t)
	p.answer = func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Retry-After", "7")
		w.Header().Set("X-Ratelimit-Remaining", "0")
		w.WriteHeader(http.StatusTooManyRequests)
		fmt.Fprint(w, `{"error":"slow down"}`)
	}
	url := newGateway(t, p, gateway.Options{})
	for _, c := range []struct{ method, path, body string }{
		{"GET", "/v1/models?limit=2&x=a;b&y=%2F", ""},
		{"POST", "/v1/files/a%2Fb", "{\"messages\":[1"},
		{"POST", "/v1/messages", "no JSON"},
		{"POST", "/v1/messages", `{"messages":[{"role":"user","content":[{"type":"tool_result","content":"` +
			strings.Repeat("x", 1000)}, // an end is missing
		{"DELETE", "/v1/responses/resp_1", ""},
	} {
		req, err := http.NewRequest(c.method, url+c.path, strings.NewReader(c.body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("X-Forwarded-For", "192.0.2.7")
		req.Header.Set("Authorization", "Bearer secret")
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if resp.StatusCode != http.StatusTooManyRequests || string(b) != `{"error":"slow down"}` ||
			resp.Header.Get("Retry-After") != "7" || resp.Header.Get("X-Ratelimit-Remaining") != "0" {
			t.Errorf("%s: the answer has changed: %s %v %s", c.path, resp.Status, resp.Header, b)
		}
		h := p.headers[len(p.headers)-1]
		if got := p.paths[len(p.paths)-1]; got != c.path || string(p.last()) != c.body {
			t.Errorf("%s: the request has changed: %s %.100q", c.path, got, p.last())
		}
		if h.Get("X-Forwarded-For") != "192.0.2.7" || h.Get("Authorization") != "Bearer secret" {
			t.Errorf("%s: headers have changed: %v", c.path, h)
		}
	}
}

// TestWhoMayCall checks who is refused.
func TestWhoMayCall(t *testing.T) {
	p := newProvider(t)
	url := newGateway(t, p, gateway.Options{})
	for name, change := range map[string]func(*http.Request){
		"another name":        func(r *http.Request) { r.Host = "evil.example" },
		"a page":              func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") },
		"no token":            func(r *http.Request) { r.URL.Path = "/v1/messages" },
		"another token":       func(r *http.Request) { r.URL.Path = "/S3CRE/v1/messages" },
		"a longer token":      func(r *http.Request) { r.URL.Path = "/S3CRETS/v1/messages" },
		"the token elsewhere": func(r *http.Request) { r.URL.Path = "/x/S3CRET/v1/messages" },
	} {
		req, err := http.NewRequest(http.MethodPost, url+"/v1/messages", strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		change(req)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != http.StatusForbidden && resp.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %s", name, resp.Status)
		}
	}
	if len(p.paths) > 0 {
		t.Errorf("requests went to the provider: %v", p.paths)
	}
	send(t, url+".pi/v1/messages", []byte("{}")) // with the name of an agent
}

// TestNoAnswer checks that a provider which can't be reached is named.
func TestNoAnswer(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	l.Close()
	url := newGateway(t, &provider{Server: &httptest.Server{URL: "http://" + addr}}, gateway.Options{})
	resp, err := http.Post(url+"/v1/messages", "application/json", strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var answer struct{ Error struct{ Message string } }
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil || resp.StatusCode != http.StatusBadGateway ||
		!strings.Contains(answer.Error.Message, addr) {
		t.Errorf("%s: %+v, %v", resp.Status, answer, err)
	}
}

// TestWebSocket plays a conversation of which the client sends only what is new.
func TestWebSocket(t *testing.T) {
	dir := t.TempDir()
	var got [][]byte
	up := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Codex-Turn-State", "state")
		c, err := websocket.Accept(w, r, &websocket.AcceptOptions{Subprotocols: []string{"codex"}})
		if err != nil {
			t.Error(err)
			return
		}
		defer c.CloseNow()
		for {
			_, message, err := c.Read(r.Context())
			if err != nil {
				return
			}
			got = append(got, message)
			for _, event := range []string{
				`{"type":"response.output_item.done","item":{"type":"function_call","call_id":"call_1",` +
					`"name":"exec_command","arguments":"{\"cmd\":\"go test ./...\"}"}}`,
				`{"type":"response.completed","response":{"usage":{"input_tokens":50,"output_tokens":5}}}`,
			} {
				if err := c.Write(r.Context(), websocket.MessageText, []byte(event)); err != nil {
					return
				}
			}
			if len(got) == 2 {
				c.Close(4001, "enough")
				return
			}
		}
	}))
	defer up.Close()
	url := newGateway(t, &provider{Server: up}, gateway.Options{Host: hosts(t, environment(dir), config.Flags{})})
	c, resp, err := websocket.Dial(t.Context(), strings.Replace(url, "http", "ws", 1)+"/v1/responses",
		&websocket.DialOptions{
			Subprotocols: []string{"codex"}, HTTPHeader: http.Header{"Originator": {"codex_exec"}},
			CompressionMode: websocket.CompressionContextTakeover,
		})
	if err != nil {
		t.Fatal(err)
	}
	defer c.CloseNow()
	if c.Subprotocol() != "codex" || resp.Header.Get("X-Codex-Turn-State") != "state" {
		t.Errorf("the handshake has changed: %q, %v", c.Subprotocol(), resp.Header)
	}
	output := "Chunk ID: 1f\nWall time: 0.1 seconds\nProcess exited with code 0\nOutput:\n" + passed()
	messages := []string{
		`{"type":"response.create","input":[{"type":"message","role":"user","content":"go"}]}`,
		`{"type":"response.create","previous_response_id":"resp_1","input":[{"type":"function_call_output",` +
			`"call_id":"call_1","output":` + quoted(output) + `}]}`,
	}
	for _, m := range messages {
		if err := c.Write(t.Context(), websocket.MessageText, []byte(m)); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if _, _, err := c.Read(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	_, _, err = c.Read(t.Context())
	if code := websocket.CloseStatus(err); code != 4001 {
		t.Errorf("the connection ends with %d, want 4001: %v", code, err)
	}
	if string(got[0]) != messages[0] {
		t.Errorf("a message has changed: %s", got[0])
	}
	if !strings.Contains(string(got[1]), "400 passed") || len(got[1]) > 400 {
		t.Errorf("a result wasn't shortened: %.400s", got[1])
	}
}
