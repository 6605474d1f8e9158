package term

import (
	"strconv"

	"github.com/toktee/toktee/internal/desk/figures"
	"github.com/toktee/toktee/internal/desk/view"
	"github.com/toktee/toktee/result"
)

// draw is the screen of a result: two rows of facts, titles, panes, keys.
func (s *resultScreen) draw() []row {
	t, w, h := s.env.theme, s.env.width, s.rows()
	rows := []row{s.headline().fit(w).under(t.bar), s.facts().fit(w).under(t.bar)}
	switch {
	case s.pane == detailsPane:
		rows = append(rows, s.title("details", "tests, diagnostics and other facts in the output", true).fit(w))
		rows = append(rows, s.about.draw(w, h)...)
	case s.both():
		left := (w - 1) * 45 / 100
		titles := join(s.modelTitle(left), text("│", t.faint), s.payloadTitle(w-left-1))
		rows = append(rows, titles)
		model, payload := s.modelRows(left, h), s.payloadRows(w-left-1, h)
		for i := range h {
			rows = append(rows, join(model[i], text("│", t.faint), payload[i]))
		}
	case s.pane == modelPane:
		rows = append(append(rows, s.modelTitle(w)), s.modelRows(w, h)...)
	default:
		rows = append(append(rows, s.payloadTitle(w)), s.payloadRows(w, h)...)
	}
	return append(rows, s.bottom())
}

// headline is the outcome and what ran.
func (s *resultScreen) headline() row {
	t := s.env.theme
	what := view.Text(s.res.Source.Command)
	if what == "" {
		what = view.Text(s.res.Source.Result.ToolName())
	}
	if s.state.Growing {
		return join(text(" ▶ running  ", t.accent), text(what, t.strong))
	}
	if s.res.Source.ID == "" {
		return join(text(" ■ ended  ", t.accent), text(what, t.strong))
	}
	sign, word, look := t.outcome(s.res.Source.Result.Outcome().String(), s.res.Source.Result.ToolName(),
		s.res.Source.Command)
	return join(text(" "+sign+" "+word+"  ", look), text(what, t.strong))
}

// facts returns a line about the result, the most important facts first, since narrow screens cut the end.
func (s *resultScreen) facts() row {
	t, r := s.env.theme, &s.res.Source.Result
	out := blank(1)
	add := func(s string) {
		if s == "" {
			return
		}
		if len(out) > 1 {
			out = join(out, text(" · ", t.faint))
		}
		out = join(out, text(s, t.muted))
	}
	add(view.Text(s.res.Source.ID))
	if s.res.Source.ID == "" {
		add(figures.Number(s.state.Lines) + " lines")
		add(figures.Bytes(s.state.Bytes))
		return out
	}
	add(view.Text(r.ToolName()))
	add(ended(r))
	m := r.Metadata()
	counts := figures.Number(m.UITokens) + " → " + figures.Number(m.LLMTokens) + " tokens"
	if p := percent(int64(m.SavingsTokens), int64(m.UITokens)); p != "" {
		counts += ", " + p + " saved"
	}
	add(counts)
	add(view.Text(m.Strategy))
	if m.Level != "" {
		level := view.Text(m.Level)
		if m.Budget > 0 {
			level += " " + figures.Number(m.Budget)
		}
		add(level)
	}
	if !s.res.Time.IsZero() {
		add(figures.Age(s.res.Time, s.env.Now()))
	}
	add(view.Text(s.res.Session))
	for _, w := range m.Warnings {
		add("warning: " + view.Text(w))
	}
	return out
}

// ended is how a command ended: exit 1, killed by SIGKILL.
func ended(r *result.ToolResult) string {
	if sig := r.Signal(); sig != "" {
		return "killed by " + view.Text(sig)
	}
	if code, ok := r.ExitCode(); ok {
		return "exit " + strconv.Itoa(code)
	}
	return ""
}

// title is the head of a pane; the one that keys act on is strong and marked.
func (s *resultScreen) title(name, about string, focused bool) row {
	t := s.env.theme
	mark, look := text(" ", style{}), t.muted
	if focused {
		mark, look = text("▌", t.accent), t.strong
	}
	return join(mark, text(name, look), text("  "+about, t.muted))
}

func (s *resultScreen) modelTitle(width int) row {
	about := figures.Number(s.res.Source.Result.Metadata().LLMTokens) + " tokens"
	if n := len(s.model.gaps); n > 0 {
		about += ", " + figures.Count(n, "gap", "gaps")
	}
	return s.title("sent to the model", about, s.pane == modelPane).fit(width)
}

func (s *resultScreen) payloadTitle(width int) row {
	about := figures.Count(s.state.Lines, "line", "lines")
	switch {
	case s.state.Err != nil:
		about += ", the rest can't be read: " + view.Text(s.state.Err.Error())
	case s.state.Growing && s.follow:
		about += ", following"
	case s.state.Growing:
		about += ", running"
	case !s.state.Complete:
		about += " so far"
	}
	about += ", " + figures.Bytes(s.state.Bytes)
	if n := s.state.Errors; n > 0 {
		about += ", " + figures.Count(n, "error", "errors")
	}
	return s.title("full output", about, s.pane == payloadPane).fit(width)
}

// bottom shows the prompt, the message, the search, or the keys.
func (s *resultScreen) bottom() row {
	t, w := s.env.theme, s.env.width
	switch {
	case s.prompt != nil:
		return s.prompt.draw(t, w, true)
	case s.lines.err != nil && s.ctx.Err() == nil:
		return text(" the output can't be read: "+view.Text(s.lines.err.Error()), t.warn).fit(w)
	case s.env.message != "":
		return text(" "+s.env.message, t.warn).fit(w)
	case s.find.typed != "":
		found := text(" /"+view.Text(s.find.typed)+"  "+s.find.position(s.cursor)+"   ", t.warn)
		return join(found, keyLine(t, searchKeys, max(w-found.width(), 0))).fit(w)
	}
	if s.pane == detailsPane {
		return keyLine(t, detailKeys, w)
	}
	return keyLine(t, resultKeys, w)
}

var detailKeys = []key{
	{short: "to its line in the output", label: "enter"}, {short: "help", label: "?"}, {short: "back", label: "t"},
}

var searchKeys = []key{
	{short: "next", label: "n"}, {short: "previous", label: "N"}, {short: "end the search", label: "esc"},
}
