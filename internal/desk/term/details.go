package term

import (
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/desk/figures"
	"github.com/toktee/toktee/internal/desk/view"
)

// details are the widgets of a result as a list of rows, some of which lead to a line of the output.
type details struct {
	env     *env
	widgets []view.Widget
	rows    []detail
	cursor  int
	top     int
}

// A detail is a row of the details.
type detail struct {
	row  row
	line int // of the output, 0 for none
}

// move moves the cursor, and keeps it on the screen.
func (d *details) move(by, height int) {
	d.cursor = max(min(d.cursor+by, len(d.rows)-1), 0)
	d.top = max(min(d.top, d.cursor, len(d.rows)-height), d.cursor-height+1, 0)
}

func (d *details) draw(width, height int) []row {
	d.build()
	t := d.env.theme
	var rows []row
	if len(d.rows) == 0 {
		rows = append(rows, text("  no details were found in this output", t.muted).fit(width))
	}
	for i := d.top; i < len(d.rows) && len(rows) < height; i++ {
		r := join(blank(1), d.rows[i].row).fit(width)
		if i == d.cursor {
			r = join(text("▌", t.accent), d.rows[i].row).fit(width).under(t.cursor)
		}
		rows = append(rows, r)
	}
	for len(rows) < height {
		rows = append(rows, blank(width))
	}
	return rows
}

// build makes the rows, once.
func (d *details) build() {
	if d.rows != nil || len(d.widgets) == 0 {
		return
	}
	for i, w := range d.widgets {
		if i > 0 {
			d.add(0, nil)
		}
		d.add(0, text(w.Heading, d.env.theme.strong))
		d.widget(&w)
	}
}

func (d *details) add(line int, parts ...row) {
	d.rows = append(d.rows, detail{join(parts...), line})
}

func (d *details) widget(w *view.Widget) {
	t := d.env.theme
	if len(w.Counts) > 0 {
		d.counts(w.Counts)
	}
	for _, f := range w.Findings {
		if w.Kind == "tests" {
			d.add(f.Place.First, text("  ✗ ", t.fail), text(f.Name, style{}), text("  "+f.Package, t.muted),
				d.place(f.Place))
		} else {
			d.add(f.Place.First, text("  ", style{}), severity(t, f.Severity), d.place(f.Place),
				text("  "+f.Name, t.muted))
		}
		d.message(f.Message, f.Place.First)
	}
	for _, f := range w.Files {
		if w.Kind == "hunks" {
			d.changed(&f)
		} else {
			d.matches(&f)
		}
	}
	switch {
	case w.MoreFiles > 0:
		d.add(0, text("  … "+figures.Number(w.MoreFiles)+" more files", t.gap))
	case w.More:
		d.add(0, text("  … and more", t.gap))
	}
}

// message adds a text of several lines below its finding.
func (d *details) message(s string, line int) {
	for l := range strings.SplitSeq(strings.TrimRight(s, "\n"), "\n") {
		if l != "" {
			d.add(line, text("      "+view.Text(l), d.env.theme.muted))
		}
	}
}

// counts are numbers in one row: 2 failed, 40 passed.
func (d *details) counts(list []view.Count) {
	r := text("  ", style{})
	for i, c := range list {
		if i > 0 {
			r = join(r, text(", ", d.env.theme.faint))
		}
		r = join(r, text(figures.Number(c.N)+" ", style{}), text(c.Name, d.env.theme.muted))
	}
	d.add(0, r)
}

// place returns a place as FILE:LINE, with its link.
func (d *details) place(p view.Place) row {
	if p.File == "" {
		return nil
	}
	s := p.File
	if p.Line > 0 {
		s += ":" + strconv.Itoa(p.Line)
	}
	return join(text("  ", style{}), d.linked(run{text: s, style: d.env.theme.accent}, p.Link))
}

func (d *details) linked(u run, l *view.Link) row {
	if l != nil {
		u.link, u.style = linkURL(d.env.Host, l), u.style.over(d.env.theme.link)
	}
	return row{u}
}

// changed adds a file of a change, with its diff.
func (d *details) changed(f *view.File) {
	t := d.env.theme
	name := f.Path
	if f.OldPath != "" && f.OldPath != f.Path {
		name = f.OldPath + " → " + f.Path
	}
	d.add(0, text("  ", style{}), d.linked(run{text: name, style: t.accent}, f.Link), text("  "+f.Status, t.muted),
		text("  +"+figures.Number(f.Additions), t.added), text(" -"+figures.Number(f.Deletions), t.removed))
	for _, l := range f.Lines {
		d.add(0, text("    ", style{}), d.env.spanRow(l.Spans, l.Diff, false))
	}
}

// matches adds a file with its matches.
func (d *details) matches(f *view.File) {
	t := d.env.theme
	d.add(0, text("  ", style{}), d.linked(run{text: f.Path, style: t.accent}, f.Link),
		text("  "+figures.Number(f.Count), t.muted))
	for _, l := range f.Lines {
		look, number, link := style{}, "", f.Link
		if l.Diff == view.Context {
			look = t.muted
		}
		if l.Number > 0 {
			number = strconv.Itoa(l.Number)
			if link != nil {
				link = &view.Link{Path: link.Path, Line: l.Number}
			}
		}
		d.add(0, d.linked(run{text: pad(number, 8), style: t.faint}, link), text("  ", style{}),
			d.env.spanRow(l.Spans, view.NoDiff, false).under(look))
	}
}
