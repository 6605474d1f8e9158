package mcpserver

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The reasons why a call over HTTP ends before its time.
var (
	errGone    = errors.New("the client has closed the request")
	errDeleted = errors.New("the client has ended the session")
)

// postHeader carries the name of a request from the HTTP handler to the call that it brings. The SDK shows the
// middleware of a call the headers of its request and nothing else of it.
const postHeader = "Toktee-Post"

// posts are the requests that are being answered. They tie calls to the requests that brought them, which the SDK does
// for the latest revision alone.
type posts struct {
	running sync.WaitGroup // calls

	mu   sync.Mutex
	open map[string]*post
}

// A post is a request that waits for its answer.
type post struct {
	ctx     context.Context
	cancel  context.CancelCauseFunc
	session string        // "" for none
	silent  bool          // a call that the client has cancelled is answered with nothing
	done    chan struct{} // closed when nothing more is written to the client
}

// track notes the requests that next answers. One that ends a session ends the calls of it first.
func (p *posts) track(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := r.Header.Get(session)
		switch r.Method {
		case http.MethodDelete:
			p.end(id)
			fallthrough
		default:
			next.ServeHTTP(w, r)
			return
		case http.MethodPost:
		}
		ctx, cancel := context.WithCancelCause(r.Context())
		defer cancel(errGone)
		// Before 2025-06-18 a request may bring several calls, and the others want their answers.
		silent := id != "" && r.Header.Get(revision) >= "2025-06-18"
		entry, name := &post{ctx, cancel, id, silent, make(chan struct{})}, rand.Text()
		p.mu.Lock()
		p.open[name] = entry
		p.mu.Unlock()
		defer func() {
			p.mu.Lock()
			delete(p.open, name)
			p.mu.Unlock()
			close(entry.done)
		}()
		r = r.WithContext(ctx)
		r.Header.Set(postHeader, name)
		next.ServeHTTP(w, r)
	})
}

// end ends the calls of a session.
func (p *posts) end(session string) {
	if session == "" {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, entry := range p.open {
		if entry.session == session {
			entry.cancel(errDeleted)
		}
	}
}

// begin finds the request that has brought a call, nil if it is over. If there is one, the call counts as running.
func (p *posts) begin(name string) *post {
	p.mu.Lock()
	defer p.mu.Unlock()
	entry := p.open[name]
	if entry != nil {
		p.running.Add(1)
	}
	return entry
}

// middleware ends a call with the request that brought it.
func (p *posts) middleware(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		extra := req.GetExtra()
		if extra == nil || strings.HasPrefix(method, "notifications/") {
			return next(ctx, method, req)
		}
		entry := p.begin(extra.Header.Get(postHeader))
		if entry == nil {
			return nil, errGone
		}
		defer p.running.Done()
		both, cancel := context.WithCancelCause(ctx)
		defer cancel(nil)
		defer context.AfterFunc(entry.ctx, func() { cancel(context.Cause(entry.ctx)) })()
		res, err := next(both, method, req)
		if ctx.Err() != nil && entry.ctx.Err() == nil && entry.silent {
			// The client has cancelled the call by another request. The one that brought it is closed before the SDK
			// can write an answer to it.
			entry.cancel(context.Cause(ctx))
			<-entry.done
		}
		return res, err
	}
}
