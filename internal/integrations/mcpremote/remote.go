// Package mcpremote speaks with a server of MCP over streamable HTTP, for a proxy that works on messages as they are:
// a line goes out as the body of a POST, byte for byte. Each message of an answer comes back as a line; at most the
// line feeds between its tokens are removed.
//
// Requests of 2026-07-28 have no session, and are cancelled by closing them. Earlier revisions have a session, a
// stream for the server's own messages, and streams that can be resumed at the break.
//
// # Limits
//
// There is no OAuth: a server's credentials come in headers. A message of more than 64 MiB is an error.
package mcpremote

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// maxMessage is the most bytes of a message.
const maxMessage = 64 << 20

const (
	sessionHeader = "Mcp-Session-Id"
	versionHeader = "Mcp-Protocol-Version"
	stateless     = "2026-07-28" // the first revision without sessions; revisions compare as text
)

// Options are the address of the server and the limits of its use.
type Options struct {
	URL    string
	Header http.Header // sent with each request
	// Deliver gets each line from the server, line feed included. It is called by several goroutines.
	Deliver func(line []byte)
	// Client is the HTTP client; nil is one without a time limit.
	Client *http.Client
	// After is the clock: a channel that gets a value after the time. Nil is [time.After].
	After func(time.Duration) <-chan time.Time
}

// A Remote is a connection to a server.
type Remote struct {
	o      Options
	ctx    context.Context
	cancel context.CancelFunc
	busy   sync.WaitGroup

	mu      sync.Mutex
	session string
	version string // that initialize has agreed on
	open    map[string]context.CancelFunc
	params  map[string]map[string]string // by tool: the header of each argument that is to be sent as one
}

// New makes a connection. Nothing is sent before the first line.
func New(o Options) (*Remote, error) {
	u, err := url.Parse(o.URL)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http":
		return nil, fmt.Errorf("%q: want a URL of http or https", o.URL)
	case u.Scheme == "http" && len(o.Header) > 0 && !isLoopback(u.Hostname()):
		return nil, fmt.Errorf("%q: headers would be readable on their way: want https", o.URL)
	}
	if o.Client == nil {
		o.Client = &http.Client{CheckRedirect: sameHost}
	}
	if o.After == nil {
		o.After = time.After
	}
	r := &Remote{o: o, open: map[string]context.CancelFunc{}, params: map[string]map[string]string{}}
	r.ctx, r.cancel = context.WithCancel(context.Background())
	return r, nil
}

func isLoopback(host string) bool {
	return host == "localhost" || strings.HasPrefix(host, "127.") || host == "::1"
}

// sameHost refuses to follow a redirection to another host, which would get the headers too.
func sameHost(req *http.Request, via []*http.Request) error {
	if req.URL.Host != via[0].URL.Host || req.URL.Scheme != via[0].URL.Scheme || len(via) > 5 {
		return http.ErrUseLastResponse
	}
	return nil
}

// A message holds the fields of a message that the transport uses.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Name      string                     `json:"name"`
		URI       string                     `json:"uri"`
		RequestID json.RawMessage            `json:"requestId"`
		Arguments map[string]json.RawMessage `json:"arguments"`
		Meta      struct {
			Version string `json:"io.modelcontextprotocol/protocolVersion"`
		} `json:"_meta"`
	} `json:"params"`
}

// isModern reports whether a request has no session.
func (m *message) isModern() bool { return m.Params.Meta.Version >= stateless }

// isRequest reports whether an answer is owed.
func (m *message) isRequest() bool { return m.Method != "" && len(m.ID) > 0 && string(m.ID) != "null" }

// Write sends a line. Notifications, answers, and the request that opens a session, are over when it returns; other
// requests go on. What goes wrong with a request is its answer.
func (r *Remote) Write(line []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	var m message
	_ = json.Unmarshal(line, &m) // a line that isn't understood is the server's to refuse
	if m.Method == "notifications/cancelled" && r.close(string(m.Params.RequestID)) {
		return len(line), nil // a request without a session needs no more
	}
	if !m.isRequest() || m.Method == "initialize" {
		r.send(r.ctx, bytes.Clone(line), &m)
		if m.Method == "notifications/initialized" {
			r.listen()
		}
		return len(line), nil
	}
	ctx, done := r.begin(&m)
	body := bytes.Clone(line)
	r.busy.Go(func() {
		defer done()
		r.send(ctx, body, &m)
	})
	return len(line), nil
}

// begin notes a request.
func (r *Remote) begin(m *message) (ctx context.Context, done func()) {
	ctx, cancel := context.WithCancel(r.ctx)
	id := string(m.ID)
	if !m.isModern() {
		return ctx, cancel
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.open[id] = cancel
	return ctx, func() {
		cancel()
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.open, id)
	}
}

// close ends a request without a session, and reports whether there was one.
func (r *Remote) close(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	cancel, ok := r.open[id]
	if ok {
		cancel()
	}
	return ok
}

// Close ends the session and everything that is under way.
func (r *Remote) Close() error {
	r.mu.Lock()
	session := r.session
	r.mu.Unlock()
	if session != "" {
		ctx, cancel := context.WithTimeout(r.ctx, time.Second)
		if req, err := r.request(ctx, http.MethodDelete, nil, &message{}); err == nil {
			if resp, err := r.o.Client.Do(req); err == nil {
				resp.Body.Close()
			}
		}
		cancel()
	}
	r.cancel()
	r.busy.Wait()
	return nil
}

func (r *Remote) request(ctx context.Context, method string, body []byte, m *message) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, method, r.o.URL, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	for name, values := range r.o.Header {
		req.Header[name] = values
	}
	req.Header.Set("Accept", "application/json, text/event-stream")
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if m.isModern() {
		r.modernHeader(req.Header, m)
		return req, nil
	}
	if r.session != "" {
		req.Header.Set(sessionHeader, r.session)
	}
	if r.version != "" {
		req.Header.Set(versionHeader, r.version)
	}
	return req, nil
}

// send sends a message, and hands on what comes back.
func (r *Remote) send(ctx context.Context, body []byte, m *message) {
	err := r.post(ctx, body, m)
	if err != nil && ctx.Err() == nil && m.isRequest() {
		r.fail(m, err)
	}
}

func (r *Remote) post(ctx context.Context, body []byte, m *message) error {
	req, err := r.request(ctx, http.MethodPost, body, m)
	if err != nil {
		return err
	}
	resp, err := r.o.Client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if id := resp.Header.Get(sessionHeader); id != "" && m.Method == "initialize" {
		r.mu.Lock()
		r.session = id
		r.mu.Unlock()
	}
	kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	if kind == "text/event-stream" && resp.StatusCode == http.StatusOK {
		return r.follow(ctx, resp.Body, m)
	}
	b, err := io.ReadAll(io.LimitReader(resp.Body, maxMessage+1))
	switch {
	case err != nil:
		return err
	case len(b) > maxMessage:
		return fmt.Errorf("the answer has more than %d bytes", maxMessage)
	case kind == "application/json" && isMessage(b) && m.isRequest():
		r.deliver(b, m)
		return nil
	case resp.StatusCode >= 400:
		return refused(resp, b)
	case m.isRequest():
		return fmt.Errorf("the server answered %s and no message", resp.Status)
	}
	return nil
}

// refused returns the error of an answer that is no message.
func refused(resp *http.Response, body []byte) error {
	text := strings.Join(strings.Fields(string(body[:min(len(body), 200)])), " ")
	switch resp.StatusCode {
	case http.StatusUnauthorized:
		return errors.New("401: the server asks for a login: pass its header with --header-env")
	case http.StatusNotFound:
		return fmt.Errorf("404: the session has ended, or nothing is there: %s", text)
	}
	return fmt.Errorf("%s: %s", resp.Status, text)
}

func isMessage(b []byte) bool {
	var m struct {
		Version string `json:"jsonrpc"`
	}
	return json.Unmarshal(b, &m) == nil && m.Version == "2.0" || bytes.HasPrefix(bytes.TrimSpace(b), []byte("["))
}

func (r *Remote) fail(m *message, err error) {
	text, _ := json.Marshal(err.Error())
	r.o.Deliver(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32000,"message":%s}}`+"\n", m.ID, text))
}

// deliver hands on a message as a line. Line feeds in JSON are between its tokens.
func (r *Remote) deliver(b []byte, m *message) {
	b = bytes.TrimSpace(b)
	if bytes.ContainsAny(b, "\r\n") {
		b = bytes.Map(func(c rune) rune {
			if c == '\n' || c == '\r' {
				return -1
			}
			return c
		}, b)
	}
	switch m.Method {
	case "initialize":
		r.agreed(b)
	case "tools/list":
		r.learn(b)
	}
	r.o.Deliver(append(bytes.Clone(b), '\n'))
}

// agreed notes the revision that the server has chosen.
func (r *Remote) agreed(answer []byte) {
	var a struct {
		Result struct {
			Version string `json:"protocolVersion"`
		} `json:"result"`
	}
	if json.Unmarshal(answer, &a) == nil {
		r.mu.Lock()
		r.version = a.Result.Version
		r.mu.Unlock()
	}
}
