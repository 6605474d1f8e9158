package web

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/url"
	"strings"

	"github.com/toktee/toktee/internal/integrations/loopback"
)

// tokenKey is the parameter of the link that has the token.
const tokenKey = "token"

// policy allows a page its own two kinds of files, requests to this server, and forms sent to it.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'self'; " +
	"base-uri 'none'; frame-ancestors 'none'"

// headers are sent with every answer, also with refusals.
var headers = map[string]string{
	"Content-Security-Policy":      policy,
	"X-Content-Type-Options":       "nosniff",
	"Referrer-Policy":              "no-referrer",
	"Cross-Origin-Opener-Policy":   "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
	"X-Frame-Options":              "DENY",
	"Permissions-Policy":           "camera=(), geolocation=(), microphone=()",
	"Cache-Control":                "no-store",
}

// A guard lets the requests through that come from the pages of a browser which has had the link.
type guard struct {
	token  [sha256.Size]byte // hashes, so that comparing takes as long for any guess
	cookie string            // what browsers that have had the token send
	hash   [sha256.Size]byte // of cookie
	pages  pages
	next   http.Handler
}

func newGuard(token string, p pages, next http.Handler) *guard {
	cookie := secret()
	return &guard{sha256.Sum256([]byte(token)), cookie, sha256.Sum256([]byte(cookie)), p, next}
}

// ServeHTTP refuses, lets a browser in that has the token, or hands on.
func (g *guard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for name, value := range headers {
		w.Header().Set(name, value)
	}
	switch token := r.URL.Query().Get(tokenKey); {
	case !loopback.Host(r.Host):
		http.Error(w, "Host must be localhost, 127.0.0.1 or [::1]", http.StatusForbidden)
	case !loopback.OwnOrigin(r) || foreign(r):
		http.Error(w, "pages of other sites can't make requests", http.StatusForbidden)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "this page is for reading: want GET", http.StatusMethodNotAllowed)
	case token != "" && same(token, g.token):
		g.enter(w, r)
	case !g.knows(r):
		g.refuse(w, token != "")
	default:
		g.next.ServeHTTP(w, r)
	}
}

// foreign reports whether the request comes from a page of another site or port, by the browser's headers. A link from
// there is allowed.
func foreign(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "cross-site", "same-site":
		return r.Header.Get("Sec-Fetch-Mode") != "navigate" || r.Header.Get("Sec-Fetch-Dest") != "document"
	}
	return false
}

// enter gives a browser that has the token its cookie, and leads it to the same page without the token. It does so by a
// document of this site: a redirect would carry the site that the link was found on, and no strict cookie with it.
func (g *guard) enter(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	q.Del(tokenKey)
	to := url.URL{Path: "/" + strings.TrimLeft(r.URL.Path, "/"), RawQuery: q.Encode()}
	http.SetCookie(w, &http.Cookie{
		Name: cookieName(r), Value: g.cookie, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode,
	})
	g.pages.notice(w, http.StatusOK, notice{
		To: to.String(), Title: "Opening toktee", Text: "The page opens by itself.", Link: "Open it",
	})
}

// knows reports whether a request has the cookie.
func (g *guard) knows(r *http.Request) bool {
	c, err := r.Cookie(cookieName(r))
	return err == nil && same(c.Value, g.hash)
}

// refuse answers with the way to get in.
func (g *guard) refuse(w http.ResponseWriter, wrong bool) {
	why := "This page needs the whole link that toktee ui prints, with its token."
	if wrong {
		why = "The token in this link is not of the toktee ui that runs now: use the link that it prints."
	}
	g.pages.notice(w, http.StatusUnauthorized, notice{Title: "Not let in", Text: why, Link: "Try again"})
}

func same(text string, want [sha256.Size]byte) bool {
	hash := sha256.Sum256([]byte(text))
	return subtle.ConstantTimeCompare(hash[:], want[:]) == 1
}

// cookieName has the port in it: browsers send cookies to all ports of a host.
func cookieName(r *http.Request) string {
	if _, port, err := net.SplitHostPort(r.Host); err == nil {
		return "toktee_" + port
	}
	return "toktee"
}
