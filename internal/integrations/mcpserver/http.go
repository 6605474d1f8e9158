package mcpserver

import (
	"context"
	"net"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toktee/toktee/internal/integrations/loopback"
)

// Path is the path of the protocol over HTTP.
const Path = "/mcp"

const (
	// stateless is the first revision without sessions: each request is complete. Revisions compare as text.
	stateless = "2026-07-28"
	// revision and session are the headers of a request that name the protocol's revision, and the session that its
	// answer to initialize has begun.
	revision = "Mcp-Protocol-Version"
	session  = "Mcp-Session-Id"

	sessionTime = 24 * time.Hour // of a session without a request; the client begins another
	endTime     = 10 * time.Second
)

// ServeHTTP serves over streamable HTTP at [Path], to clients that send the token, until ctx ends. Then it stops the
// calls that are under way, and returns when they have ended: nil if nothing else went wrong.
//
// Requests of 2026-07-28 have no session. Clients of earlier revisions have sessions, since a call of theirs is
// cancelled by another request. A call also ends with the request that brought it, whatever the revision: its answer
// could reach no one, and a command without a listener must not run on.
func ServeHTTP(ctx context.Context, m *mcp.Server, l net.Listener, token string) error {
	p := &posts{open: map[string]*post{}}
	m.AddReceivingMiddleware(p.middleware)
	err := loopback.Serve(ctx, l, newGuard(token, p.track(revisions(m))), endTime)
	if ctx.Err() != nil {
		p.running.Wait()
	}
	return err
}

// revisions hands a request to who speaks the revision of the protocol that it names.
func revisions(m *mcp.Server) http.Handler {
	handler := func(o mcp.StreamableHTTPOptions) http.Handler {
		o.MaxRequestBodyBytes = maxLine // as of a message over standard input
		return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return m }, &o)
	}
	sessions := handler(mcp.StreamableHTTPOptions{SessionTimeout: sessionTime})
	single := handler(mcp.StreamableHTTPOptions{Stateless: true})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Accel-Buffering", "no") // a proxy in between must not hold back progress
		if r.Header.Get(revision) >= stateless {
			single.ServeHTTP(w, r)
			return
		}
		sessions.ServeHTTP(w, r)
	})
}
