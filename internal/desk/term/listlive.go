package term

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// changes takes in whether there is anything new, and asks again later.
func (l *list) changes(m changedMsg) tea.Cmd {
	again := tea.Tick(tick, func(t time.Time) tea.Msg { return tickMsg(t) })
	l.runs(m.running)
	if m.err != nil {
		if l.env.ctx.Err() == nil {
			l.env.notify("what is new can't be read: " + m.err.Error())
		}
		return again
	}
	if m.changed == l.changed {
		return again
	}
	l.changed = m.changed
	return tea.Batch(l.load(), again)
}

// takeTotals stores the totals for the status bar.
func (l *list) takeTotals(m totalsMsg) {
	if m.err != nil {
		if l.env.ctx.Err() == nil {
			l.env.notify("the savings can't be read: " + m.err.Error())
		}
		return
	}
	if l.sums.isLate(m.asked) {
		return
	}
	l.current, l.session, l.today = m.current, m.session, m.today
}
