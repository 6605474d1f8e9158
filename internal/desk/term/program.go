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

// An app is the program: the list, and a result above it.
type app struct {
	env    *env
	list   *list // nil if the view is of one result
	result *resultScreen
	help   bool

	opening bool              // a result was asked for
	pending []tea.KeyPressMsg // keys pressed meanwhile are for the result
}

func newApp(ctx context.Context, o Options) *app {
	e := &env{Options: o, ctx: ctx, width: 80, height: 24, dark: true}
	e.retheme()
	a := &app{env: e}
	if o.Result == nil {
		a.list = newList(e, o.Filter)
	} else {
		a.result = newResult(e, o.Result)
	}
	return a
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
	if a.result != nil {
		cmds = append(cmds, a.result.start())
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
	case tea.BackgroundColorMsg:
		a.env.dark = m.IsDark()
		a.env.retheme()
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
			return a.list.changes(m)
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
	case name == "q" && !typing:
		return tea.Quit
	}
	cmd, open := a.list.press(k)
	if open {
		return a.openCall()
	}
	return cmd
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
	if !c.Kept {
		a.env.notify("the output of this call isn't kept")
		return nil
	}
	a.opening, a.env.message = true, "opening…"
	open, id, dir := a.env.Open, c.ID, c.Dir
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
	case a.help:
		rows = helpRows(e.theme, listKeys, e.width, e.height)
	case a.result != nil:
		rows = a.result.draw()
	default:
		rows = a.list.draw()
	}
	if over := len(rows) - e.height; over > 0 { // a screen of very few rows: the last one stays
		rows = append(rows[:max(e.height-1, 0):max(e.height-1, 0)], rows[len(rows)-1])
	}
	return rows
}
