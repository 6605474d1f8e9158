package wiretest

import (
	"fmt"
	"net/http"
	"strings"
	"time"
)

// A player answers one request.
type player struct {
	s   *Server
	w   http.ResponseWriter
	r   *http.Request
	f   format
	req *Request
	n   int // the request's index
}

// play answers with the fault, or with the turn and a fault within it.
func (p player) play(t Turn, f Fault) {
	switch f.Kind {
	case Status:
		p.status(f)
	case Drop:
		panic(http.ErrAbortHandler)
	case Hang:
		p.awaitLeave()
	case Page:
		p.w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = p.w.Write([]byte("<html><body>Sign in to the network</body></html>"))
	default:
		p.stream(p.f.events(p.n, t, p.s.opt.Piece), f)
	}
}

// status answers with the fault's status.
func (p player) status(f Fault) {
	if f.RetryAfter != "" {
		p.w.Header().Set("Retry-After", f.RetryAfter)
	}
	p.w.Header().Set("Content-Type", "application/json")
	p.w.WriteHeader(f.Status)
	body := f.Body
	if body == "" {
		body = fmt.Sprintf(`{"error":{"type":"fault","message":"status %d was asked for"}}`, f.Status)
	}
	_, _ = p.w.Write([]byte(body))
}

// stream sends the events until the fault ends them or the client leaves.
func (p player) stream(events []event, f Fault) {
	p.w.Header().Set("Content-Type", "text/event-stream")
	p.w.Header().Set("X-Request-Id", fmt.Sprintf("req_%d", p.n))
	p.w.WriteHeader(http.StatusOK)
	p.flush()
	at := f.At
	if at < 0 {
		at += len(events)
	}
	for i, e := range events {
		if !p.pause(p.s.opt.Gap) {
			return
		}
		if due := i == at && f.Kind >= Stall; due && !p.fail(f, e) {
			return
		}
		if !p.send(e.String()) {
			return
		}
		p.s.change(func() { p.req.Events++ })
		if p.s.opt.Event != nil {
			p.s.opt.Event(p.n, i)
		}
	}
}

// fail performs the fault before event e, and reports whether the stream goes on.
func (p player) fail(f Fault, e event) bool {
	switch f.Kind {
	case Stall:
		p.awaitLeave()
	case Cut:
		half := e.String()
		p.send(half[:len(half)/2])
		panic(http.ErrAbortHandler)
	case Garbage:
		e.data = `{"type":"` + strings.Repeat("x", 20)
		return p.send(e.String())
	case ErrorEvent:
		p.send(p.f.failure(f.Body).String())
	}
	return false
}

// send sends a text and reports whether the client is still there.
func (p player) send(s string) bool {
	if p.r.Context().Err() != nil {
		p.awaitLeave()
		return false
	}
	if _, err := p.w.Write([]byte(s)); err != nil {
		p.awaitLeave()
		return false
	}
	p.flush()
	return true
}

func (p player) flush() { _ = http.NewResponseController(p.w).Flush() }

// pause waits and reports whether the client is still there.
func (p player) pause(d time.Duration) bool {
	if d <= 0 {
		return true
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-p.r.Context().Done():
		p.awaitLeave()
		return false
	}
}

// awaitLeave waits for the client to leave and records when it did.
func (p player) awaitLeave() {
	<-p.r.Context().Done()
	now := time.Now()
	p.s.change(func() { p.req.Left = now })
}
