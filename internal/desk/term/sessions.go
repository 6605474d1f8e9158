package term

import (
	"cmp"
	"slices"

	tea "charm.land/bubbletea/v2"

	"github.com/toktee/toktee/internal/desk/figures"
	"github.com/toktee/toktee/internal/desk/session"
	"github.com/toktee/toktee/internal/desk/view"
)

// maxSessions is how many sessions are listed: the newest.
const maxSessions = 100

// A sessionList is the first screen: sessions by folder.
type sessionList struct {
	env    *env
	heads  []session.Head
	more   bool
	loaded bool
	newest
	scroll
}

type sessionsMsg struct {
	asked int
	heads []session.Head
	more  bool
	err   error
}

var sessionsKeys = []key{
	{"open", "enter", "open the session"},
	{"search", "/", "search the results of all sessions: words, tool:rg, outcome:fail, since:7d"},
	{"results", "a", "the results of all sessions, the newest first"},
	{"", "j k ↓ ↑", "next, previous"},
	{"", "space b", "a page down, up (also PgDn, PgUp)"},
	{"", "g G", "the first, the last (also Home, End)"},
	{"help", "?", "these keys"},
	{"quit", "q", "quit"},
}

// load asks for the sessions.
func (l *sessionList) load() tea.Cmd {
	src, ctx, asked := l.env.Source, l.env.ctx, l.env.ask()
	return func() tea.Msg {
		heads, more, err := src.Sessions(ctx, 0, maxSessions)
		return sessionsMsg{asked, heads, more, err}
	}
}

func (l *sessionList) take(m sessionsMsg) {
	if m.err != nil {
		if l.env.ctx.Err() == nil {
			l.env.notify("the sessions can't be read: " + m.err.Error())
		}
		return
	}
	if l.isLate(m.asked) {
		return
	}
	l.heads, l.more, l.loaded = m.heads, m.more, true
	l.build()
}

// build makes the rows: sessions below their folders, those with the newest calls first.
func (l *sessionList) build() {
	t, w := l.env.theme, l.env.width-1
	at := map[string]int{}
	var folders []string
	for _, h := range l.heads {
		if _, ok := at[h.Dir]; !ok {
			at[h.Dir] = len(folders)
			folders = append(folders, h.Dir)
		}
	}
	groups := make([][]item, len(folders))
	for i := range l.heads {
		h := &l.heads[i]
		cells := line(columnsOfSessions(w), w, nil, func(c column[session.Head]) row { return c.cell(l.env, h) })
		groups[at[h.Dir]] = append(groups[at[h.Dir]], item{row: cells, on: i})
	}
	var items []item
	for i, dir := range folders {
		if i > 0 {
			items = append(items, item{on: -1})
		}
		name := cmp.Or(view.Text(session.ShortPath(dir)), "folder unknown")
		items = append(items, item{row: text(name, t.muted), on: -1})
		items = append(items, groups[i]...)
	}
	l.set(items)
	l.clamp(l.rows())
}

// columnsOfSessions are those of a screen: a wide one has the words for what failed.
func columnsOfSessions(width int) []column[session.Head] {
	c := slices.Clone(sessionColumns)
	if width < 100 {
		c[1].width = 7
	}
	return c
}

var sessionColumns = []column[session.Head]{
	{"", 1, 0, false, func(e *env, h *session.Head) row {
		sign, _, look := stateOf(e, h)
		return text(sign, look)
	}},
	{"failing", 20, 60, false, func(e *env, h *session.Head) row {
		_, word, look := stateOf(e, h)
		return text(word, look)
	}},
	{"session", 0, 0, false, func(_ *env, h *session.Head) row {
		title, _ := h.Title()
		return text(view.Text(title), style{})
	}},
	{"agent", 8, 70, false, func(e *env, h *session.Head) row { return text(view.Text(h.Agent), e.theme.muted) }},
	{"branch", 16, 100, false, func(e *env, h *session.Head) row { return text(view.Text(h.Branch), e.theme.muted) }},
	{"calls", 12, 110, true, func(e *env, h *session.Head) row {
		return text(figures.Count(h.Calls, "call", "calls"), e.theme.muted)
	}},
	{"tokens saved", 12, 76, true, func(e *env, h *session.Head) row {
		look := e.theme.muted
		if h.Saved < 0 {
			look = e.theme.fail
		}
		return text(figures.Number(h.Saved), look)
	}},
	{"last call", 11, 36, true, func(e *env, h *session.Head) row {
		return text(figures.Age(h.Last, e.Now()), e.theme.muted)
	}},
}

// stateOf is the sign and the words for what failed in a session and for what is still red.
func stateOf(e *env, h *session.Head) (sign, word string, look style) {
	failed, red, notRed := h.Trouble()
	switch isWide := e.width > 100; {
	case red != "" && isWide:
		return "✗", red, e.theme.fail
	case red != "":
		return "✗", figures.Number(h.Red), e.theme.fail
	case !isWide:
		notRed = ""
	}
	if failed != "" {
		return "✓", notRed, e.theme.pass
	}
	return "·", notRed, e.theme.muted
}

// rows is how many rows the list has: above are the title and the names of the columns, below the keys.
func (l *sessionList) rows() int { return max(l.env.height-4, 1) }

func (l *sessionList) draw() []row {
	t, w := l.env.theme, l.env.width
	count := figures.Count(len(l.heads), "session ", "sessions ")
	if l.more {
		count = "the newest " + count
	}
	right := text(count, t.muted)
	name := func(c column[session.Head]) row { return text(c.name, t.faint) }
	rows := []row{
		join(join(text(" toktee", t.strong), text("  sessions", t.muted)).fit(max(w-right.width(), 0)), right),
		join(blank(1), line(columnsOfSessions(w-1), w-1, nil, name)),
	}
	if len(l.heads) == 0 {
		nothing := "…"
		if l.loaded {
			nothing = "no sessions yet: toktee init connects your agent, and what it does appears here"
		}
		rows = append(rows, text("  "+nothing, t.muted).fit(w))
	}
	rows = append(rows, l.scroll.draw(t, w, l.env.height-2-len(rows))...)
	return append(rows, blank(w), bottomOf(l.env, sessionsKeys))
}

// bottomOf is the last line of a screen: the message, or the keys.
func bottomOf(e *env, keys []key) row {
	if e.message != "" {
		return text(" "+e.message, e.theme.warn).fit(e.width)
	}
	return keyLine(e.theme, keys, e.width)
}

// press handles a key. opened is the session that is to be opened.
func (l *sessionList) press(k string) (opened *session.Head) {
	switch k {
	case "enter", "right", "l":
		if it := l.at(); it != nil {
			return &l.heads[it.on]
		}
	default:
		l.by(rowsOf(k, l.rows(), len(l.items)), l.rows())
	}
	return nil
}
