package web

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/desk/view"
	"github.com/toktee/toktee/internal/host/store"
)

const (
	windowRows = 200  // default rows of a window
	maxRows    = 1000 // and at most
	smallGap   = 4    // a gap of fewer lines has no row of its own while it is open
)

// A window is the range of rows that a page requests. A row is a line, or a folded gap.
type window struct {
	from  int  // the first line; 0 if the last one is set
	to    int  // the last line if from is 0
	until int  // no line after it, 0 for any
	rows  int  // how many, about
	fold  bool // gaps are folded, but those of flip; else those of flip are
	flip  map[int]bool
	bare  bool        // lines alone, without ids and gaps
	query *view.Query // its matches are highlighted; nil for none
	mark  [2]int      // lines that are marked
}

// readWindow parses the parameters of an address. Its error names the value and the allowed ones.
func readWindow(q url.Values) (window, error) {
	w := window{rows: windowRows, fold: q.Get("fold") == "all", flip: map[int]bool{}, bare: q.Get("bare") != ""}
	for name, to := range map[string]*int{"from": &w.from, "to": &w.to, "until": &w.until, "n": &w.rows} {
		if text := q.Get(name); text != "" {
			n, err := strconv.Atoi(text)
			if err != nil || n < 1 {
				return w, fmt.Errorf("%s %q: want a number of 1 or more", name, text)
			}
			*to = n
		}
	}
	if w.from == 0 && w.to == 0 {
		w.from = 1
	}
	w.rows = min(w.rows, maxRows)
	for part := range strings.SplitSeq(q.Get("flip"), ".") {
		if n, err := strconv.Atoi(part); err == nil {
			w.flip[n] = true
		}
	}
	var err error
	if text := q.Get("q"); text != "" {
		var query view.Query
		query, err = view.NewQuery(text, q.Get("re") != "")
		w.query = &query
	}
	if err == nil {
		w.mark, err = readRange(q.Get("lines"))
	}
	return w, err
}

// readRange reads lines: 120, or 120-140. "" is none.
func readRange(text string) (r [2]int, err error) {
	if text == "" {
		return r, nil
	}
	a, b, two := strings.Cut(text, "-")
	if !two {
		b = a
	}
	first, err1 := strconv.Atoi(a)
	last, err2 := strconv.Atoi(b)
	if err1 != nil || err2 != nil || first < 1 || last < first {
		return r, fmt.Errorf("lines %q: want a line such as 120, or lines such as 120-140", text)
	}
	return [2]int{first, last}, nil
}

// A pane is a window as HTML.
type pane struct {
	HTML        template.HTML
	First, Last int // its lines; Last is below First if there are none
	Lines       int // of the document, as far as they are counted
	Complete    bool
}

// folds are the gaps that are folded, in the order of their lines.
type folds []fold

type fold struct {
	gap         int
	first, last int
}

func (w *window) folds(gaps []view.Gap) folds {
	var out folds
	for i, g := range gaps {
		if g.First > 0 && w.fold != w.flip[i] && !w.bare {
			out = append(out, fold{i, g.First, g.Last})
		}
	}
	return out
}

// at is the folded gap that holds a line, or else the next one.
func (f folds) at(line int) int {
	i, _ := slices.BinarySearchFunc(f, line, func(x fold, n int) int { return x.last - n })
	return i
}

// back is the line from which on there are so many rows up to a last line.
func (f folds) back(to, rows int) int {
	i := f.at(to)
	if i == len(f) || f[i].first > to {
		i-- // the nearest one at this line or before it
	}
	line := to
	for ; line >= 1 && rows > 0; rows-- {
		if i >= 0 && f[i].first <= line && line <= f[i].last {
			line = f[i].first
			i--
		}
		line--
	}
	return line + 1
}

// pane makes the rows of a window.
func (w *window) pane(ctx context.Context, d *view.Document) (pane, error) {
	gaps := d.Gaps()
	folded := w.folds(gaps)
	from, until := w.from, w.until
	if from == 0 {
		from, until = folded.back(w.to, w.rows), w.to
	}
	var out lineWriter
	line, rows, i := from, 0, folded.at(from)
	for rows < w.rows && (until == 0 || line <= until) {
		if i < len(folded) && folded[i].first <= line {
			out.gap(folded[i].gap, gaps[folded[i].gap], true)
			line, rows, i = folded[i].last+1, rows+1, i+1
			continue
		}
		n := w.rows - rows
		if i < len(folded) {
			n = min(n, folded[i].first-line)
		}
		if until > 0 {
			n = min(n, until-line+1)
		}
		lines, err := d.Window(ctx, line, n)
		if err != nil {
			return pane{}, err
		}
		if len(lines) == 0 {
			break
		}
		w.lines(&out, lines, gaps)
		line, rows = line+len(lines), rows+len(lines)
	}
	state := d.State()
	return pane{template.HTML(out.String()), from, line - 1, state.Lines, state.Complete}, nil
}

func (w *window) lines(out *lineWriter, lines []view.Line, gaps []view.Gap) {
	for i := range lines {
		l := &lines[i]
		if g := l.Gap; !w.bare && g >= 0 && g < len(gaps) && gaps[g].First == l.Number &&
			gaps[g].Last-gaps[g].First+1 >= smallGap {
			out.gap(g, gaps[g], false)
		}
		if w.query != nil {
			l.Spans = w.query.Highlight(l.Spans)
		}
		out.line(l, w.mark[0], w.mark[1], !w.bare)
	}
}

// lines answers with a window as a fragment of HTML.
func (s *Site) lines(w http.ResponseWriter, r *http.Request) {
	win, err := readWindow(r.URL.Query())
	if err != nil {
		http.Error(w, view.Text(err.Error()), http.StatusBadRequest)
		return
	}
	s.ask(w, r, func(ctx context.Context, d *view.Document) error {
		p, err := win.pane(ctx, d)
		if err != nil {
			return err
		}
		html, err := s.fragment("window", p)
		if err != nil {
			return err
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(html))
		return nil
	})
}

// ask opens the document of a request, and answers with its error.
func (s *Site) ask(w http.ResponseWriter, r *http.Request, answer func(context.Context, *view.Document) error) {
	id := r.PathValue("id")
	if _, err := s.o.Store.Get(id); errors.Is(err, store.ErrNotFound) {
		s.shelf.forget(id) // it may still be open
	}
	doc, release, err := s.shelf.read(id)
	if err == nil {
		defer release()
		err = answer(r.Context(), doc)
	}
	switch {
	case err == nil || r.Context().Err() != nil:
	case errors.Is(err, errNotKept):
		http.Error(w, err.Error(), http.StatusNotFound)
	default:
		s.o.Warn(err)
		http.Error(w, view.Text(err.Error()), http.StatusInternalServerError)
	}
}
