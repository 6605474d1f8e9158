package term

import (
	"errors"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/desk/period"
	"github.com/toktee/toktee/internal/desk/view"
)

// pageSize is how many calls are asked for at once.
const pageSize = 100

// A list is the screen of calls.
type list struct {
	env *env

	base   ledger.Filter // of the command line
	filter ledger.Filter // base with the typed filter
	typed  *prompt
	typing bool
	wrong  string // the error of the typed filter

	running []view.Recording // what runs now, above the calls
	calls   []ledger.Call    // the newest first
	older   bool             // there may be older ones
	loading bool             // older ones are being asked for
	loaded  bool             // an answer has come
	cursor  int
	top     int

	asked          int   // answers to earlier questions are dropped
	changed        int64 // the last value of [Source.Changed]
	session, today ledger.Totals
	current        string // the session whose totals are shown
	sums           newest
}

// These messages are answers of the source.
type (
	callsMsg struct {
		asked int
		calls []ledger.Call
		older bool // these follow the ones that are there
		err   error
	}
	changedMsg struct {
		changed int64
		running []view.Recording
		err     error
	}
	totalsMsg struct {
		asked          int
		current        string
		session, today ledger.Totals
		err            error
	}
	tickMsg time.Time
)

func newList(e *env, base ledger.Filter) *list {
	return &list{env: e, base: base, filter: base, typed: newPrompt("filter: ")}
}

// load asks for the newest calls, as many as are there already.
func (l *list) load() tea.Cmd {
	l.asked++
	f, asked, src, ctx := l.filter, l.asked, l.env.Source, l.env.ctx
	f.Limit = pageSize
	return func() tea.Msg {
		calls, err := src.Calls(ctx, f)
		return callsMsg{asked: asked, calls: calls, err: err}
	}
}

// loadOlder asks for the calls before the last one that is there.
func (l *list) loadOlder() tea.Cmd {
	if !l.older || l.loading || len(l.calls) == 0 {
		return nil
	}
	l.loading = true
	f, asked, src, ctx := l.filter, l.asked, l.env.Source, l.env.ctx
	f.Limit, f.Before = pageSize, l.calls[len(l.calls)-1].Seq
	return func() tea.Msg {
		calls, err := src.Calls(ctx, f)
		return callsMsg{asked: asked, calls: calls, older: true, err: err}
	}
}

// look asks whether there is anything new.
func (l *list) look() tea.Cmd {
	src, ctx, running := l.env.Source, l.env.ctx, l.env.Running
	return func() tea.Msg {
		var m changedMsg
		if running != nil {
			m.running, m.err = running()
		}
		var err error
		m.changed, err = src.Changed(ctx)
		m.err = errors.Join(m.err, err)
		return m
	}
}

// add asks for the totals in the status bar.
func (l *list) add() tea.Cmd {
	src, ctx := l.env.Source, l.env.ctx
	if src.Totals == nil {
		return nil
	}
	current := l.filter.Session
	if current == "" && len(l.calls) > 0 {
		current = l.calls[0].Session
	}
	current, _, _ = strings.Cut(current, "/") // sub-agents are counted with their session
	day, asked := period.Day(l.env.Now()), l.env.ask()
	return func() tea.Msg {
		m := totalsMsg{asked: asked, current: current}
		if m.today, m.err = src.Totals(ctx, ledger.Query{Since: day}); m.err == nil && current != "" {
			m.session, m.err = src.Totals(ctx, ledger.Query{Session: current})
		}
		return m
	}
}

// take puts an answer into the list. The cursor stays on its call; at the top it stays there, so that the newest call
// is followed.
func (l *list) take(m callsMsg) {
	if m.asked != l.asked {
		return
	}
	if m.err != nil {
		l.loading = false
		l.env.notify("the list can't be read: " + m.err.Error())
		return
	}
	full := len(m.calls) == pageSize
	switch {
	case m.older:
		l.calls, l.older, l.loading = append(l.calls, m.calls...), full, false
		return
	case len(l.calls) == 0 || len(m.calls) == 0:
		l.calls, l.older = m.calls, full
	default:
		oldest := m.calls[len(m.calls)-1].Seq
		rest := slices.IndexFunc(l.calls, func(c ledger.Call) bool { return c.Seq < oldest })
		on := l.at()
		if rest < 0 {
			l.older, rest = full, len(l.calls)
		}
		if !full { // these are all
			l.older, rest = false, len(l.calls)
		}
		l.calls = append(slices.Clone(m.calls), l.calls[rest:]...)
		if on != nil && l.cursor > 0 {
			l.moveTo(on.Seq)
		}
	}
	l.loaded = true
	l.clamp()
}

// len is how many rows the list has.
func (l *list) len() int { return len(l.running) + len(l.calls) }

// at is the call under the cursor, nil for none.
func (l *list) at() *ledger.Call {
	if i := l.cursor - len(l.running); i >= 0 && i < len(l.calls) {
		return &l.calls[i]
	}
	return nil
}

// runs takes in what runs now. The cursor stays on its call.
func (l *list) runs(now []view.Recording) {
	if l.cursor >= len(l.running) && l.cursor > 0 {
		l.cursor += len(now) - len(l.running)
	}
	l.running = now
	l.clamp()
}

func (l *list) moveTo(seq int64) {
	if i := slices.IndexFunc(l.calls, func(c ledger.Call) bool { return c.Seq <= seq }); i >= 0 {
		i += len(l.running)
		l.top += i - l.cursor
		l.cursor = i
	}
}

// clamp keeps the cursor on a call, and the call on the screen.
func (l *list) clamp() {
	rows := max(l.rows(), 1)
	l.cursor = max(min(l.cursor, l.len()-1), 0)
	l.top = max(min(l.top, l.cursor, l.len()-rows), l.cursor-rows+1, 0)
}

// rows is how many calls are on the screen.
func (l *list) rows() int { return l.env.height - 5 }

// refilter parses the typed filter and loads the calls that it selects.
func (l *list) refilter() tea.Cmd {
	f, err := ParseFilter(l.typed.value(), l.base, l.env.Now())
	if err != nil {
		l.wrong = err.Error()
		return nil
	}
	l.wrong, l.filter = "", f
	l.calls, l.cursor, l.top, l.older, l.loading, l.loaded = nil, 0, 0, false, false, false
	return tea.Batch(l.load(), l.add())
}

// toggle adds a word to the filter, or takes it away.
func (l *list) toggle(word string) tea.Cmd {
	words := strings.Fields(l.typed.value())
	if i := slices.Index(words, word); i >= 0 {
		words = slices.Delete(words, i, i+1)
	} else {
		words = append(words, word)
	}
	l.typed.set(strings.Join(words, " "))
	return l.refilter()
}
