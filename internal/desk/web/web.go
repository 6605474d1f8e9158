// Package web serves the page for reading what agents did: their sessions as they go on, each full output next to the
// text that was sent to the model, a search over all outputs, and the savings and their value. Package session computes
// what is shown of a session.
//
//	site, err := web.New(web.Options{Ledger: l, Store: s})
//	...
//	fmt.Println(site.Link(listener.Addr()))
//	err = site.Serve(ctx, listener)
//
// # Access
//
// It serves this machine only, and only the user who has the link. The link has a token of 256 bits, which becomes a
// cookie and leaves the address bar. Requests with a foreign Host or Origin are refused, and so are requests made by a
// page of another site or port: neither a rebound name nor a frame can read anything. Methods other than GET and HEAD
// are refused, and no request changes anything.
//
// # Hostile outputs
//
// Texts of outputs, commands and names come from package view, without control and invisible characters, and go through
// html/template. The same templates make the fragments that the script inserts. The content security policy allows only
// the page's own script and style file: no inline script, image or font, and no other host. An output is downloaded as
// text/plain, as an attachment.
//
// # Without a script
//
// The server makes whole pages with links and forms. The script adds news as it arrives, scrolling through sessions and
// outputs of any length, panes that scroll together, and keys.
//
// # Limits and cost
//
// A page asks the ledger and the store when it is loaded. Only while sessions are open, the server looks for new calls,
// every 400 ms. It keeps 8 documents open. A window has at most 1,000 lines, and a page shows 5,000 lines of
// a model's text.
package web

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/desk/session"
	"github.com/toktee/toktee/internal/desk/view"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/integrations/loopback"
	"github.com/toktee/toktee/internal/measure/cost"
)

// endTime is how long the end waits for pages that are being made.
const endTime = 2 * time.Second

// Options are the sources of the page and its settings.
type Options struct {
	Ledger   *ledger.Ledger
	Store    *store.Store
	View     view.Options // how outputs are shown
	Sessions *session.Sessions
	StoreDir string      // named on an empty page
	Prices   cost.Prices // what tokens are worth
	Warn     func(error) // gets what went wrong for a request; nil drops it
}

// A Site answers requests. Make it with [New].
type Site struct {
	// fixed at creation
	o       Options
	pages   pages
	token   string // in the link
	handler http.Handler

	index *indexer
	shelf *shelf
}

// New makes a site with a new token.
func New(o Options) (*Site, error) {
	if o.Warn == nil {
		o.Warn = func(error) {}
	}
	p, err := parsePages()
	if err != nil {
		return nil, fmt.Errorf("reading the page's templates: %w", err)
	}
	s := &Site{o: o, pages: p, token: secret()}
	s.index = newIndexer(o.Ledger, o.Warn)
	s.shelf = newShelf(s.open)
	s.handler = newGuard(s.token, p, s.routes())
	return s, nil
}

// secret is 256 random bits as text.
func secret() string {
	b := make([]byte, 32)
	rand.Read(b)
	return base64.RawURLEncoding.EncodeToString(b)
}

// Link returns the first address for a person's browser, with the token.
func (s *Site) Link(addr net.Addr) string {
	return (&url.URL{
		Scheme: "http", Host: addr.String(), Path: "/", RawQuery: url.Values{tokenKey: {s.token}}.Encode(),
	}).String()
}

// ServeHTTP implements [http.Handler].
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Serve serves until ctx ends. Then it is nil if nothing else went wrong.
func (s *Site) Serve(ctx context.Context, l net.Listener) error {
	background, stopBackground := context.WithCancel(ctx)
	defer stopBackground()
	defer s.shelf.close()
	go s.index.run(background)
	return loopback.Serve(ctx, l, s, endTime)
}
