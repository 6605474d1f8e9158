// Package fakemodel is a model's server for tests with real agents. It plays a script of tool calls, one a turn,
// streaming or not, in the wire formats of Anthropic Messages, OpenAI Responses, OpenAI Chat Completions and Gemini.
// It keeps every request: tests read there, byte for byte, what an agent sends.
//
//	s, err := fakemodel.Start()
//	s.Play("Bash", fakemodel.Call{Name: "Bash", Args: map[string]any{"command": "ls"}})
//	// start the agent with s.URL as its provider's address, wait for its end
//	results := s.Results()
//
// It has no model, and no rule of the formats is checked: agents send what they like. A request gets the call whose
// number is that of the results it holds; after the last call, and to requests outside the conversation, such as for a
// title, it answers [Done]. Responses may come through a WebSocket, where a request has what is new since an earlier
// one. The server listens on the loopback interface alone. Its methods are safe for concurrent use.
package fakemodel

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"
	"github.com/klauspost/compress/zstd"
)

// Done is the model's text when it has made all calls, unless [Server.Say] sets another one.
const Done = "All calls are made."

// A Call is a tool call of the model.
type Call struct {
	Name      string
	Namespace string // of Responses: the namespace of the tool's name, "" for none
	Args      any    // anything that becomes a JSON object
	Input     string // of Responses: the text for a tool that takes text in place of arguments
	Parallel  bool   // it is made in the same turn as the call before it
	// From makes the call from the results until now, and replaces all of the above. Nil: it is known before.
	From func(results []Result) Call
}

// A Result is a call's result as the model gets it.
type Result struct {
	ID     string // of the call: it ends with the call's number
	Text   string
	Error  bool   // marked as an error
	Beside string // other text of the same message
}

// A Request is one that the server got.
type Request struct {
	Path string
	Body []byte // uncompressed
}

// Results returns the results in the request, none for one of an unknown form.
func (r Request) Results() []Result {
	form, ok := formatOf(r.Path)
	if !ok {
		return nil
	}
	a, _ := form.read(r.Path, r.Body)
	return a.results
}

// Server is a running server.
type Server struct {
	URL string // of its root: agents append their formats' paths to it, or to URL/v1

	srv  *http.Server
	done chan struct{}

	mu       sync.Mutex
	main     string // a tool that every request of the conversation offers
	script   []Call
	last     string // the model's text when it has made all calls
	prompt   string // of sub-agents
	sub      []Call // their script
	subLast  string // their text at the end; "" for last
	requests []Request
	results  []Result       // of the request that had most
	answered map[string]ask // by the ids of responses: what requests may refer to
}

// Start starts a server with an empty script. It runs until it is closed.
func Start() (*Server, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("starting a fake model: %w", err)
	}
	s := &Server{URL: "http://" + l.Addr().String(), done: make(chan struct{}), answered: map[string]ask{}, last: Done}
	s.srv = &http.Server{Handler: http.HandlerFunc(s.serve), ReadHeaderTimeout: time.Minute}
	go func() {
		defer close(s.done)
		_ = s.srv.Serve(l)
	}()
	return s, nil
}

// Close ends all connections and waits for the server's end.
func (s *Server) Close() {
	_ = s.srv.Close()
	<-s.done
}

// Play sets the script of the next conversation, and forgets earlier requests. Requests that don't offer the tool main
// don't belong to the conversation.
func (s *Server) Play(main string, script ...Call) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.main, s.script, s.requests, s.results = main, slices.Clone(script), nil, nil
	s.prompt, s.sub, s.answered = "", nil, map[string]ask{}
}

// Say sets the model's text when it has made all calls, in place of [Done].
func (s *Server) Say(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = text
}

// SaySub sets the text of sub-agents when they have made all calls, in place of that of [Server.Say].
func (s *Server) SaySub(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.subLast = text
}

// PlaySub sets the script of sub-agents, after [Server.Play]. Their requests have the prompt, and no call of the other
// script.
func (s *Server) PlaySub(prompt string, script ...Call) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.prompt, s.sub = prompt, slices.Clone(script)
}

// Requests returns all requests since [Server.Play].
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Results returns those of the script's calls until now, in their order.
func (s *Server) Results() []Result {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.results)
}

// An ask is the content of a request, in one form for all formats.
type ask struct {
	model   string
	stream  bool
	json    bool   // the answer is to be JSON
	earlier string // the response that this one continues
	silent  bool   // no answer is wanted
	compact bool   // a summary of the conversation is wanted, as an item of its own
	tools   []string
	results []Result
}

// A turn is the model's answer: calls, or that it is done.
type turn struct {
	ask
	id    string // the same in every run
	text  string // without calls
	calls []made
}

// made is a call of a turn.
type made struct {
	id string // the same in every run
	Call
}

// A format is a wire format: how a request is read and how a turn is written.
type format struct {
	read  func(path string, body []byte) (ask, error)
	write func(w *writer, t turn)
}

// formatOf chooses the format by a request's path. Agents put different things before it.
func formatOf(path string) (format, bool) {
	switch {
	case strings.HasSuffix(path, "/messages"):
		return format{readMessages, writeMessages}, true
	case strings.HasSuffix(path, "/responses"):
		return format{readResponses, writeResponses}, true
	case strings.HasSuffix(path, "/chat/completions"):
		return format{readChat, writeChat}, true
	case strings.HasSuffix(path, ":generateContent"), strings.HasSuffix(path, ":streamGenerateContent"):
		return format{readGemini, writeGemini}, true
	}
	return format{}, false
}

func (s *Server) serve(hw http.ResponseWriter, r *http.Request) {
	w := &writer{ResponseWriter: hw}
	if r.Header.Get("Upgrade") != "" {
		s.socket(hw, r)
		return
	}
	body, err := decoded(r)
	if err != nil {
		w.refuse(http.StatusBadRequest, err)
		return
	}
	s.note(r, body)
	f, ok := formatOf(r.URL.Path)
	switch {
	case ok && r.Method == http.MethodPost:
		a, err := f.read(r.URL.Path, body)
		if err != nil {
			w.refuse(http.StatusBadRequest, err)
			return
		}
		f.write(w, s.next(a, body))
	case strings.HasSuffix(r.URL.Path, "/count_tokens"):
		w.json(object{"input_tokens": 100})
	case strings.HasSuffix(r.URL.Path, ":countTokens"):
		w.json(object{"totalTokens": 100})
	case strings.HasSuffix(r.URL.Path, "/models"):
		model := object{"id": "fake-model", "object": "model", "created": 1, "owned_by": "test"}
		w.json(object{"object": "list", "data": []object{model}})
	default:
		w.refuse(http.StatusNotFound, fmt.Errorf("the fake model has no %s %s", r.Method, r.URL.Path))
	}
}

// note keeps a request.
func (s *Server) note(r *http.Request, body []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, Request{r.URL.Path, body})
}

// socket answers the requests that come through a WebSocket.
func (s *Server) socket(w http.ResponseWriter, r *http.Request) {
	conn, err := websocket.Accept(w, r, nil)
	if err != nil {
		return // it has answered
	}
	defer conn.CloseNow()
	conn.SetReadLimit(-1)
	for {
		_, body, err := conn.Read(r.Context())
		if err != nil {
			return // the client's end of it
		}
		s.note(r, body)
		a, err := readResponses(r.URL.Path, body)
		if err != nil {
			return
		}
		a.stream = true
		send := func(b []byte) { _ = conn.Write(r.Context(), websocket.MessageText, b) }
		writeResponses(&writer{send: send}, s.next(a, body))
	}
}

// next returns the model's turn.
func (s *Server) next(a ask, body []byte) turn {
	s.mu.Lock()
	defer s.mu.Unlock()
	if before, ok := s.answered[a.earlier]; ok {
		a.results = append(slices.Clip(before.results), a.results...)
		if len(a.tools) == 0 {
			a.tools = before.tools
		}
	}
	script, kind, last := s.script, "call", s.last
	if s.prompt != "" && bytes.Contains(body, []byte(s.prompt)) && !bytes.Contains(body, []byte("call_0")) {
		script, kind, last = s.sub, "sub", cmp.Or(s.subLast, s.last)
	}
	n := len(a.results)
	t := turn{ask: a, id: fmt.Sprintf("%s_%03d", kind, n), text: last}
	if a.silent {
		t.id = "silent"
	}
	s.answered["resp_"+t.id] = a
	if a.silent || a.compact || !slices.Contains(a.tools, s.main) {
		return t
	}
	if kind == "call" && n > len(s.results) {
		s.results = a.results
	}
	for i := n; i < len(script) && (i == n || script[i].Parallel); i++ {
		call := script[i]
		if call.From != nil {
			call = call.From(slices.Clone(a.results))
		}
		t.calls = append(t.calls, made{fmt.Sprintf("%s_%03d", kind, i), call})
	}
	return t
}

// decoded returns a request's body, uncompressed.
func decoded(r *http.Request) ([]byte, error) {
	var from io.Reader = r.Body
	switch coding := r.Header.Get("Content-Encoding"); coding {
	case "", "identity":
	case "gzip":
		z, err := gzip.NewReader(r.Body)
		if err != nil {
			return nil, fmt.Errorf("a request's gzip: %w", err)
		}
		from = z
	case "zstd":
		z, err := zstd.NewReader(r.Body)
		if err != nil {
			return nil, fmt.Errorf("a request's zstd: %w", err)
		}
		defer z.Close()
		from = z
	default:
		return nil, fmt.Errorf("content encoding %q: want gzip or zstd", coding)
	}
	body, err := io.ReadAll(from)
	if err != nil {
		return nil, fmt.Errorf("reading a request: %w", err)
	}
	return body, nil
}

// A tool is how any of the formats describes one, or a group of them.
type tool struct {
	Name, Type   string
	Function     struct{ Name string } // of Chat Completions
	Tools        []tool                // of a namespace of Responses
	Declarations []tool                `json:"functionDeclarations"` // of Gemini
}

// names returns the names of the tools.
func names(tools []tool) []string {
	var out []string
	for _, t := range tools {
		switch {
		case len(t.Tools) > 0:
			out = append(out, names(t.Tools)...)
		case len(t.Declarations) > 0:
			out = append(out, names(t.Declarations)...)
		case t.Function.Name != "":
			out = append(out, t.Function.Name)
		default:
			out = append(out, t.Name)
		}
	}
	return out
}

// A part is a piece of a text in a message: of results, the formats differ in their types alone.
type part struct{ Type, Text string }

// textOf returns a text that is a string or a list of parts. Parts that aren't text become their JSON.
func textOf(b json.RawMessage) string {
	var s string
	var parts []json.RawMessage
	if json.Unmarshal(b, &s) == nil {
		return s
	}
	if json.Unmarshal(b, &parts) != nil {
		return string(b)
	}
	texts := make([]string, len(parts))
	for i, raw := range parts {
		var p part
		if json.Unmarshal(raw, &p) != nil || p.Text == "" {
			p.Text = string(raw)
		}
		texts[i] = p.Text
	}
	return strings.Join(texts, "\n")
}
