package web

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"path"

	"github.com/toktee/toktee/internal/desk/figures"
	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/desk/view"
)

//go:embed pages/*.html
var pageFiles embed.FS

// pages are the templates by file name. Their shared parts are in layout.html and parts.html. All are parts of
// layout.html, but notice.html is a whole document.
type pages map[string]*template.Template

func parsePages() (pages, error) {
	shared, err := template.New("").Funcs(functions).ParseFS(pageFiles, "pages/layout.html", "pages/parts.html")
	if err != nil {
		return nil, err
	}
	files, err := pageFiles.ReadDir("pages")
	if err != nil {
		return nil, err
	}
	p := pages{}
	for _, f := range files {
		if f.Name() == "layout.html" || f.Name() == "parts.html" {
			continue
		}
		t, err := shared.Clone()
		if err == nil {
			t, err = t.ParseFS(pageFiles, path.Join("pages", f.Name()))
		}
		if err != nil {
			return nil, err
		}
		whole := "layout.html"
		if f.Name() == "notice.html" {
			whole = f.Name()
		}
		p[f.Name()] = t.Lookup(whole)
	}
	return p, nil
}

// functions are what templates call.
var functions = template.FuncMap{
	"tab":          func(f frame, section, href, name string) tab { return tab{href, name, f.Section == section} },
	"thousands":    figures.Number[int64],
	"thousandsInt": figures.Number[int],
	"place":        placeOf,
	"isContext":    func(l view.Line) bool { return l.Diff == view.Context },
	"spans": func(spans []view.Span) template.HTML {
		var w lineWriter
		w.spans(spans)
		return template.HTML(w.String())
	},
	"difflines": func(lines []view.Line) template.HTML {
		var w lineWriter
		for i := range lines {
			w.line(&lines[i], 0, 0, false)
		}
		return template.HTML(w.String())
	},
}

// A tab is an entry of the navigation.
type tab struct {
	Href, Name string
	Here       bool
}

// A frame is what layout.html puts around a page.
type frame struct {
	Title   string
	Section string       // the entry of the navigation
	Wide    bool         // the page uses all of the window
	Script  string       // a file of the page's own, "" for none
	Live    bool         // the page brings itself up to date
	Changes int64        // of the ledger, as the page shows it
	Style   template.CSS // of a page that is a file of its own, which refers to nothing; "" for others
	Body    any
}

// page answers with a page that shows the ledger as it is now, by the filter in the page's address.
func (s *Site) page(name string, frameOf func(*http.Request, filter) (frame, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		f, ok := s.formed(w, r)
		if !ok {
			return
		}
		var made frame
		changes, err := s.changed(r.Context())
		if err == nil {
			made, err = frameOf(r, f)
			made.Changes = changes
		}
		switch {
		case errors.Is(err, ledger.ErrQuery):
			s.fail(w, http.StatusBadRequest, view.Text(err.Error()))
		case err != nil:
			s.trouble(w, r, err)
		default:
			s.show(w, name, made)
		}
	}
}

// show answers with a page.
func (s *Site) show(w http.ResponseWriter, name string, f frame) {
	s.showStatus(w, http.StatusOK, name, f)
}

func (s *Site) showStatus(w http.ResponseWriter, status int, name string, f frame) {
	var b bytes.Buffer
	if err := s.pages[name].Execute(&b, f); err != nil {
		s.o.Warn(fmt.Errorf("making the page %s: %w", name, err))
		http.Error(w, "the page can't be made; the terminal of toktee ui shows the reason",
			http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes()) // a browser that is gone
}

// fragment makes a piece of a page from a template of parts.html.
func (s *Site) fragment(name string, data any) (string, error) {
	var b bytes.Buffer
	if err := s.pages["search.html"].ExecuteTemplate(&b, name, data); err != nil {
		return "", fmt.Errorf("making %s: %w", name, err)
	}
	return b.String(), nil
}

// fail answers with a page that explains an error.
func (s *Site) fail(w http.ResponseWriter, status int, what string) {
	s.showStatus(w, status, "problem.html", frame{Title: http.StatusText(status), Body: what})
}

// trouble answers with an error of the ledger or the store.
func (s *Site) trouble(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		return // the browser has gone
	}
	s.o.Warn(err)
	s.fail(w, http.StatusInternalServerError, err.Error())
}
