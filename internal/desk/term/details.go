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

func (d *details) set(ws []view.Widget) { d.widgets, d.rows = ws, nil }

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
		d.add(0, text(w.Heading(), d.env.theme.strong))
		d.widget(w)
	}
}

func (d *details) add(line int, parts ...row) {
	d.rows = append(d.rows, detail{join(parts...), line})
}

func (d *details) widget(w view.Widget) {
	t := d.env.theme
	switch w := w.(type) {
	case *view.Tests:
		d.counts(w.Counts)
		for _, f := range w.Failed {
			d.add(f.Place.First, text("  ✗ ", t.fail), text(f.Name, style{}), text("  "+f.Package, t.muted),
				d.place(f.Place))
			d.message(f.Message, f.Place.First)
		}
		d.more(w.More)
	case *view.Diagnostics:
		d.counts(w.Counts)
		for _, x := range w.List {
			d.add(x.Place.First, text("  ", style{}), severity(t, x.Severity), d.place(x.Place),
				text("  "+x.Name, t.muted))
			d.message(x.Message, x.Place.First)
		}
		d.more(w.More)
	case *view.Hunks:
		d.hunks(w)
	case *view.Matches:
		d.matches(w)
	case *view.Frames:
		for _, f := range w.List {
			d.add(f.Place.First, text("  "+f.Function, style{}), d.place(f.Place))
		}
	case *view.Table:
		d.table(w)
	case *view.Outline:
		for _, s := range w.Symbols {
			lines := "  " + strconv.Itoa(s.First) + "-" + strconv.Itoa(s.Last)
			name := run{text: strings.Repeat("  ", s.Depth+1) + s.Name}
			d.add(0, d.linked(name, s.Link), text("  "+s.Kind, t.muted), text(lines, t.faint))
		}
		d.more(w.More)
	case *view.Counts:
		d.counts(w.List)
	case *view.Pairs:
		for _, p := range w.List {
			d.add(0, text("  "+p.Name+"  ", t.muted), text(p.Value, style{}))
		}
		d.more(w.More)
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
	if len(list) == 0 {
		return
	}
	r := text("  ", style{})
	for i, c := range list {
		if i > 0 {
			r = join(r, text(", ", d.env.theme.faint))
		}
		r = join(r, text(figures.Number(c.N)+" ", style{}), text(c.Name, d.env.theme.muted))
	}
	d.add(0, r)
}

func (d *details) more(more bool) {
	if more {
		d.add(0, text("  … and more", d.env.theme.gap))
	}
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
		u.link, u.style = linkURL(d.env.host, l), u.style.over(d.env.theme.link)
	}
	return row{u}
}

func (d *details) hunks(w *view.Hunks) {
	t := d.env.theme
	for _, f := range w.Files {
		name := f.Path
		if f.OldPath != "" && f.OldPath != f.Path {
			name = f.OldPath + " → " + f.Path
		}
		d.add(0, text("  ", style{}), d.linked(run{text: name, style: t.accent}, f.Link), text("  "+f.Status, t.muted),
			text("  +"+figures.Number(f.Additions), t.added), text(" -"+figures.Number(f.Deletions), t.removed))
		for i := range f.Lines {
			d.add(0, text("    ", style{}), d.env.spanRow(f.Lines[i].Spans, f.Lines[i].Diff, false))
		}
	}
	if w.More > 0 {
		d.add(0, text("  … "+figures.Number(w.More)+" more files", t.gap))
	}
}

func (d *details) matches(w *view.Matches) {
	t := d.env.theme
	for _, f := range w.Files {
		d.add(0, text("  ", style{}), d.linked(run{text: f.Path, style: t.accent}, f.Link),
			text("  "+figures.Number(f.Count), t.muted))
		for _, l := range f.Lines {
			look := style{}
			if l.Context {
				look = t.muted
			}
			n := ""
			if l.Number > 0 {
				n = strconv.Itoa(l.Number)
			}
			d.add(0, d.linked(run{text: pad(n, 8), style: t.faint}, l.Link), text("  ", style{}),
				d.env.spanRow(l.Spans, view.NoDiff, false).under(look))
		}
	}
	d.more(w.More)
}

// table aligns the cells of a table.
func (d *details) table(w *view.Table) {
	t := d.env.theme
	widths := make([]int, len(w.Columns))
	measure := func(cells []string) {
		for i := range min(len(cells), len(widths)) {
			widths[i] = min(max(widths[i], columns(cells[i])), 60)
		}
	}
	measure(w.Columns)
	for _, r := range w.Rows {
		measure(r)
	}
	cells := func(cells []string, look style) row {
		r := blank(1)
		for i := range min(len(cells), len(widths)) {
			c := text(cells[i], look)
			if i < len(w.Right) && w.Right[i] {
				c = join(blank(widths[i]-c.width()), c)
			}
			r = join(r, blank(1), c.fit(widths[i]), blank(1))
		}
		return r
	}
	d.add(0, cells(w.Columns, t.muted))
	for i, r := range w.Rows {
		line := 0
		if i < len(w.Places) {
			line = w.Places[i].First
		}
		d.add(line, cells(r, style{}))
	}
	if w.More > 0 {
		d.add(0, text("  … "+figures.Number(w.More)+" more rows", t.gap))
	}
}
