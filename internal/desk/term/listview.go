package term

import (
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/desk/figures"
	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/desk/view"
)

// listTop is the first row of the screen that has a call: above are the title and the names of the columns.
const listTop = 2

// draw is the list: title, columns, calls, status bar, keys.
func (l *list) draw() []row {
	t, w := l.env.theme, l.env.width
	rows := []row{l.title().fit(w), columnNames(t, w)}
	for i := range l.rows() {
		n := l.top + i
		switch {
		case n < l.len():
			rows = append(rows, l.row(n))
		case n == 0:
			rows = append(rows, text("  "+l.nothing(), t.muted).fit(w))
		default:
			rows = append(rows, blank(w))
		}
	}
	return append(rows, blank(w), l.status().fit(w).under(t.bar), l.bottom())
}

// title is the name of the program, the filter, and how many calls there are.
func (l *list) title() row {
	t := l.env.theme
	left := join(text(" toktee", t.strong), text("  "+l.scope(), t.muted))
	if l.typing || l.typed.value() != "" {
		left = join(left, text("  ", style{}), l.typed.draw(t, max(l.env.width-40, 20), l.typing))
	}
	count := figures.Count(len(l.calls), "result ", "results ")
	if l.older {
		count = figures.Number(len(l.calls)) + "+ results "
	}
	right := text(count, t.muted)
	return join(left.fit(max(l.env.width-right.width(), 0)), right)
}

// scope is which calls the command line has asked for.
func (l *list) scope() string {
	s := "results"
	if l.base.Session != "" {
		s += " in session " + view.Text(l.base.Session)
	}
	if !l.base.Since.IsZero() {
		s += " since " + l.base.Since.Format("2006-01-02 15:04")
	}
	return s
}

// nothing returns the text of an empty list.
func (l *list) nothing() string {
	switch {
	case !l.loaded:
		return "…"
	case l.typed.value() != "":
		return "no result matches this filter; esc clears it"
	}
	return "no results yet: outputs of tools appear here as they arrive"
}

// A column is a column of a list. Narrow screens drop the less important ones.
type column[T any] struct {
	name  string
	width int // 0 takes the rest
	from  int // the narrowest screen that has it
	right bool
	cell  func(e *env, of *T) row
}

var columnsOfCalls = []column[ledger.Call]{
	{"", 1, 0, false, func(e *env, c *ledger.Call) row {
		sign, _, look := e.theme.outcome(c.Outcome, c.Tool, c.Command)
		return text(sign, look)
	}},
	{"outcome", 9, 100, false, func(e *env, c *ledger.Call) row {
		_, word, look := e.theme.outcome(c.Outcome, c.Tool, c.Command)
		return text(word, look)
	}},
	{"age", 10, 36, true, func(e *env, c *ledger.Call) row {
		return text(figures.Age(c.Time, e.Now()), e.theme.muted)
	}},
	{"id", 12, 110, false, func(e *env, c *ledger.Call) row { return text(view.Text(c.ID), e.theme.faint) }},
	{"tool", 12, 90, false, func(e *env, c *ledger.Call) row { return text(view.Text(c.Tool), e.theme.muted) }},
	{"command", 0, 0, false, func(e *env, c *ledger.Call) row { return text(what(c), style{}) }},
	{"session", 12, 150, false, func(e *env, c *ledger.Call) row { return text(view.Text(c.Session), e.theme.faint) }},
	{"strategy", 10, 130, false, func(e *env, c *ledger.Call) row {
		return text(view.Text(c.Strategy), e.theme.muted)
	}},
	{"size", 9, 120, true, func(e *env, c *ledger.Call) row { return text(figures.Bytes(c.Bytes), e.theme.muted) }},
	{"without → sent", 19, 68, true, func(e *env, c *ledger.Call) row {
		return join(text(figures.Number(c.Raw), e.theme.muted), text(" → ", e.theme.faint),
			text(pad(figures.Number(c.Given), 7), style{}))
	}},
	{"saved", 6, 44, true, savedCell},
	{"re-read", 7, 57, true, func(e *env, c *ledger.Call) row {
		if c.Refetches == 0 {
			return nil
		}
		return text("↺ "+strconv.Itoa(c.Refetches), e.theme.warn)
	}},
}

// savedCell shows the saving of a call; a loss has a minus sign and a colour.
func savedCell(e *env, c *ledger.Call) row {
	look := e.theme.muted
	if c.Saved() < 0 {
		look = e.theme.fail
	}
	return text(percent(c.Saved(), int64(c.Raw)), look)
}

// percent is the part of raw tokens that was saved, "" of none.
func percent(saved, raw int64) string {
	if raw == 0 {
		return ""
	}
	return figures.WholePercent(saved, raw)
}

// what returns a call's command, or else its tool.
func what(c *ledger.Call) string {
	if c.Command != "" {
		return view.Text(c.Command)
	}
	if c.Tool != "" {
		return view.Text(c.Tool)
	}
	return "(no command)"
}

func pad(s string, width int) string { return strings.Repeat(" ", max(width-len(s), 0)) + s }

// layout is which columns a screen has room for, with their widths.
func layout[T any](columns []column[T], width int) []column[T] {
	var list []column[T]
	left := width - 2 // the cursor's mark, and a blank at the end
	for _, c := range columns {
		if width >= c.from {
			list = append(list, c)
			left -= c.width + 1
		}
	}
	for i := range list {
		if list[i].width == 0 {
			list[i].width = max(left, 1)
		}
	}
	return list
}

// line is a row of cells.
func line[T any](columns []column[T], width int, mark row, cell func(column[T]) row) row {
	r := mark
	for _, c := range layout(columns, width) {
		text := cell(c)
		if c.right {
			text = join(blank(c.width-text.width()), text)
		}
		r = join(r, blank(1), text.fit(c.width))
	}
	return r.clip(width)
}

func columnNames(t *theme, width int) row {
	return line(columnsOfCalls, width, blank(1), func(c column[ledger.Call]) row { return text(c.name, t.faint) })
}

// row is row n of the list: what runs, or a call.
func (l *list) row(n int) row {
	t, mark, under := l.env.theme, blank(1), style{}
	if n == l.cursor {
		mark, under = text("▌", t.accent), t.cursor
	}
	if n < len(l.running) {
		return l.run(&l.running[n], mark).under(under)
	}
	return l.call(&l.calls[n-len(l.running)], mark).under(under)
}

func (l *list) call(c *ledger.Call, mark row) row {
	return line(columnsOfCalls, l.env.width, mark, func(col column[ledger.Call]) row { return col.cell(l.env, c) })
}

// run is the row of a command that runs.
func (l *list) run(r *view.Recording, mark row) row {
	t := l.env.theme
	return line(columnsOfCalls, l.env.width, mark, func(col column[ledger.Call]) row {
		switch col.name {
		case "":
			return text("▶", t.accent)
		case "outcome":
			return text("running", t.accent)
		case "saved":
			return text("runs", t.accent)
		case "age":
			return text(figures.Age(r.Started, l.env.Now()), t.muted)
		case "command":
			return text(view.Text(r.Command), style{})
		}
		return nil
	})
}

// status is what this session and today have saved.
func (l *list) status() row {
	t := l.env.theme
	if l.env.Source.Note != "" {
		return text(" "+view.Text(l.env.Source.Note), t.warn)
	}
	r := text(" tokens saved", t.muted)
	if l.current != "" {
		r = join(r, l.totals("this session", l.session))
	}
	return join(r, l.totals("today", l.today))
}

// totals are a few figures: today 34,120 (91%) in 12 calls. A loss is below zero.
func (l *list) totals(name string, s ledger.Totals) row {
	t := l.env.theme
	look := t.pass
	if s.Saved < 0 {
		look = t.fail
	}
	r := join(text("   "+name+" ", t.muted), text(figures.Number(s.Saved), look))
	if s.Raw > 0 {
		r = join(r, text(" ("+percent(s.Saved, s.Raw)+")", t.muted))
	}
	if l.env.width >= 100 {
		r = join(r, text(" in "+figures.Count(s.Calls, "call", "calls"), t.muted))
	}
	if s.Refetches > 0 {
		r = join(r, text(" ↺ "+figures.Number(s.Refetches), t.warn))
	}
	return r
}

// bottom shows the message, help on the filter being typed, or the keys.
func (l *list) bottom() row {
	t, w := l.env.theme, l.env.width
	switch {
	case l.wrong != "":
		return text(" "+view.Text(l.wrong), t.fail).fit(w)
	case l.typing:
		return text(" "+filterHelp, t.muted).fit(w)
	case l.env.message != "":
		return text(" "+l.env.message, t.warn).fit(w)
	}
	return keyLine(t, listKeys, w)
}

// keyLine is as many keys as fit, and at its end always the last two, help and the way out:
//
//	enter open  / filter  ? help  q quit
func keyLine(t *theme, keys []key, width int) row {
	var shown []row
	for _, k := range keys {
		if k.short != "" {
			shown = append(shown, join(text(k.label, t.accent), text(" "+k.short+"  ", t.muted)))
		}
	}
	last := join(shown[max(len(shown)-2, 0):]...)
	r := blank(1)
	for _, k := range shown[:max(len(shown)-2, 0)] {
		if r.width()+k.width()+last.width() > width+2 {
			break
		}
		r = join(r, k)
	}
	return join(r, last).clip(width)
}
