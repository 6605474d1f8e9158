package gateway

import (
	"bytes"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"net/http"
	"net/http/httputil"
	"net/url"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/integrations/loopback"
	"github.com/toktee/toktee/internal/run/crash"
)

// maxBody is the number of bytes of a request, and of one that is decoded, up to which results are shortened.
const maxBody = 64 << 20

// Options describe a gateway.
type Options struct {
	// Token is the first element of the paths of all requests, also as TOKEN.NAME with the name of the agent that uses
	// the URL. It keeps out other users of the machine.
	Token     string
	Upstreams Upstreams
	// Host opens a host for a conversation in a folder, for the agent of that name. within is [host.Options].Within.
	Host func(dir, agent string, within func(id string) bool) (*host.Host, error)
	// Dir is the folder of conversations that name none.
	Dir string
	// Getenv is the environment, in the form of [os.LookupEnv], and Managed the folders of Claude Code's settings for
	// the machine, nil for those of the system. Rules of the person are found there.
	Getenv  func(string) (string, bool)
	Managed []string
	// Transport sends requests; nil is [Transport].
	Transport http.RoundTripper
	// Warn receives what went wrong in the gateway itself. Requests go on in spite of it.
	Warn func(error)
}

// Gateway is the handler of all requests. Make it with [New].
type Gateway struct {
	o         Options
	store     *store.Store
	transport http.RoundTripper
	memory    memory
	seed      maphash.Seed
	sessions  [64]sync.Mutex // held while a result of a session is decided; a session has one by its hash

	deciding chan struct{} // has an element for each session that is being decided about, which takes memory

	asides sync.WaitGroup // checks of claims, after a response

	mu      sync.Mutex
	warning sync.Mutex
	forgot  time.Time // when something was last forgotten, as far as the memory knows
}

// New returns a gateway. The error is of a host that can't be opened, or of an upstream.
func New(o Options) (*Gateway, error) {
	if err := o.Upstreams.check(); err != nil {
		return nil, err
	}
	h, err := o.Host(o.Dir, "", nil)
	if err != nil {
		return nil, err
	}
	if o.Getenv == nil {
		o.Getenv = func(string) (string, bool) { return "", false }
	}
	g := &Gateway{
		o: o, store: h.Store(), transport: o.Transport, seed: maphash.MakeSeed(),
		deciding: make(chan struct{}, runtime.GOMAXPROCS(0)),
	}
	if g.transport == nil {
		g.transport = Transport(nil)
	}
	g.forgot = g.store.LastForgotten()
	return g, nil
}

func (g *Gateway) warn(err error) {
	if g.o.Warn == nil {
		return
	}
	g.warning.Lock()
	defer g.warning.Unlock()
	g.o.Warn(err)
}

// lock locks a session, waits until not too many others are being decided about, and returns what unlocks the session.
func (g *Gateway) lock(session string) func() {
	mu := &g.sessions[maphash.String(g.seed, session)%uint64(len(g.sessions))]
	mu.Lock()
	g.deciding <- struct{}{}
	return func() {
		<-g.deciding
		mu.Unlock()
	}
}

// ServeHTTP passes a request to its provider.
func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !loopback.Host(r.Host) || r.Header.Get("Origin") != "" { // which only pages of a browser send
		refuse(w, http.StatusForbidden, "the gateway serves only programs on this machine")
		return
	}
	first, path, _ := strings.Cut(strings.TrimPrefix(r.URL.EscapedPath(), "/"), "/")
	token, agent, _ := strings.Cut(first, ".")
	if g.o.Token == "" || subtle.ConstantTimeCompare([]byte(token), []byte(g.o.Token)) == 0 {
		refuse(w, http.StatusNotFound, "this isn't a URL of the toktee gateway: see toktee doctor")
		return
	}
	path = "/" + path
	to, path, kind := g.o.Upstreams.route(r.Header, path)
	ex := &exchange{g: g, agent: agent, to: to, path: path, api: kind}
	if kind.isWebSocket(r) {
		ex.serveWebSocket(w, r)
		return
	}
	if r.Method == http.MethodPost && kind.read != nil {
		if err := ex.rewrite(r); err != nil {
			refuse(w, http.StatusBadRequest, err.Error())
			return
		}
	}
	w.Header()["Date"], w.Header()["Content-Type"] = nil, nil // they are the provider's, if it sends them
	ex.proxy().ServeHTTP(w, r)
}

// refuse answers with an error in a form that clients of all providers read.
func refuse(w http.ResponseWriter, status int, reason string) {
	b, _ := json.Marshal(map[string]any{
		"type": "error", "error": map[string]any{"type": "api_error", "message": "toktee gateway: " + reason},
	})
	w.Header().Del("Date")
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(append(b, '\n'))
}

// Unavailable returns a handler that refuses all requests for now.
func Unavailable(reason string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Connection", "close")
		refuse(w, http.StatusServiceUnavailable, reason)
	})
}

// An exchange is a request and its response.
type exchange struct {
	g     *Gateway
	agent string // that the URL names, "" for none
	to    *url.URL
	path  string // at the provider, escaped
	api   api
	req   *request // nil if the conversation isn't read
}

// rewrite replaces the body by one with decided texts. An error means that the body can't be read.
func (ex *exchange) rewrite(r *http.Request) error {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	if err != nil {
		return fmt.Errorf("reading the request: %w", err)
	}
	if len(body) > maxBody {
		ex.g.warn(fmt.Errorf("a request of more than %d MiB passed through unchanged", maxBody>>20))
		r.Body = struct {
			io.Reader
			io.Closer
		}{io.MultiReader(bytes.NewReader(body), r.Body), r.Body}
		return nil
	}
	r.Body.Close()
	setBody(r, body)
	encoding := r.Header.Get("Content-Encoding")
	plain, err := decode(encoding, body)
	if err != nil {
		ex.g.warn(fmt.Errorf("a request passed through unchanged: %w", err))
		return nil
	}
	short := ex.safely(func() (short []byte) {
		short, ex.req = ex.splice(r, plain)
		return short
	})
	if short == nil {
		return nil
	}
	r.Header.Del("Expect") // the whole body is here
	if body, err = encode(encoding, short); err != nil {
		ex.g.warn(fmt.Errorf("a request passed through unchanged: %w", err))
		return nil
	}
	setBody(r, body)
	return nil
}

// safely returns a request with decided texts, nil for one that passes as it came, also after a panic.
func (ex *exchange) safely(splice func() []byte) (short []byte) {
	err := crash.Guard(func() error {
		short = splice()
		return nil
	})
	if err != nil {
		ex.g.warn(fmt.Errorf("a request passed through unchanged: %w", err))
		return nil
	}
	return short
}

func setBody(r *http.Request, body []byte) {
	r.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	r.Body, _ = r.GetBody() // again for a provider that has closed its connection meanwhile
	r.ContentLength = int64(len(body))
	r.TransferEncoding = nil
}

// splice returns the body with decided texts, nil if it stays as it is, and what was read of it, nil for nothing.
func (ex *exchange) splice(r *http.Request, body []byte) ([]byte, *request) {
	c, ok := ex.api.read.read(body)
	if !ok {
		ex.g.warn(errors.New("a request passed through unchanged: its body isn't a JSON object, or it is too large"))
		return nil, nil
	}
	ex.g.checkForgotten()
	req := &request{
		g: ex.g, client: clientOf(r.Header, ex.agent), session: sessionOf(r.Header, c), conv: c, ids: map[string]bool{},
		counts: ex.api.counts,
	}
	return req.splice(r.Context()), req
}

// checkForgotten clears the memory if something was forgotten.
func (g *Gateway) checkForgotten() {
	last := g.store.LastForgotten()
	g.mu.Lock()
	defer g.mu.Unlock()
	if !last.Equal(g.forgot) {
		g.forgot = last
		g.memory.clear()
	}
}

// proxy returns the handler that passes the request on and the response back.
func (ex *exchange) proxy() http.Handler {
	return &httputil.ReverseProxy{
		Transport:     ex.g.transport,
		FlushInterval: -1,
		Rewrite:       ex.outgoing,
		ModifyResponse: func(resp *http.Response) error {
			ex.meter(resp)
			return nil
		},
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
			if r.Context().Err() != nil { // the client has left, or the gateway stops: it gets no answer
				panic(http.ErrAbortHandler)
			}
			refuse(w, http.StatusBadGateway, fmt.Sprintf("no answer from %s: %v", ex.to.Host, err))
		},
	}
}

// outgoing is the request to the provider: the client's, to another address.
func (ex *exchange) outgoing(p *httputil.ProxyRequest) {
	for name, values := range p.In.Header { // the library removes them
		if strings.HasPrefix(name, "X-Forwarded-") || name == "Forwarded" {
			p.Out.Header[name] = values
		}
	}
	out := p.Out.URL
	out.Scheme, out.Host = ex.to.Scheme, ex.to.Host
	out.RawPath = strings.TrimSuffix(ex.to.EscapedPath(), "/") + ex.path
	out.Path, _ = url.PathUnescape(out.RawPath)
	out.RawQuery = p.In.URL.RawQuery
	p.Out.Host = ""
}

// noteBill notes the bill of the request; the nil request isn't billed.
func (r *request) noteBill(u usage) {
	if r == nil || r.counts || u == (usage{}) && r.bill == (bill{}) {
		return
	}
	h, err := r.g.o.Host(r.folder(), r.client.name, nil)
	if err != nil {
		r.g.warn(err)
		return
	}
	b := r.bill
	h.Note(journal.Event{
		Kind: journal.Billed, Session: r.session, Model: r.conv.model, Input: u.input, Cached: u.cached,
		Written: u.written, Output: u.output, LeftOut: b.latest, LeftOutEarlier: b.earlier, Lost: b.lost,
	})
}
