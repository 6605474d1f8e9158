package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Path is where a server speaks the protocol over HTTP.
const Path = "/mcp"

const (
	// stateless is the first revision without sessions: each request says what it needs. Revisions compare as text.
	stateless = "2026-07-28"
	// revision and session are the headers of a request that name the protocol's revision, and the session that its
	// answer to initialize has begun.
	revision = "Mcp-Protocol-Version"
	session  = "Mcp-Session-Id"

	maxHeader   = 64 << 10 // bytes
	headerTime  = 10 * time.Second
	idleTime    = 2 * time.Minute // of a connection between two requests
	sessionTime = 24 * time.Hour  // of a session without a request; the client begins another
	endTime     = 10 * time.Second
)

// ErrAddr is in the error of [Listen] for an address that it doesn't listen at.
var ErrAddr = errors.New("want an address that other machines don't reach, such as 127.0.0.1:0 or [::1]:8080")

// Listen listens at an address of this machine that no other machine reaches, such as 127.0.0.1:0 or [::1]:8080.
// Port 0 is one that is free.
func Listen(addr string) (net.Listener, error) {
	host, port, err := net.SplitHostPort(addr)
	if err == nil && host == "localhost" {
		host = "127.0.0.1"
	}
	ip, ipErr := netip.ParseAddr(host)
	if err != nil || ipErr != nil || !ip.IsLoopback() {
		return nil, fmt.Errorf("%q: %w", addr, ErrAddr)
	}
	return net.Listen("tcp", net.JoinHostPort(host, port))
}

// ServeHTTP serves over streamable HTTP at [Path], to clients that send the token, until ctx ends. Then it stops the
// calls that are under way, and returns when they have ended: nil if nothing else went wrong.
//
// Requests of 2026-07-28 stand alone. Clients of earlier revisions have sessions, since a call of theirs is cancelled
// by another request. A call also ends with the request that brought it, whatever the revision: its answer could reach
// nobody, and a command that nobody hears of must not run on.
func ServeHTTP(ctx context.Context, m *mcp.Server, l net.Listener, token string) error {
	p := &posts{open: map[string]*post{}}
	m.AddReceivingMiddleware(p.middleware)
	srv := &http.Server{
		Handler:           newGuard(token, p.track(revisions(m))),
		BaseContext:       func(net.Listener) context.Context { return ctx },
		ReadHeaderTimeout: headerTime,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    maxHeader,
	}
	ended := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		within, cancel := context.WithTimeout(context.WithoutCancel(ctx), endTime)
		defer cancel()
		ended <- srv.Shutdown(within)
	})
	err := srv.Serve(l)
	if stop() || !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	err = <-ended
	p.running.Wait()
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
		w.Header().Set("X-Accel-Buffering", "no") // a proxy in between must not hold back what tells of progress
		if r.Header.Get(revision) >= stateless {
			single.ServeHTTP(w, r)
			return
		}
		sessions.ServeHTTP(w, r)
	})
}
