package loopback

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"
)

const (
	maxHeader  = 64 << 10 // bytes
	headerTime = 10 * time.Second
	idleTime   = 2 * time.Minute // of a connection between two requests
)

// Serve serves until ctx ends, with which the contexts of the requests end too, and then waits for these, at most as
// long as patience. It is nil if nothing else went wrong.
func Serve(ctx context.Context, l net.Listener, handler http.Handler, patience time.Duration) error {
	srv := &http.Server{
		Handler:           handler,
		BaseContext:       func(net.Listener) context.Context { return ctx },
		ReadHeaderTimeout: headerTime,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    maxHeader,
	}
	ended := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		within, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
		defer cancel()
		ended <- srv.Shutdown(within)
	})
	err := srv.Serve(l)
	if stop() || !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return <-ended
}
