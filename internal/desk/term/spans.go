package term

import (
	"image/color"
	"net/url"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"github.com/toktee/toktee/internal/desk/view"
)

// spanRow returns the row of a line's spans. Later styles override earlier ones: the tool's own, the kind of a diff's
// line, syntax, changed words, links, matches.
func (e *env) spanRow(spans []view.Span, kind view.DiffKind, here bool) row {
	t := e.theme
	r := make(row, 0, len(spans))
	for _, s := range spans {
		look := style{}
		if e.Rich {
			look = payloadStyle(s.Style, e.colours).over(t.diff(kind)).over(t.syntax[s.Class])
		}
		if s.Changed {
			look = look.over(t.changed(kind))
		}
		u := run{text: s.Text}
		if s.Link != nil {
			u.link = linkURL(e.Host, s.Link)
			look = look.over(t.link)
		}
		switch {
		case s.Match && here:
			look = look.over(t.current)
		case s.Match:
			look = look.over(t.match)
		}
		u.style = look
		r = append(r, u)
	}
	return r
}

// diff is the look of a line in a diff.
func (t *theme) diff(kind view.DiffKind) style {
	switch kind {
	case view.Header:
		return t.strong
	case view.Hunk:
		return t.heading
	case view.Added:
		return t.added
	case view.Deleted:
		return t.removed
	}
	return style{}
}

// changed returns the style of changed words in a line of a diff.
func (t *theme) changed(kind view.DiffKind) style {
	if kind == view.Deleted {
		return t.removedWord
	}
	return t.addedWord
}

// payloadStyle is how a program wants its text to look.
func payloadStyle(s view.Style, coloured bool) style {
	out := style{
		bold: s.Attributes.Has(view.Bold), faint: s.Attributes.Has(view.Faint), italic: s.Attributes.Has(view.Italic),
		underline: s.Attributes.Has(view.Underline), strike: s.Attributes.Has(view.Strike),
		isReversed: s.Attributes.Has(view.Reverse),
	}
	if coloured {
		out.fg, out.bg = terminalColor(s.Foreground), terminalColor(s.Background)
	}
	return out
}

// terminalColor is a colour of the output, nil for the terminal's own.
func terminalColor(c view.Color) color.Color {
	if n, ok := c.Index(); ok {
		if n < 16 {
			return ansi.BasicColor(n)
		}
		return ansi.IndexedColor(n)
	}
	if r, g, b, ok := c.RGB(); ok {
		return color.RGBA{r, g, b, 0xff}
	}
	return nil
}

// linkURL is the place as terminals open it: file://HOST/path#L120.
func linkURL(host string, l *view.Link) string {
	u := url.URL{Scheme: "file", Host: host, Path: l.Path}
	if !strings.HasPrefix(u.Path, "/") { // C:\x
		u.Path = "/" + strings.ReplaceAll(u.Path, `\`, "/")
	}
	if l.Line > 0 {
		u.Fragment = "L" + strconv.Itoa(l.Line)
	}
	return u.String()
}
