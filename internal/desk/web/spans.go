package web

import (
	"fmt"
	"html/template"
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/desk/figures"
	"github.com/toktee/toktee/internal/desk/view"
	"github.com/toktee/toktee/strategies"
)

// A lineWriter makes the HTML of lines by hand: a window has thousands of spans. Texts are safe to print already; here
// they are escaped, and class names come from fixed lists.
type lineWriter struct{ strings.Builder }

func (w *lineWriter) text(s string) { template.HTMLEscape(w, []byte(s)) }

// spans writes pieces of a line.
func (w *lineWriter) spans(spans []view.Span) {
	for i := range spans {
		s := &spans[i]
		open := w.open(s)
		w.text(s.Text)
		w.WriteString(open)
	}
}

// open writes the tags that a span needs, and returns those that close it.
func (w *lineWriter) open(s *view.Span) (end string) {
	if s.Match {
		w.WriteString("<mark>")
		end = "</mark>"
	}
	classes := classesOf(s)
	if classes == "" && s.Link == nil {
		return end
	}
	w.WriteString(`<span class="`)
	w.WriteString(classes)
	if s.Link != nil {
		w.WriteString(` place" title="Copy `)
		w.text(placeOf(s.Link))
		w.WriteString(`" data-copy="`)
		w.text(placeOf(s.Link))
	}
	w.WriteString(`">`)
	return "</span>" + end
}

// placeOf is a link as editors take it: /home/me/a.go:12:3.
func placeOf(l *view.Link) string {
	out := view.Text(l.Path)
	if l.Line > 0 {
		out += ":" + strconv.Itoa(l.Line)
		if l.Col > 0 {
			out += ":" + strconv.Itoa(l.Col)
		}
	}
	return out
}

// attributes are the classes of attributes.
var attributes = []struct {
	bit  view.Attributes
	name string
}{
	{view.Bold, "bold"}, {view.Faint, "faint"}, {view.Italic, "italic"}, {view.Underline, "underline"},
	{view.Strike, "strike"},
}

// classesOf are the classes of how a span looks, "" for none.
func classesOf(s *view.Span) string {
	var out []string
	if c := s.Class.String(); c != "" {
		out = append(out, "is-"+c)
	}
	if s.Changed {
		out = append(out, "changed")
	}
	for _, a := range attributes {
		if s.Style.Attributes.Has(a.bit) {
			out = append(out, a.name)
		}
	}
	fg, bg := s.Style.Foreground, s.Style.Background
	if s.Style.Attributes.Has(view.Reverse) {
		fg, bg = bg, fg
		if bg == 0 {
			out = append(out, "bg-text")
		}
	}
	if h := hue(bg); h != "" {
		out = append(out, "bg-"+h) // which has a colour of text that can be read on it
	} else if h := hue(fg); h != "" {
		out = append(out, "fg-"+h)
	}
	return strings.Join(out, " ")
}

// line writes one line of an output. ids means that the page has each line once, so that a line can have an id.
func (w *lineWriter) line(l *view.Line, first, last int, ids bool) {
	w.WriteString(`<div class="line`)
	if l.Shown {
		w.WriteString(" shown")
	} else if l.Gap >= 0 {
		w.WriteString(" unseen")
	}
	w.WriteString(severityClass[l.Severity])
	w.WriteString(diffClass[l.Diff])
	if l.Number >= first && l.Number <= last {
		w.WriteString(" marked")
	}
	n := strconv.Itoa(l.Number)
	w.WriteString(`"`)
	if ids {
		w.WriteString(` id="L` + n + `"`)
	}
	w.WriteString(` data-n="` + n + `"><a class="no" tabindex="-1" href="#L` + n + `">` + n +
		`</a><span class="tx">`)
	w.spans(l.Spans)
	if l.Cut > 0 {
		fmt.Fprintf(w, `<span class="cut">… %s more on this line: see the download</span>`, figures.Bytes(l.Cut))
	}
	if l.ToModel {
		w.WriteString(`<span class="to-model">addresses a model</span>`)
	}
	w.WriteString("</span></div>\n")
}

var (
	severityClass = map[view.Severity]string{view.Warning: " warning", view.Error: " error"}
	diffClass     = map[view.DiffKind]string{
		view.Header: " diff-head", view.Hunk: " diff-hunk", view.Added: " added", view.Deleted: " deleted",
	}
)

// gap writes the row that a gap begins with.
func (w *lineWriter) gap(i int, g view.Gap, folded bool) {
	fmt.Fprintf(w, `<div class="gap" data-gap="%d" data-first="%d" data-last="%d">`, i, g.First, g.Last)
	fmt.Fprintf(w, `<button type="button" class="fold" aria-expanded="%t">`, !folded)
	w.text(gapText(g))
	w.WriteString("</button>")
	if g.As != "" {
		w.WriteString(` <a href="/r/`)
		w.text(g.As)
		fmt.Fprintf(w, `?lines=%d">the model saw them in result `, g.AsFirst)
		w.text(g.As)
		w.WriteString("</a>")
	}
	w.WriteString("</div>\n")
}

// gapText describes a gap: "112 lines not shown to the model, 210 to 321".
func gapText(g view.Gap) string {
	where := strconv.Itoa(g.First)
	if g.Last > g.First {
		where += " to " + strconv.Itoa(g.Last)
	}
	lines := figures.Count(g.Last-g.First+1, "line", "lines")
	switch {
	case strings.HasPrefix(g.Noun, string(strategies.KindOther)):
		return strconv.Itoa(g.Count) + " of " + lines + " not shown to the model, " + where
	case strings.HasPrefix(g.Noun, string(strategies.KindListed)):
		return lines + " shown to the model in a list above, " + where
	}
	return lines + " not shown to the model, " + where
}
