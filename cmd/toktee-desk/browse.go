package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/toktee/toktee/internal/desk"
	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/desk/session"
	"github.com/toktee/toktee/internal/desk/term"
	"github.com/toktee/toktee/internal/desk/view"
	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/store"
)

// browse shows the terminal view: the list of calls, or one result.
func browse(ctx context.Context, o desk.View, std streams) error {
	dir, _ := os.Getwd() // without one, there are no settings of a project
	h, err := host.Open(host.Options{Dir: dir, Getenv: os.LookupEnv})
	if err != nil {
		return usageError{err}
	}
	s := h.Settings()
	v := viewer{store: h.Store(), options: view.Options{
		Rich: s.RichFormatting, Syntax: s.RichFormatting && s.SyntaxHighlighting, Links: s.ClickablePaths,
	}}
	show := term.Options{
		In: std.in, Out: std.out, Env: os.Environ(), Open: v.open, Now: time.Now, Rich: s.RichFormatting,
		Filter: ledger.Filter{Session: o.Session, Since: o.Since},
	}
	if show.Host, err = os.Hostname(); err != nil {
		show.Host = "localhost"
	}
	if o.ID != "" {
		if show.Result, err = v.open(ctx, o.ID, ""); err != nil {
			return err
		}
		return term.Run(ctx, show)
	}
	show.Running = func() ([]view.Recording, error) { return view.Recordings(v.store) }
	show.Follow = v.follow
	var warning error
	l, err := openLedger(ctx, h, func(err error) { warning = err })
	if err == nil {
		defer l.Close()
		_, prices := s.EffectivePrices()
		show.Source = term.FromLedger(l, session.New(session.Options{
			Ledger: l, Store: v.store, Prices: prices, Homes: session.HomesOf(os.Getenv),
		}))
	} else {
		show.Source = term.FromStore(v.store, err)
	}
	if warning != nil {
		show.Source.Note = warning.Error()
	}
	if o.Plain {
		if note := show.Source.Note; note != "" {
			warner(std.err)(errors.New(note))
		}
		return term.Print(ctx, std.out, show)
	}
	return term.Run(ctx, show)
}

// A viewer opens results for the eye.
type viewer struct {
	store   *store.Store
	options view.Options
}

// open opens a result. Its paths are looked for in dir.
func (v viewer) open(ctx context.Context, id, dir string) (*term.Result, error) {
	rec, err := v.store.Get(id)
	if err != nil {
		return nil, err
	}
	src, err := view.FromRecord(v.store, rec)
	if err != nil {
		return nil, err
	}
	src.Dir = dir
	doc, err := view.Open(ctx, src, v.options)
	if err != nil {
		return nil, fmt.Errorf("opening result %s: %w", rec.ID, err)
	}
	return &term.Result{View: doc, Source: src, Time: rec.Time, Session: rec.Session}, nil
}

// follow opens the output of a running command.
func (v viewer) follow(ctx context.Context, r view.Recording) (*term.Result, error) {
	src := view.FromRecording(r)
	doc, err := view.Open(ctx, src, v.options)
	if err != nil {
		return nil, fmt.Errorf("following %s: %w", r.Command, err)
	}
	return &term.Result{View: doc, Source: src, Time: r.Started}, nil
}
