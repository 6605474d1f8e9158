package web

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/toktee/toktee/internal/desk/figures"
	"github.com/toktee/toktee/internal/desk/view"
)

const (
	mostCounted = 10_000          // matches that are counted
	countTime   = 5 * time.Second // and how long
	markRows    = 400             // pieces of a scrollbar
)

// found is the answer to a question for a line.
type found struct {
	Line  int    `json:"line"` // 0 for none
	Count int    `json:"count,omitempty"`
	More  bool   `json:"more,omitempty"`  // there are more than were counted
	Error string `json:"error,omitempty"` // error in the question
}

func answer(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v) // a browser that is gone
}

// asked reads what find, count and error are asked.
func asked(r *http.Request) (from int, dir view.Direction) {
	from, _ = strconv.Atoi(r.URL.Query().Get("from"))
	if r.URL.Query().Get("dir") == "back" {
		return from, view.Backward
	}
	return max(from, 1), view.Forward
}

// find answers with the next line that matches.
func (s *Site) find(w http.ResponseWriter, r *http.Request) {
	q, err := view.NewQuery(r.URL.Query().Get("q"), r.URL.Query().Get("re") != "")
	if err != nil {
		answer(w, found{Error: view.Text(err.Error())})
		return
	}
	s.askLine(w, r, func(ctx context.Context, d *view.Document, from int, dir view.Direction) (int, bool, error) {
		return d.Find(ctx, q, from, dir)
	})
}

// askLine answers with a line, 0 if it isn't found.
func (s *Site) askLine(
	w http.ResponseWriter, r *http.Request,
	find func(ctx context.Context, d *view.Document, from int, dir view.Direction) (int, bool, error),
) {
	from, dir := asked(r)
	s.ask(w, r, func(ctx context.Context, d *view.Document) error {
		line, ok, err := find(ctx, d, from, dir)
		if err != nil {
			return err
		}
		if !ok {
			line = 0
		}
		answer(w, found{Line: line})
		return nil
	})
}

// count answers with how many lines match.
func (s *Site) count(w http.ResponseWriter, r *http.Request) {
	q, err := view.NewQuery(r.URL.Query().Get("q"), r.URL.Query().Get("re") != "")
	if err != nil {
		answer(w, found{Error: view.Text(err.Error())})
		return
	}
	s.ask(w, r, func(ctx context.Context, d *view.Document) error {
		within, cancel := context.WithTimeout(ctx, countTime)
		defer cancel()
		var n int
		for _, err := range d.All(within, q) {
			if n++; err != nil || n > mostCounted {
				break
			}
		}
		more := n > mostCounted || within.Err() != nil
		answer(w, found{Count: min(n, mostCounted), More: more})
		return ctx.Err()
	})
}

// nextError answers with the next line that has an error.
func (s *Site) nextError(w http.ResponseWriter, r *http.Request) {
	s.askLine(w, r, func(ctx context.Context, d *view.Document, from int, dir view.Direction) (int, bool, error) {
		return d.NextError(ctx, from, dir)
	})
}

// A scrollbar has the marks next to an output, as a drawing with a height of 1 for each piece.
type scrollbar struct {
	Height, Lines    int
	Errors, Warnings string
	Complete         bool
	Marks            []scrollMark
}

// A scrollMark is neighbouring pieces of a scrollbar with the same look.
type scrollMark struct {
	Class string
	Y, H  int
}

func scrollbarOf(d *view.Document) scrollbar {
	state := d.State()
	bar := scrollbar{
		Height: markRows, Lines: state.Lines, Complete: state.Complete,
		Errors: figures.Number(state.Errors), Warnings: figures.Number(state.Warnings),
	}
	for _, layer := range []struct {
		class string
		has   func(view.Mark) bool
	}{
		{"shown", func(m view.Mark) bool { return m.Shown }},
		{"warning", func(m view.Mark) bool { return m.Severity == view.Warning }},
		{"error", func(m view.Mark) bool { return m.Severity == view.Error }},
	} {
		var last *scrollMark
		for y, m := range d.Marks(markRows) {
			switch {
			case m.Last < m.First || !layer.has(m):
			case last != nil && last.Y+last.H == y:
				last.H++
			default:
				bar.Marks = append(bar.Marks, scrollMark{layer.class, y, 1})
				last = &bar.Marks[len(bar.Marks)-1]
			}
		}
	}
	return bar
}

// marks answers with the scrollbar. It waits a moment for a document that isn't counted yet.
func (s *Site) marks(w http.ResponseWriter, r *http.Request) {
	s.ask(w, r, func(ctx context.Context, d *view.Document) error {
		if changed := d.Changed(); !d.State().Complete {
			select {
			case <-changed:
			case <-time.After(time.Second):
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		html, err := s.fragment("scrollbar", scrollbarOf(d))
		if err != nil {
			return err
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, html)
		return nil
	})
}

// raw hands out the output, byte for byte, as a file.
func (s *Site) raw(w http.ResponseWriter, r *http.Request) {
	rec, err := s.o.Store.Get(r.PathValue("id"))
	if err != nil {
		s.fail(w, http.StatusNotFound, view.Text(err.Error()))
		return
	}
	p, err := s.o.Store.Payload(rec.ID)
	if err != nil {
		s.fail(w, http.StatusNotFound, view.Text(err.Error()))
		return
	}
	defer p.Close()
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="toktee-%s.txt"`, rec.ID))
	w.Header().Set("Content-Length", strconv.FormatInt(rec.Bytes, 10))
	if r.Method == http.MethodHead {
		return
	}
	if _, err := io.Copy(w, p); err != nil && r.Context().Err() == nil {
		s.o.Warn(err)
		panic(http.ErrAbortHandler) // so that the browser doesn't take the part for the whole
	}
}
