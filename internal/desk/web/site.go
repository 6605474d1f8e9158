package web

import "net/http"

// routes are the addresses of the site.
func (s *Site) routes() http.Handler {
	mux := http.NewServeMux()
	for pattern, handler := range map[string]http.HandlerFunc{
		"GET /{$}":            s.page("sessions.html", s.sessions),
		"GET /session":        s.page("session.html", s.session),
		"GET /session/export": s.export,
		"GET /events":         s.events,
		"GET /search":         s.page("search.html", s.search),
		"GET /savings":        s.page("savings.html", s.savings),
		"GET /rereads":        s.page("rereads.html", s.rereads),
		"GET /help":           s.help,
		"GET /r/{id}":         s.result,
		"GET /r/{id}/lines":   s.lines,
		"GET /r/{id}/marks":   s.marks,
		"GET /r/{id}/find":    s.find,
		"GET /r/{id}/count":   s.count,
		"GET /r/{id}/error":   s.nextError,
		"GET /r/{id}/raw":     s.raw,
		"GET /assets/{name}":  assets,
		"GET /favicon.ico":    func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) },
		"/":                   s.nowhere,
	} {
		mux.HandleFunc(pattern, handler)
	}
	return mux
}

func (s *Site) help(w http.ResponseWriter, _ *http.Request) {
	s.show(w, "help.html", frame{Title: "Keyboard shortcuts", Section: "help"})
}

func (s *Site) nowhere(w http.ResponseWriter, _ *http.Request) {
	s.fail(w, http.StatusNotFound, "There is no such page.")
}
