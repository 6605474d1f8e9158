package term

import (
	"strconv"

	"github.com/toktee/toktee/internal/desk/figures"
	"github.com/toktee/toktee/internal/desk/view"
)

// payloadRows draws the lines of the output that are in sight, with their scrollbar.
//
//	▌ 210 ✗│     main_test.go:12: got 3, want 4
//	  211  ┊     left out of the model's text
func (s *resultScreen) payloadRows(width, height int) []row {
	bar := s.scrollbar(height)
	inner := max(width-2, 0)
	rows := make([]row, 0, height)
	for n := s.top; n <= s.state.Lines && len(rows) < height; n++ {
		rows = append(rows, s.payloadLine(n, inner)...)
	}
	for len(rows) < height {
		rows = append(rows, blank(inner))
	}
	rows = rows[:height]
	for i := range rows {
		rows[i] = join(rows[i], bar[i])
	}
	return rows
}

// numberWidth is how many columns line numbers take.
func (s *resultScreen) numberWidth() int { return max(len(strconv.Itoa(s.state.Lines)), 3) }

// payloadLine returns the rows of a line: one, or several if lines are wrapped.
func (s *resultScreen) payloadLine(n, width int) []row {
	t := s.env.theme
	l, ok := s.lines.get(n)
	if !ok {
		return []row{text(" "+pad(strconv.Itoa(n), s.numberWidth())+"  …", t.faint).fit(width)}
	}
	mark, under := blank(1), style{}
	if n == s.cursor {
		under = t.cursor
		if s.pane == payloadPane {
			mark = text("▌", t.accent)
		} else {
			mark = text("▏", t.accent)
		}
	}
	gutter := join(mark, text(pad(strconv.Itoa(n), s.numberWidth()), s.numberLook(&l)), text(" ", style{}),
		severity(t, l.Severity), s.seen(&l), text(" ", style{}))
	room := max(width-gutter.width(), 1)
	content := s.content(l, n == s.cursor)
	if !s.wrap {
		return []row{join(gutter, s.scrolled(content, room)).clip(width).under(under)}
	}
	rows := []row{join(gutter, content.cut(0, room)).clip(width).under(under)}
	indent := blank(gutter.width())
	for at, all := room, content.width(); at < all && len(rows) < s.rows(); at += room {
		rows = append(rows, join(indent, content.cut(at, at+room)).clip(width).under(under))
	}
	return rows
}

// scrolled returns the visible part of a line, with marks at the sides that hide more of it.
func (s *resultScreen) scrolled(content row, room int) row {
	all := content.width()
	out := content.cut(s.x, s.x+room)
	if s.x > 0 && all > 0 {
		out = join(text("‹", s.env.theme.faint), out.cut(1, room))
	}
	if all > s.x+room {
		out = join(out.clip(room-1), text("›", s.env.theme.faint))
	}
	return out
}

// content is the text of a line.
func (s *resultScreen) content(l view.Line, here bool) row {
	spans := l.Spans
	if s.find.typed != "" {
		spans = s.find.query.Highlight(spans)
	}
	r := s.env.spanRow(spans, l.Diff, here)
	if !l.Shown && l.Gap >= 0 {
		r = r.under(s.env.theme.left)
	}
	if l.ToModel {
		r = append(r, run{text: " ‹addresses a model›", style: s.env.theme.warn})
	}
	if l.Cut > 0 {
		r = append(r, run{text: " … " + figures.Number(l.Cut) + " more bytes", style: s.env.theme.gap})
	}
	return r
}

func (s *resultScreen) numberLook(l *view.Line) style {
	switch l.Severity {
	case view.Error:
		return s.env.theme.fail
	case view.Warning:
		return s.env.theme.warn
	}
	return s.env.theme.faint
}

// severity returns the sign of a line with an error or a warning.
func severity(t *theme, sev view.Severity) row {
	switch sev {
	case view.Error:
		return text("✗", t.fail)
	case view.Warning:
		return text("!", t.warn)
	}
	return blank(1)
}

// seen marks lines that were sent to the model, and lines in gaps.
func (s *resultScreen) seen(l *view.Line) row {
	switch {
	case l.Shown:
		return text("│", s.env.theme.accent)
	case l.Gap >= 0:
		return text("┊", s.env.theme.gap)
	}
	return blank(1)
}

// heightTo is how many rows the lines from the top of the screen to a line take.
func (s *resultScreen) heightTo(line int) int {
	width := s.env.width
	if s.both() {
		width -= (width-1)*45/100 + 1
	}
	room, n := max(width-2-s.numberWidth()-5, 1), 0
	for i := s.top; i <= line; i++ {
		n++
		if l, ok := s.lines.get(i); ok {
			n += max(columns(l.Text())-1, 0) / room
		}
	}
	return n
}

// modelRows draws the model's text, with the gaps that were opened in it.
//
//	▌ ▾ … 112 lines (210-321)
//	   210 ┊ ok  example.com/a
func (s *resultScreen) modelRows(width, height int) []row {
	rows := make([]row, 0, height)
	for n := s.mtop; n < s.model.len() && len(rows) < height; n++ {
		r := s.modelRow(n, width)
		if n == s.mcur {
			r = r.under(s.env.theme.cursor)
		}
		rows = append(rows, r)
	}
	for len(rows) < height {
		rows = append(rows, blank(width))
	}
	return rows
}

func (s *resultScreen) modelRow(n, width int) row {
	t := s.env.theme
	mark := blank(1)
	if n == s.mcur {
		mark = text("▏", t.accent)
		if s.pane == modelPane {
			mark = text("▌", t.accent)
		}
	}
	at := s.model.at(n)
	if at.payload > 0 {
		gutter := join(mark, text(pad(strconv.Itoa(at.payload), s.numberWidth())+" ", t.faint), text("┊ ", t.gap))
		l, ok := s.lines.get(at.payload)
		if !ok {
			return join(gutter, text("…", t.faint)).fit(width)
		}
		content := s.content(l, at.payload == s.cursor)
		return join(gutter, s.scrolled(content, max(width-gutter.width(), 1))).clip(width)
	}
	gutter := join(mark, s.gapSign(at.line))
	return join(gutter, s.scrolled(s.modelText(at.line), max(width-gutter.width(), 1))).clip(width)
}

// gapSign marks a line of the model's text that is a gap, open or closed.
func (s *resultScreen) gapSign(line int) row {
	switch {
	case s.model.below[line] < 0:
		return blank(2)
	case s.model.opened(line) > 0:
		return text("▾ ", s.env.theme.gap)
	}
	return text("▸ ", s.env.theme.gap)
}

// modelText is a line of the model's text. One that is a line of the output looks as it does there.
func (s *resultScreen) modelText(line int) row {
	m := &s.model.lines[line]
	spans, kind := m.Spans, view.NoDiff
	if n := verbatim(m); n > 0 {
		if l, ok := s.lines.get(n); ok && l.Text() == m.Text() {
			spans, kind = l.Spans, l.Diff
		}
	}
	if s.find.typed != "" {
		spans = s.find.query.Highlight(spans)
	}
	r := s.env.spanRow(spans, kind, false)
	if s.model.below[line] >= 0 && m.First == 0 || m.Gap >= 0 {
		r = r.under(s.env.theme.gap)
	}
	return r
}
