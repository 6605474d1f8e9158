package web

import "net/http"

// A notice is a page with one message and no files, for browsers that have no cookie yet. They go on to the address To
// automatically, unless it is "".
type notice struct{ To, Title, Text, Link string }

func (p pages) notice(w http.ResponseWriter, status int, n notice) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_ = p["notice.html"].Execute(w, n) // a browser that is gone
}
