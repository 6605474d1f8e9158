package term

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/desk/figures"
	"github.com/toktee/toktee/internal/desk/session"
	"github.com/toktee/toktee/internal/desk/view"
)

// stateWords name the states of failed calls.
var stateWords = map[session.State]string{
	session.Red: "still failing", session.Failed: "failed", session.Fixed: "passed later",
	session.Rerun: "run again, outcome unknown",
}

// note is a row that can't be opened, nil for no text.
func (p *sessionPage) note(s string) []item {
	if s == "" {
		return nil
	}
	return []item{{row: text(view.Text(s), p.env.theme.muted), on: -1}}
}

// troubles are the rows of failures, with the edits after them, and of wrong claims.
func (p *sessionPage) troubles(entries []int, more int) (items []item) {
	t := p.env.theme
	for _, i := range entries {
		e := &p.entries[i]
		var at row
		if p.env.width >= clockWidth {
			at = text(p.clock(e.Time)+" ", t.faint)
		}
		if e.Kind == session.Claimed {
			items = append(items, item{row: join(at, p.claim(e)), part: partFailures, on: i})
			continue
		}
		sign, _, look := t.outcome(map[session.State]string{
			session.Red: "fail", session.Failed: "fail", session.Fixed: "pass",
		}[e.State], e.Call.Tool, e.Call.Command)
		state := sign + " " + stateWords[e.State]
		if e.State == session.Fixed {
			state += ", " + p.clock(e.Later)
		}
		exit := text("  "+e.Exit(), t.muted)
		r := join(at, text(state+"  ", look), text(title(e), style{}), exit)
		items = append(items, item{row: r, part: partFailures, on: i})
		if e.State != session.Fixed { // its causes are at the call
			for _, r := range p.causes(e) {
				items = append(items, item{row: r, part: partFailures, on: -1})
			}
		}
		items = append(items, p.note(p.one.EditedAfter(i, p.env.Now().Location()))...)
	}
	if more > 0 {
		items = append(items, p.note("and "+figures.Number(more)+" more: e goes to the next")...)
	}
	return items
}

// hidden are the rows of the outputs of which the model was shown least.
func (p *sessionPage) hidden(entries []int, listed int) (items []item) {
	t := p.env.theme
	for _, i := range entries[:min(len(entries), listed)] {
		e := &p.entries[i]
		n := figures.Number(e.Call.Given) + " of " + figures.Number(e.Call.Raw)
		r := join(text(n+" tokens sent  ", t.muted), text(title(e), style{}))
		items = append(items, item{row: r, part: partHidden, on: i})
		var lines []string
		for _, l := range e.Unsent {
			lines = append(lines, l.Text)
		}
		for n, l := range view.Lines(lines) {
			number := text("  ┊ "+strconv.Itoa(e.Unsent[n].Number)+" ", t.muted)
			items = append(items, item{row: join(number, text(l, style{})), on: -1})
		}
	}
	if n := len(entries) - listed; n > 0 {
		items = append(items, p.note("and of "+figures.Count(n, "more command", "more commands"))...)
	}
	return items
}

// causes are why a call failed, in a few rows.
func (p *sessionPage) causes(e *session.Entry) (rows []row) {
	t := p.env.theme
	edge := text("  │ ", t.fail)
	for _, c := range e.Causes[:min(len(e.Causes), shownCauses)] {
		place := view.Text(c.File)
		if c.File != "" && c.Line > 0 {
			place += ":" + strconv.Itoa(c.Line)
		}
		if c.Name != "" || place != "" {
			rows = append(rows, join(edge, text(view.Text(c.Name)+" ", style{}), text(place, t.muted)))
		}
		message := c.Message
		for i := range c.Lines { // a cause without a message is in its lines
			if c.Message == "" && !c.Lines[i].Beside {
				message += c.Lines[i].Text + "\n"
			}
		}
		isEmpty := func(l string) bool { return strings.TrimSpace(l) == "" }
		lines := slices.DeleteFunc(strings.Split(message, "\n"), isEmpty)
		for _, l := range view.Lines(lines[:min(len(lines), causeLines)]) {
			rows = append(rows, join(edge, text(l, style{})))
		}
	}
	if n := len(e.Causes) - shownCauses; n > 0 {
		rows = append(rows, join(edge, text(figures.Count(n, "more cause", "more causes")+" in the result", t.muted)))
	}
	return rows
}

// claim is a claim, with what contradicts it.
func (p *sessionPage) claim(e *session.Entry) row {
	t := p.env.theme
	if e.Record == "" {
		return text("the model claimed: "+view.Text(e.Claim)+". Nothing in the record contradicts it", t.muted)
	}
	return join(text("✗ contradicted  ", t.fail), text("the model claimed: "+view.Text(e.Claim)+"; ", style{}),
		text(view.Text(e.Record), t.fail))
}
