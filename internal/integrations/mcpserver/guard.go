package mcpserver

import (
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"strings"

	"github.com/toktee/toktee/internal/integrations/loopback"
)

// A guard lets the requests through that may call tools. A caller of tools runs commands as this user, and a loopback
// address keeps out neither other users of the machine nor pages in the user's browser:
//
//   - Host must name this machine, since a foreign name may be made to resolve to this machine
//   - Origin, which browsers send, must be the server itself: no page of another site may call, not even to try
//   - the token must be right
type guard struct {
	token [sha256.Size]byte // its hash, so that comparing takes as long for any guess
	next  http.Handler
}

func newGuard(token string, next http.Handler) *guard {
	return &guard{sha256.Sum256([]byte(token)), next}
}

// ServeHTTP answers requests that may not call tools, in the order of the checks above, and hands on the others.
func (g *guard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case !loopback.Host(r.Host):
		http.Error(w, "Host must be localhost, 127.0.0.1 or [::1]", http.StatusForbidden)
	case !loopback.OwnOrigin(r):
		http.Error(w, "pages of other sites may not call: Origin must be this server", http.StatusForbidden)
	case !g.knows(r):
		w.Header().Set("WWW-Authenticate", "Bearer")
		http.Error(w, "want the header Authorization: Bearer TOKEN, with this server's token", http.StatusUnauthorized)
	case r.URL.Path != Path:
		http.Error(w, "want the path "+Path, http.StatusNotFound)
	default:
		r.Header.Del("Authorization") // not needed any more
		g.next.ServeHTTP(w, r)
	}
}

// knows reports whether a request has the token.
func (g *guard) knows(r *http.Request) bool {
	sent := r.Header.Values("Authorization")
	if len(sent) != 1 {
		return false
	}
	scheme, token, _ := strings.Cut(sent[0], " ")
	hash := sha256.Sum256([]byte(strings.TrimSpace(token)))
	return strings.EqualFold(scheme, "Bearer") && subtle.ConstantTimeCompare(hash[:], g.token[:]) == 1
}
