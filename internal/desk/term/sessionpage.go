package term

import (
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/toktee/toktee/internal/desk/figures"
	"github.com/toktee/toktee/internal/desk/session"
	"github.com/toktee/toktee/internal/desk/view"
)

// Bounds of what a session's page shows.
const (
	top         = 4 // failures, and hidden outputs, above the timeline
	topShort    = 2 // on a screen of less than shortScreen rows
	shortScreen = 30
	filled      = 300 // failures whose messages are in the timeline: the newest
	shownCauses = 2   // of a failure; the result has all
	causeLines  = 3   // of a message
	clockWidth  = 50  // columns from which times are shown
	unsentLines = 2   // of an output that the model wasn't sent
)

// The parts of a page.
const (
	partFailures = iota
	partHidden
	partTimeline
)

// A sessionPage is the screen of one session: what it comes to, what failed, what the model wasn't shown, and its calls
// in order.
type sessionPage struct {
	env     *env
	key     session.Key
	one     *session.Session // nil until it is loaded
	entries []session.Entry  // those of the session, with the store's facts about failures
	sums    [3]string        // sentences above
	newest
	scroll
}

type sessionMsg struct {
	asked   int
	key     session.Key
	one     *session.Session
	entries []session.Entry
	err     error
}

var sessionKeys = []key{
	{"open", "enter", "open the output"},
	{"next failure", "e", "the next failed call (E: the one before)"},
	{"calls", "c", "the calls in order"},
	{"results", "a", "the results of this session, the newest first"},
	{"", "j k ↓ ↑", "next, previous"},
	{"", "space b", "a page down, up (also PgDn, PgUp)"},
	{"", "g G", "the top, the last call (also Home, End)"},
	{"help", "?", "these keys"},
	{"back", "q", "back to the sessions"},
}

// load asks for the session.
func (p *sessionPage) load() tea.Cmd {
	src, ctx, k, asked := p.env.Source, p.env.ctx, p.key, p.env.ask()
	return func() tea.Msg {
		m := sessionMsg{asked: asked, key: k}
		if m.one, m.err = src.Session(ctx, k); m.err != nil {
			return m
		}
		m.entries = slices.Clone(m.one.Entries)
		n := 0
		for i := len(m.entries) - 1; i >= 0 && n < filled && m.err == nil; i-- {
			if m.entries[i].State != "" {
				n++
				m.err = src.Fill(ctx, m.entries[i:i+1], 0)
			}
		}
		hidden := m.one.MostHidden()
		for _, i := range hidden[:min(len(hidden), top)] {
			if m.err == nil {
				m.err = src.Fill(ctx, m.entries[i:i+1], unsentLines)
			}
		}
		return m
	}
}

func (p *sessionPage) take(m sessionMsg) {
	if m.err != nil {
		if p.env.ctx.Err() == nil {
			p.env.notify("the session can't be read: " + m.err.Error())
		}
		return
	}
	if p.isLate(m.asked) {
		return
	}
	p.one, p.entries = m.one, m.entries
	p.sums = [3]string{view.Text(m.one.Sentence()), m.one.Sum(), view.Text(m.one.Did())}
	p.build()
}

// build makes the rows below the head.
func (p *sessionPage) build() {
	if p.one == nil {
		return
	}
	t := p.env.theme
	listed := top
	if p.env.height < shortScreen {
		listed = topShort
	}
	items := p.summary()
	heading := func(s string) {
		if len(items) > 0 {
			items = append(items, item{on: -1})
		}
		items = append(items, item{row: text(s, t.strong), on: -1})
	}
	failures, more := p.one.Troubles(listed)
	if len(failures) > 0 {
		heading("What failed")
		items = append(items, p.troubles(failures, more)...)
	}
	if hidden := p.one.MostHidden(); len(hidden) > 0 {
		heading("What the model was not shown")
		items = append(items, p.hidden(hidden, listed)...)
	}
	names := line(columnsOfEntries, p.env.width-1, nil, func(c column[session.Entry]) row {
		if c.name == "call" {
			return text("Calls in order", t.strong)
		}
		return text(c.name, t.faint)
	})
	items = append(items, item{on: -1}, item{row: names, on: -1})
	for i := range p.entries {
		late := func() row { return p.entry(&p.entries[i]) }
		items = append(items, item{late: late, part: partTimeline, on: i})
		if slices.Contains(failures, i) && p.entries[i].State != session.Fixed {
			continue // its causes are above
		}
		for _, r := range p.causes(&p.entries[i]) {
			items = append(items, item{row: r, part: partTimeline, on: -1})
		}
	}
	p.set(items)
	p.clamp(p.rows())
}

// clock is a time of day.
func (p *sessionPage) clock(at time.Time) string {
	return at.In(p.env.Now().Location()).Format(time.TimeOnly)
}

func title(e *session.Entry) string { return view.Text(e.Title()) }

// entry is the row of a step. One without figures takes their room.
func (p *sessionPage) entry(e *session.Entry) row {
	switch e.Kind {
	case session.Edit, session.Compacted, session.Claimed, session.Unseen:
		columns := slices.DeleteFunc(slices.Clone(columnsOfEntries), func(c column[session.Entry]) bool {
			return c.right && (c.name != "cost" || e.Cost == 0)
		})
		return line(columns, p.env.width-1, nil, func(c column[session.Entry]) row { return c.cell(p.env, e) })
	}
	return line(columnsOfEntries, p.env.width-1, nil, func(c column[session.Entry]) row { return c.cell(p.env, e) })
}

var columnsOfEntries = []column[session.Entry]{
	{"time", 8, clockWidth, false, func(e *env, s *session.Entry) row {
		return text(s.Time.In(e.Now().Location()).Format(time.TimeOnly), e.theme.faint)
	}},
	{"", 1, 0, false, func(e *env, s *session.Entry) row {
		switch {
		case s.Kind == session.Reread:
			return text("↺", e.theme.warn)
		case s.Call.Outcome != "" && s.Kind != session.Claimed:
			sign, _, look := e.theme.outcome(s.Call.Outcome, s.Call.Tool, s.Call.Command)
			return text(sign, look)
		}
		return nil
	}},
	{"call", 0, 0, false, stepText},
	{"took", 7, 100, true, func(e *env, s *session.Entry) row {
		if s.Took == 0 {
			return nil
		}
		return text(figures.Duration(s.Took), e.theme.muted)
	}},
	{"cost", 7, 90, true, func(e *env, s *session.Entry) row {
		if s.Cost == 0 {
			return nil
		}
		return text(figures.Money(s.Cost), e.theme.muted)
	}},
	{"tokens sent", 18, 70, true, func(e *env, s *session.Entry) row {
		switch {
		case s.Kind == session.Reread:
			return text(figures.Number(s.Given), e.theme.warn)
		case s.Kind != session.Call:
			return nil
		case s.Call.Given == s.Call.Raw:
			return text(figures.Number(s.Call.Given), e.theme.muted)
		}
		return join(text(figures.Number(s.Call.Given), style{}), text(" of "+figures.Number(s.Call.Raw), e.theme.muted))
	}},
}

// stepText describes a step, with a note.
func stepText(e *env, s *session.Entry) row {
	t := e.theme
	r := text(title(s), style{})
	note := map[session.Kind]string{
		session.Untouched: "untouched", session.Unseen: "only in the agent's transcript",
	}[s.Kind]
	switch s.Kind {
	case session.Edit:
		r = text("edited "+view.Text(s.File), t.muted)
	case session.Compacted:
		r = text("context compacted: what the model was sent before is gone from it", t.warn)
	case session.Reread:
		r = text("re-read "+s.Asked()+" of "+title(s), t.warn)
	case session.Claimed:
		r = (&sessionPage{env: e}).claim(s)
	}
	if s.State != "" && s.State != session.Failed {
		note = stateWords[s.State]
	}
	if exit := s.Exit(); exit != "" {
		note = strings.TrimPrefix(note+", "+exit, ", ")
	}
	if note != "" {
		r = join(text("("+note+") ", t.muted), r)
	}
	if s.Agent != "" {
		r = join(text("  "+view.Text(s.Agent)+": ", t.muted), r)
	}
	return r
}

// head is what stays above: the prompt.
func (p *sessionPage) head() []row {
	t, w := p.env.theme, p.env.width
	if p.one == nil {
		return []row{text(" …", t.muted).fit(w)}
	}
	name, _ := p.one.Title()
	rows := []row{text(" "+view.Text(name), t.strong).fit(w)}
	if p.one.Reading {
		rows = append(rows, text(" the agent's transcript is being read…", t.warn).fit(w))
	}
	return rows
}

// summary is what the session comes to.
func (p *sessionPage) summary() (items []item) {
	t, w := p.env.theme, p.env.width
	h := &p.one.Head
	var about []string
	for _, s := range []string{h.Agent, h.Branch, session.ShortPath(h.Dir)} {
		if s != "" {
			about = append(about, view.Text(s))
		}
	}
	if len(p.entries) > 0 {
		about = append(about, p.one.Span(p.env.Now().Location()))
	}
	add := func(s string, look style, most int) {
		for _, r := range wrapped(s, look, max(w-2, 1), most) {
			items = append(items, item{row: r, on: -1})
		}
	}
	add(strings.Join(about, " · "), t.muted, 1)
	for _, step := range p.one.Result() {
		look := style{}
		if step.Bad {
			look = t.fail
		}
		add(p.clock(step.Time)+" "+view.Text(step.Text), look, 2)
	}
	add(p.sums[0], style{}, 4)
	add(p.sums[1], t.muted, 2)
	add(p.sums[2], t.muted, min(p.env.height/16, 2))
	return items
}

// rows is how many rows there are between the head and the keys.
func (p *sessionPage) rows() int { return max(p.env.height-len(p.head())-1, 1) }

func (p *sessionPage) draw() []row {
	rows := p.head()
	if p.one != nil && len(p.entries) == 0 {
		rows = append(rows, text("  no call of this session has ended yet, or the session was forgotten",
			p.env.theme.muted).fit(p.env.width))
	}
	rows = append(rows, p.scroll.draw(p.env.theme, p.env.width, p.env.height-1-len(rows))...)
	return append(rows, bottomOf(p.env, sessionKeys))
}

// press handles a key. opened is the call that is to be opened.
func (p *sessionPage) press(k string) (opened *session.Entry) {
	switch k {
	case "enter", "right", "l":
		if it := p.at(); it != nil {
			return &p.entries[it.on]
		}
	case "e":
		p.failure(1)
	case "E":
		p.failure(-1)
	case "c":
		for i, it := range p.items {
			if it.part == partTimeline && it.on >= 0 {
				p.by(i-p.cursor, p.rows())
				p.top = max(min(i-1, len(p.items)-p.rows()), 0)
				break
			}
		}
	default:
		p.by(rowsOf(k, p.rows(), len(p.items)), p.rows())
	}
	return nil
}

// failure goes to the next failed call in the timeline.
func (p *sessionPage) failure(by int) {
	for i := p.cursor + by; i >= 0 && i < len(p.items); i += by {
		if it := p.items[i]; it.part == partTimeline && it.on >= 0 && p.entries[it.on].State != "" {
			p.by(i-p.cursor, p.rows())
			return
		}
	}
	p.env.notify("no more failed calls")
}
