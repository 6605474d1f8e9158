package fakemodel

import (
	"encoding/json"
	"fmt"
	"net/http"
)

type object = map[string]any

// A writer writes answers: a document, or a stream of server-sent events.
type writer struct {
	http.ResponseWriter
	events int
	send   func([]byte) // of a WebSocket: each event is a message
}

// refuse answers with an error in the form that all formats share.
func (w *writer) refuse(status int, err error) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.encode(object{"type": "error", "error": object{"type": "invalid_request_error", "message": err.Error()}})
}

func (w *writer) json(v any) {
	w.Header().Set("Content-Type", "application/json")
	w.encode(v)
}

// event sends one event; name is "" in formats whose events have none.
func (w *writer) event(name string, v any) {
	if w.send != nil {
		w.events++
		w.send([]byte(encoded(v)))
		return
	}
	if w.events == 0 {
		w.Header().Set("Content-Type", "text/event-stream")
	}
	w.events++
	if name != "" {
		_, _ = fmt.Fprintf(w, "event: %s\n", name)
	}
	_, _ = fmt.Fprint(w, "data: ")
	w.encode(v)
	_, _ = fmt.Fprint(w, "\n")
}

// encode writes a value. A client that has gone away is no matter.
func (w *writer) encode(v any) { _ = json.NewEncoder(w).Encode(v) }

func encoded(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // scripts hold strings and numbers only
	}
	return string(b)
}
