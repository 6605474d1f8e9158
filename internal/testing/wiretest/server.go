package wiretest

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"
)

// Request is a request that the server got, and what became of it.
type Request struct {
	Body   []byte
	Err    error     // why it was refused: it breaks a rule of the format, the key is wrong, no turn is left
	Events int       // events sent in full
	Left   time.Time // when the client left before the end; zero if it didn't
	Ended  bool      // the server is done with it
}

// Options of a server. The zero value has defaults.
type Options struct {
	Key   string        // that requests must carry; "" takes any
	Piece int           // bytes of text or arguments in an event; 0 is 12
	Gap   time.Duration // pause before every event
	// Event is called when an event has been sent, with its index and that of its request. The server sends nothing
	// until it returns.
	Event func(request, event int)
}

// Server is a running server.
type Server struct {
	URL string // of its root; each format has its path below, as on the real servers

	opt  Options
	srv  *http.Server
	done chan struct{}

	mu       sync.Mutex
	turns    []Turn
	at       int // the next turn
	tries    int // of the next turn
	requests []*Request
	changed  chan struct{} // closed and replaced at every change of a request
}

// Start starts a server that plays the turns. It runs until it is closed.
func Start(opt Options, turns ...Turn) (*Server, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("starting a wire server: %w", err)
	}
	if opt.Piece <= 0 {
		opt.Piece = 12
	}
	s := &Server{
		URL: "http://" + l.Addr().String(), opt: opt, turns: slices.Clone(turns),
		done: make(chan struct{}), changed: make(chan struct{}),
	}
	mux := http.NewServeMux()
	for path, f := range formats {
		mux.HandleFunc("POST "+path, func(w http.ResponseWriter, r *http.Request) { s.serve(w, r, f) })
	}
	s.srv = &http.Server{Handler: mux, ReadHeaderTimeout: time.Minute}
	go func() {
		defer close(s.done)
		_ = s.srv.Serve(l)
	}()
	return s, nil
}

// BaseURL returns the address to give to a client of the format.
func (s *Server) BaseURL(w Wire) string {
	if w == Anthropic {
		return s.URL
	}
	return s.URL + "/v1"
}

// Close ends all connections and waits for the server's end.
func (s *Server) Close() {
	_ = s.srv.Close()
	<-s.done
}

// Add appends turns to the script.
func (s *Server) Add(turns ...Turn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.turns = append(s.turns, turns...)
}

// Requests returns copies of all requests until now.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]Request, len(s.requests))
	for i, r := range s.requests {
		out[i] = *r
	}
	return out
}

// Wait waits until the n-th request, from 0, has ended, and returns it.
func (s *Server) Wait(ctx context.Context, n int) (Request, error) {
	return s.wait(ctx, n, func(r *Request) bool { return r.Ended })
}

// Arrived waits until the n-th request, from 0, has come in.
func (s *Server) Arrived(ctx context.Context, n int) error {
	_, err := s.wait(ctx, n, func(*Request) bool { return true })
	return err
}

func (s *Server) wait(ctx context.Context, n int, enough func(*Request) bool) (Request, error) {
	for {
		s.mu.Lock()
		changed := s.changed
		if n < len(s.requests) && enough(s.requests[n]) {
			r := *s.requests[n]
			s.mu.Unlock()
			return r, nil
		}
		s.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
			return Request{}, fmt.Errorf("waiting for request %d: %w", n, context.Cause(ctx))
		}
	}
}

// change changes a request under the lock, and wakes those who wait for that.
func (s *Server) change(do func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	do()
	close(s.changed)
	s.changed = make(chan struct{})
}

// next chooses the answer to a request: a turn, with a fault or none, or an error. The lock is held.
func (s *Server) next() (t Turn, f Fault, err error) {
	if s.at >= len(s.turns) {
		return Turn{}, Fault{}, fmt.Errorf("the script has %d turns, and all were played", len(s.turns))
	}
	t = s.turns[s.at]
	if s.tries < len(t.Faults) {
		f = t.Faults[s.tries]
		s.tries++
	}
	if f.Kind == None {
		s.at, s.tries = s.at+1, 0
	}
	return t, f, nil
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request, f format) {
	body, err := io.ReadAll(r.Body)
	if err == nil {
		err = f.check(r.Header, body, s.opt.Key)
	}
	p := player{s: s, w: w, r: r, f: f, req: &Request{Body: body, Err: err}}
	var t Turn
	var fault Fault
	s.change(func() {
		p.n = len(s.requests)
		s.requests = append(s.requests, p.req)
		if p.req.Err == nil {
			t, fault, p.req.Err = s.next()
		}
	})
	defer s.change(func() { p.req.Ended = true })
	if p.req.Err != nil {
		refuse(w, p.req.Err)
		return
	}
	p.play(t, fault)
}

// refuse answers a request that breaks a rule.
func refuse(w http.ResponseWriter, err error) {
	status, kind := http.StatusBadRequest, "invalid_request_error"
	if err == errKey {
		status, kind = http.StatusUnauthorized, "authentication_error"
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, encode(object{"type": "error", "error": object{"type": kind, "message": err.Error()}}))
}
