package term

import (
	"context"
	"errors"
	"io"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/desk/session"
	"github.com/toktee/toktee/internal/desk/view"
)

// Options are the input, output and sources of the view.
type Options struct {
	In  io.Reader // a terminal
	Out io.Writer
	Env []string // the environment, NAME=VALUE: TERM, COLORTERM and NO_COLOR matter

	Source Source
	Filter ledger.Filter // selects the calls of the list
	// Open opens a result by its id; dir is the working folder of its call, "" if unknown.
	Open func(ctx context.Context, id, dir string) (*Result, error)
	// Running lists running commands, and Follow opens the output of one. Nil if nothing can be followed.
	Running func() ([]view.Recording, error)
	Follow  func(ctx context.Context, r view.Recording) (*Result, error)
	// Result is the one result to show, in place of the list.
	Result *Result

	Rich bool   // tool_ui_rich_formatting
	Host string // this machine's name, for links to files
	Now  func() time.Time
}

// tick is the time between two looks for new calls.
const tick = time.Second

// Run shows the view until the person leaves it or ctx ends.
func Run(ctx context.Context, o Options) error {
	a := newApp(ctx, o)
	defer a.close()
	_, err := tea.NewProgram(a, tea.WithContext(ctx), tea.WithInput(o.In), tea.WithOutput(o.Out),
		tea.WithEnvironment(o.Env), tea.WithoutSignalHandler()).Run()
	if errors.Is(err, tea.ErrProgramKilled) && ctx.Err() != nil || errors.Is(err, tea.ErrInterrupted) {
		return nil
	}
	return err
}

// An app is the program: sessions, above them one of them or the list of results, and above that a result.
type app struct {
	env      *env
	sessions *sessionList // nil without sessions, or if the view is of one result
	session  *sessionPage
	list     *list // nil if the view is of one result
	listing  bool  // the list of results is above the sessions
	result   *resultScreen
	help     bool
	changed  int64 // the last value of [Source.Changed]

	opening bool              // a result was asked for
	pending []tea.KeyPressMsg // keys pressed meanwhile are for the result
}

func newApp(ctx context.Context, o Options) *app {
	e := &env{Options: o, ctx: ctx, width: 80, height: 24, dark: true}
	e.retheme()
	a := &app{env: e}
	if o.Result != nil {
		a.result = newResult(e, o.Result)
		return a
	}
	a.list = newList(e, o.Filter)
	if o.Source.Sessions != nil {
		a.sessions, a.listing = &sessionList{env: e}, !o.Filter.Since.IsZero()
		if k := (session.Key{Session: o.Filter.Session}); k.Session != "" && !a.listing {
			a.session = &sessionPage{env: e, key: k}
		}
	}
	return a
}

// onList reports whether the list of results is the screen below a result.
func (a *app) onList() bool {
	return a.list != nil && a.session == nil && (a.sessions == nil || a.listing)
}

// retheme chooses the theme for the known properties of the terminal.
func (e *env) retheme() { e.theme = newTheme(e.dark, e.colours, e.Rich) }

func (a *app) close() {
	if a.result != nil {
		a.result.close()
	}
}

// Init asks for the terminal's background and for the first calls.
func (a *app) Init() tea.Cmd {
	cmds := []tea.Cmd{tea.RequestBackgroundColor}
	if a.list != nil {
		cmds = append(cmds, a.list.load(), a.list.look())
	}
	cmds = append(cmds, a.loadSessions())
	if a.result != nil {
		cmds = append(cmds, a.result.start())
	}
	return tea.Batch(cmds...)
}

// loadSessions asks for the sessions that are on the screen or below it.
func (a *app) loadSessions() tea.Cmd {
	var cmds []tea.Cmd
	if a.sessions != nil {
		cmds = append(cmds, a.sessions.load())
	}
	if a.session != nil {
		cmds = append(cmds, a.session.load())
	}
	return tea.Batch(cmds...)
}

// Update handles a message.
func (a *app) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch m := msg.(type) {
	case tea.WindowSizeMsg:
		a.env.width, a.env.height = max(m.Width, 1), max(m.Height, 1)
		a.resized()
	case tea.ColorProfileMsg:
		a.env.colours = m.Profile >= colorprofile.ANSI
		a.env.retheme()
		a.resized()
	case tea.BackgroundColorMsg:
		a.env.dark = m.IsDark()
		a.env.retheme()
		a.resized()
	case tea.KeyPressMsg:
		return a, a.press(m)
	case tea.PasteMsg:
		return a, a.paste(m)
	case tea.MouseWheelMsg:
		return a, a.wheel(m.Mouse())
	case tea.MouseClickMsg:
		return a, a.click(m.Mouse())
	case openedMsg:
		return a, a.opened(m)
	case endedMsg:
		return a, a.ended(m)
	default:
		return a, a.answer(msg)
	}
	return a, nil
}

// answer hands an answer to the screen that has asked.
func (a *app) answer(msg tea.Msg) tea.Cmd {
	if a.list != nil {
		switch m := msg.(type) {
		case callsMsg:
			a.list.take(m)
			return a.list.add()
		case changedMsg:
			cmd := a.list.changes(m)
			isReading := a.session != nil && a.session.one != nil && a.session.one.Reading
			if m.err == nil && (m.changed != a.changed || isReading) {
				a.changed = m.changed
				cmd = tea.Batch(cmd, a.loadSessions())
			}
			return cmd
		case sessionsMsg:
			a.sessions.take(m)
			return nil
		case sessionMsg:
			if a.session != nil && a.session.key == m.key {
				a.session.take(m)
			}
			return nil
		case totalsMsg:
			a.list.takeTotals(m)
			return nil
		case tickMsg:
			return a.list.look()
		}
	}
	if a.result != nil {
		return a.result.update(msg)
	}
	return nil
}

func (a *app) resized() {
	if a.sessions != nil {
		a.sessions.build()
	}
	if a.session != nil {
		a.session.build()
	}
	if a.list != nil {
		a.list.clamp()
	}
	if a.result != nil {
		a.result.clamp()
		a.result.clampModel()
		a.result.about.rows = nil
	}
}

// press handles a key.
func (a *app) press(k tea.KeyPressMsg) tea.Cmd {
	a.env.message = ""
	name := k.String()
	typing := a.typing()
	switch {
	case name == "ctrl+c":
		return tea.Quit
	case name == "ctrl+z" && !typing:
		return tea.Suspend
	case a.opening && name == "esc": // it isn't waited for any more
		a.opening, a.pending = false, nil
		return nil
	case a.opening:
		a.pending = append(a.pending, k)
		return nil
	case a.help:
		a.help = false
		return nil
	case name == "?" && !typing:
		a.help = true
		return nil
	case a.result != nil:
		cmd, left := a.result.press(k)
		if !left {
			return cmd
		}
		return a.leave()
	case a.session != nil || a.sessions != nil && !a.listing:
		return a.pressSessions(name)
	case a.sessions != nil && (name == "q" || name == "esc" && a.list.typed.value() == "") && !typing:
		a.listing = false
		return nil
	case name == "q" && !typing:
		return tea.Quit
	}
	cmd, open := a.list.press(k)
	if open {
		return a.openCall()
	}
	return cmd
}

// pressSessions handles a key on the sessions, or on one of them.
func (a *app) pressSessions(k string) tea.Cmd {
	switch k {
	case "q", "esc", "left", "h":
		if a.session == nil {
			if k == "q" {
				return tea.Quit
			}
			return nil
		}
		a.session = nil
		return nil
	case "a", "/":
		return a.results(k == "/")
	}
	if a.session != nil {
		if e := a.session.press(k); e != nil {
			return a.openResult(e.Call.ID, e.Call.Dir, e.Call.Kept)
		}
		return nil
	}
	if h := a.sessions.press(k); h != nil {
		a.session = &sessionPage{env: a.env, key: h.Key}
		return a.session.load()
	}
	return nil
}

// results goes to the list of results: those of the session that is open, or else of all.
func (a *app) results(typing bool) tea.Cmd {
	a.list.typed.set("")
	if a.session != nil && a.session.key.Session != "" {
		a.list.typed.set("session:" + a.session.key.Session + " ")
	}
	a.session, a.listing, a.list.typing = nil, true, typing
	return a.list.refilter()
}

// typing reports whether the person is in a line to type into.
func (a *app) typing() bool {
	if a.result != nil {
		return a.result.prompt != nil
	}
	return a.list.typing
}

// leave goes back to the list; without a list, it ends the program.
func (a *app) leave() tea.Cmd {
	if a.list == nil {
		return tea.Quit
	}
	a.result.close()
	a.result = nil
	return a.list.look()
}

// openCall opens the call under the list's cursor.
func (a *app) openCall() tea.Cmd {
	ctx := a.env.ctx
	if n := a.list.cursor; n < len(a.list.running) {
		a.opening = true
		follow, r := a.env.Follow, a.list.running[n]
		return func() tea.Msg {
			res, err := follow(ctx, r)
			return openedMsg{res, err}
		}
	}
	c := a.list.at()
	if c == nil {
		return nil
	}
	return a.openResult(c.ID, c.Dir, c.Kept)
}

// openResult opens a result, if its output is kept.
func (a *app) openResult(id, dir string, isKept bool) tea.Cmd {
	if !isKept {
		a.env.notify("the output of this call isn't kept")
		return nil
	}
	a.opening, a.env.message = true, "opening…"
	open, ctx := a.env.Open, a.env.ctx
	return func() tea.Msg {
		res, err := open(ctx, id, dir)
		return openedMsg{res, err}
	}
}

func (a *app) opened(m openedMsg) tea.Cmd {
	a.env.message = ""
	wanted, pending := a.opening, a.pending
	a.opening, a.pending = false, nil
	switch {
	case m.err != nil:
		a.env.notify(m.err.Error())
		return nil
	case !wanted || a.result != nil:
		m.res.View.Close()
		return nil
	}
	a.result = newResult(a.env, m.res)
	cmds := []tea.Cmd{a.result.start()}
	for _, k := range pending {
		cmds = append(cmds, a.press(k))
	}
	return tea.Batch(cmds...)
}

func (a *app) paste(m tea.PasteMsg) tea.Cmd {
	switch {
	case !a.typing():
	case a.result != nil:
		a.result.prompt.take(m)
	case a.list.typed.take(m):
		return a.list.refilter()
	}
	return nil
}

// View draws the screen.
func (a *app) View() tea.View {
	var b strings.Builder
	for i, r := range a.rows() {
		if i > 0 {
			b.WriteByte('\n')
		}
		r.clip(a.env.width).render(&b)
	}
	v := tea.NewView(b.String())
	v.AltScreen, v.MouseMode, v.WindowTitle = true, tea.MouseModeCellMotion, "toktee"
	return v
}

func (a *app) rows() []row {
	e := a.env
	var rows []row
	switch {
	case a.help && a.result != nil:
		rows = helpRows(e.theme, resultKeys, e.width, e.height)
	case a.help && a.session != nil:
		rows = helpRows(e.theme, sessionKeys, e.width, e.height)
	case a.help && !a.onList():
		rows = helpRows(e.theme, sessionsKeys, e.width, e.height)
	case a.help:
		rows = helpRows(e.theme, listKeys, e.width, e.height)
	case a.result != nil:
		rows = a.result.draw()
	case a.session != nil:
		rows = a.session.draw()
	case !a.onList():
		rows = a.sessions.draw()
	default:
		rows = a.list.draw()
	}
	if over := len(rows) - e.height; over > 0 { // a screen of very few rows: the last one stays
		rows = append(rows[:max(e.height-1, 0):max(e.height-1, 0)], rows[len(rows)-1])
	}
	return rows
}
