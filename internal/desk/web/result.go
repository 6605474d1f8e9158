package web

import (
	"cmp"
	"context"
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/desk/failure"
	"github.com/toktee/toktee/internal/desk/figures"
	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/desk/session"
	"github.com/toktee/toktee/internal/desk/view"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/text/secrets"
	"github.com/toktee/toktee/result"
)

// errNotKept is the error for a result whose output isn't there to be read.
var errNotKept = errors.New("the output isn't kept any more")

// A fact is a name with its value, at the head of a result.
type fact struct{ Name, Value string }

// A modelRow is one line of the model's text.
type modelRow struct {
	HTML        template.HTML
	First, Last int // lines of the output that it means, 0 for none
	Gap         int // -1 for none
	Href        string
	Label       string      // what opening it shows
	Sources     []lineRange // that it is composed of, with links
	MoreSources int         // without links
}

// A lineRange is the first and the last of some lines of the output.
type lineRange struct{ First, Last int }

// String is "12" or "12-14".
func (r lineRange) String() string {
	if r.First == r.Last {
		return strconv.Itoa(r.First)
	}
	return strconv.Itoa(r.First) + "-" + strconv.Itoa(r.Last)
}

// A resultPage is what result.html shows.
type resultPage struct {
	ID, Title        string
	Outcome          outcome
	Raw, Sent, Saved string
	Reread           string // tokens, "" for none
	exact            int64  // that Saved states
	Loss             bool
	Brief            []string // the facts that come first, without their names
	Facts            []fact
	Warnings         []string
	Upstream         []string // parts that the tool left out itself
	Kept             bool
	Session          string // the address of its session, "" for none
	Causes           []causeRow
	MoreCauses       int
	Widgets          []view.Widget
	Cut              bool // the model's text isn't the output
	NoneSent         bool // no line of the output is in it word for word
	Model            []modelRow
	ModelLeft        string // lines of it beyond those, "" for none
	Pane             pane
	Bar              scrollbar
	Earlier, Later   string // windows before and after, for browsers without the script
	Query            string
	Fold             bool
	Bytes            string
}

// open opens the document of an id.
func (s *Site) open(ctx context.Context, id string) (*view.Document, error) {
	rec, err := s.o.Store.Get(id)
	if errors.Is(err, store.ErrNotFound) {
		return nil, errNotKept
	}
	if err != nil {
		return nil, err
	}
	src, err := view.FromRecord(s.o.Store, rec)
	if err != nil {
		return nil, err
	}
	if c, ok, err := s.call(ctx, rec.ID); err == nil && ok {
		src.Dir = c.Dir
	}
	return view.Open(ctx, src, s.o.View)
}

// call is the newest call with a result's id.
func (s *Site) call(ctx context.Context, id string) (ledger.Call, bool, error) {
	calls, err := s.o.Ledger.Calls(ctx, ledger.Filter{ID: id, Limit: 1})
	if err != nil || len(calls) == 0 {
		return ledger.Call{}, false, err
	}
	return calls[0], true, nil
}

// result shows one result: the model's text next to the full output.
func (s *Site) result(w http.ResponseWriter, r *http.Request) {
	id, ctx := r.PathValue("id"), r.Context()
	rec, err := s.o.Store.Get(id)
	switch {
	case err == nil && rec.ID != id:
		http.Redirect(w, r, "/r/"+rec.ID+"?"+r.URL.RawQuery, http.StatusSeeOther)
		return
	case errors.Is(err, store.ErrNotFound):
		s.shelf.forget(id)
		s.pruned(w, r, id)
		return
	case err != nil:
		s.trouble(w, r, err)
		return
	}
	q := r.URL.Query()
	win, err := readWindow(q)
	if err != nil {
		s.fail(w, http.StatusBadRequest, view.Text(err.Error()))
		return
	}
	if !q.Has("from") && win.mark[0] > 0 {
		win.from, win.to = max(1, win.mark[0]-windowRows/10), 0 // with some lines before
	}
	doc, release, err := s.shelf.read(id)
	if err != nil {
		s.trouble(w, r, err)
		return
	}
	defer release()
	p := s.head(rec, doc.Source().Result)
	p.Query, p.Fold = q.Get("q"), win.fold
	if c, ok, err := s.call(ctx, id); err == nil && ok {
		p.ofCall(c)
	}
	if doc.Source().Result.Failed() {
		causes, err := session.Causes(ctx, s.o.Store, rec, doc.Source().Result)
		if err != nil {
			s.o.Warn(err) // the output is there to be read
		}
		p.Causes = causeRows(causes, failure.MaxCauses+1, failure.MaxLines)
	}
	if err := p.fill(ctx, doc, &win, q); err != nil {
		s.trouble(w, r, err)
		return
	}
	s.show(w, "result.html", frame{Title: p.Title, Section: "sessions", Wide: true, Script: "reader.js", Body: p})
}

// head returns the page with the result's own fields.
func (s *Site) head(rec store.Record, r result.ToolResult) *resultPage {
	m := r.Metadata()
	command := secrets.Mask(rec.Command)
	title := view.Text(cmp.Or(command, r.ToolName(), "Result "+rec.ID))
	p := &resultPage{
		ID: rec.ID, Title: title, Outcome: outcomeOf(r.Outcome().String(), r.ToolName(), rec.Command),
		Raw: figures.Number(m.UITokens), Sent: figures.Number(m.LLMTokens),
		Session: sessionPath(rec.Session),
		Kept:    rec.Sum != [32]byte{}, Bytes: figures.Bytes(rec.Bytes),
	}
	p.setSaved(int64(m.UITokens - m.LLMTokens))
	add := func(name, value string) {
		if value != "" {
			p.Facts = append(p.Facts, fact{name, view.Text(value)})
		}
	}
	brief := func(value string) { p.Brief = append(p.Brief, view.Text(value)) }
	add("Command", command)
	add("Tool", r.ToolName())
	if code, known := r.ExitCode(); known {
		add("Exit status", strconv.Itoa(code))
		brief("exit " + strconv.Itoa(code))
	}
	if sig := r.Signal(); sig != "" {
		add("Signal", sig)
		brief(sig)
	}
	if e := r.Error(); e != nil {
		add("Error", e.Message)
	}
	add("Strategy", m.Strategy)
	add("Level", m.Level)
	if d := r.Duration(); d > 0 {
		add("Took", figures.Duration(d))
		brief(figures.Duration(d))
	}
	add("Size", p.Bytes)
	at := rec.Time.Local().Format("2 Jan 2006, 15:04:05")
	add("When", at)
	brief(at)
	add("Session", rec.Session)
	for _, warning := range m.Warnings {
		p.Warnings = append(p.Warnings, view.Text(warning))
	}
	return p
}

func (p *resultPage) setSaved(n int64) { p.exact, p.Saved, p.Loss = n, figures.Number(n), n < 0 }

// ofCall adds the ledger's fields of the call.
func (p *resultPage) ofCall(c ledger.Call) {
	for _, f := range []fact{{"Agent", c.Program}, {"Folder", c.Dir}} {
		if f.Value != "" {
			p.Facts = append(p.Facts, fact{f.Name, view.Text(f.Value)})
		}
	}
	if c.Refetches > 0 {
		p.Facts = append(p.Facts, fact{"Re-reads", strconv.Itoa(c.Refetches)})
		p.Reread = figures.Number(c.RefetchTokens)
		p.setSaved(p.exact - int64(c.RefetchTokens))
	}
}

// maxModel is how many lines of the model's text are on the page: budgets above those of the levels have no limit.
const maxModel = 5000

// fill adds the content of the document.
func (p *resultPage) fill(ctx context.Context, d *view.Document, win *window, q url.Values) error {
	p.Widgets = d.Widgets()
	lines, err := d.Model(ctx)
	if err != nil {
		return err
	}
	gaps := d.Gaps()
	isComposed := func(l view.ModelLine) bool { return l.Composed != nil }
	p.Cut = !p.Kept || len(gaps) > 0 || slices.ContainsFunc(lines, isComposed)
	p.NoneSent = p.Cut && len(d.Source().Result.Metadata().Shown) == 0
	if len(lines) > maxModel {
		p.ModelLeft, lines = figures.Number(len(lines)-maxModel), lines[:maxModel]
	}
	for i := range lines {
		p.Model = append(p.Model, modelRowOf(&lines[i], gaps))
	}
	for _, g := range gaps {
		if g.Upstream {
			p.Upstream = append(p.Upstream, strings.TrimSpace(figures.Number(g.Count)+" "+g.Noun))
		}
	}
	if !p.Kept {
		return nil
	}
	if p.Pane, err = win.pane(ctx, d); err != nil {
		return err
	}
	p.Bar = scrollbarOf(d)
	link := func(name string, line int) string {
		v := url.Values{name: {strconv.Itoa(line)}}
		for _, keep := range []string{"q", "re", "fold"} {
			if q.Get(keep) != "" {
				v.Set(keep, q.Get(keep))
			}
		}
		return "/r/" + p.ID + "?" + v.Encode() + "#output"
	}
	if p.Pane.First > 1 {
		p.Earlier = link("to", p.Pane.First-1)
	}
	if p.Pane.Last < p.Pane.Lines {
		p.Later = link("from", p.Pane.Last+1)
	}
	return nil
}

// maxSources is how many ranges of lines that a line is composed of have links.
const maxSources = 8

func modelRowOf(l *view.ModelLine, gaps []view.Gap) modelRow {
	var w lineWriter
	w.spans(l.Spans)
	row := modelRow{HTML: template.HTML(w.String()), First: l.First, Last: l.Last, Gap: l.Gap}
	for _, lines := range l.Composed[:min(len(l.Composed), maxSources)] {
		row.Sources = append(row.Sources, lineRange{First: lines[0], Last: lines[1]})
	}
	if len(l.Composed) > 0 {
		row.First, row.Last = l.Composed[0][0], l.Composed[0][1]
		row.MoreSources = len(l.Composed) - len(row.Sources)
	}
	if l.Gap >= 0 && l.Gap < len(gaps) && gaps[l.Gap].First > 0 {
		g := gaps[l.Gap]
		row.First, row.Last = g.First, g.Last
		row.Href = "?lines=" + strconv.Itoa(g.First) + "-" + strconv.Itoa(g.Last) + "#output"
		row.Label = gapText(g)
	}
	return row
}

// pruned shows the numbers of a result whose output isn't kept.
func (s *Site) pruned(w http.ResponseWriter, r *http.Request, id string) {
	c, ok, err := s.call(r.Context(), id)
	switch {
	case err != nil:
		s.trouble(w, r, err)
	case !ok:
		s.fail(w, http.StatusNotFound, "There is no result "+view.Text(id)+".")
	default:
		s.showStatus(w, http.StatusNotFound, "pruned.html", frame{
			Title: "Result " + view.Text(id), Section: "sessions", Body: s.row(c),
		})
	}
}
