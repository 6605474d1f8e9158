// Package web is the page on which a person reads what tools printed: the whole output beside the text that a model got
// of it, all results as they come in, a search over all of them, and what that saved and what it cost.
//
//	site, err := web.New(web.Options{Ledger: l, Store: s})
//	...
//	fmt.Println(site.Link(listener.Addr()))
//	err = site.Serve(ctx, listener)
//
// # Who may look
//
// It serves this machine alone, and of its users the one who has the link: it holds a token of 256 bits, which becomes
// a cookie and leaves the address bar. Requests with a foreign Host or Origin, and requests that a page of another
// site or port has made, are refused, so that neither a rebound name nor a frame reads anything. All pages are for
// reading: methods other than GET and HEAD are refused, and no request changes anything.
//
// # What can't happen
//
// Outputs are hostile. Texts of payloads, commands and names come from package view, without control and invisible
// characters, and go through html/template; the fragments that the script inserts are made by the same templates. The
// content security policy allows the page's own script and style file and nothing else: no inline script, no image, no
// font, no other host. A payload is downloaded as text/plain, as an attachment.
//
// # Without a script
//
// The server makes whole pages with links and forms. The script adds what a document can't do: results that appear by
// themselves, an output of any length to scroll through, panes that scroll together, keys.
//
// # Limits and cost
//
// A page asks the ledger and the store when it is loaded; only while a list of results is open does the server look for
// new ones, every 400 ms. It keeps 8 documents open. A window has at most 1,000 lines, and
// of a model's text 5,000 are shown.
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
	"github.com/toktee/toktee/internal/desk/view"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/integrations/loopback"
	"github.com/toktee/toktee/internal/measure/cost"
)

// endTime is how long the end waits for pages that are being made.
const endTime = 2 * time.Second

// Options says what is shown, and how.
type Options struct {
	Ledger   *ledger.Ledger
	Store    *store.Store
	View     view.Options     // how payloads are shown
	StoreDir string           // to name it where there is nothing to show
	Prices   cost.Prices      // what tokens are worth
	Now      func() time.Time // nil is time.Now
	Location *time.Location   // of days and times; nil is time.Local
	Warn     func(error)      // gets what went wrong for a request; nil drops it
}

// A Site answers requests. Make it with [New].
type Site struct {
	// fixed at creation
	o       Options
	pages   pages
	token   string // in the link
	handler http.Handler

	feed    *feed
	index   *indexer
	shelf   *shelf
	choices choices
}

// New makes a site with a new token.
func New(o Options) (*Site, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Location == nil {
		o.Location = time.Local
	}
	if o.Warn == nil {
		o.Warn = func(error) {}
	}
	p, err := parsePages()
	if err != nil {
		return nil, fmt.Errorf("reading the page's templates: %w", err)
	}
	s := &Site{o: o, pages: p, token: secret()}
	s.feed = newFeed(o.Ledger, o.Warn)
	s.index = newIndexer(o.Ledger, o.Warn)
	s.shelf = newShelf(s.open)
	s.handler = newGuard(s.token, p, s.routes())
	return s, nil
}

// now is the time where the person is.
func (s *Site) now() time.Time { return s.o.Now().In(s.o.Location) }

// secret is 256 random bits as text.
func secret() string {
	b := make([]byte, 32)
	rand.Read(b)
	return base64.RawURLEncoding.EncodeToString(b)
}

// Link is where a person's browser begins, with the token.
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
