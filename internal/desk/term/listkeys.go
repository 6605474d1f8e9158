package term

import (
	tea "charm.land/bubbletea/v2"
)

// A key is a key of a screen, with its help.
type key struct {
	short string // on the bottom line, "" to leave it out there
	label string // the keys as the help names them
	about string
}

var listKeys = []key{
	{"open", "enter", "open the output"},
	{"filter", "/", "filter: words, tool:rg, outcome:fail, session:…, since:7d, reread, fallback"},
	{"failed", "x", "failed results only, or all"},
	{"re-read", "r", "re-read results only, or all"},
	{"session", "s", "the session of this call only, or all"},
	{"", "esc", "clear the filter"},
	{"", "j k ↓ ↑", "next, previous"},
	{"", "space b", "a page down, up (also PgDn, PgUp)"},
	{"", "g G", "the newest, the oldest that is loaded (also Home, End)"},
	{"help", "?", "these keys"},
	{"quit", "q", "quit"},
}

// press handles a key on the list. opened is the call that is to be opened.
func (l *list) press(k tea.KeyPressMsg) (cmd tea.Cmd, opened bool) {
	if l.typing {
		return l.typeKey(k), false
	}
	switch k.String() {
	case "enter", "right", "l":
		return nil, l.len() > 0
	case "/":
		l.typing = true
	case "x":
		return l.toggle("outcome:fail"), false
	case "r":
		return l.toggle("reread"), false
	case "s":
		if c := l.at(); c != nil && c.Session != "" {
			return l.toggle("session:" + c.Session), false
		}
		l.env.notify("the session of this call isn't known")
	case "esc":
		l.typed.set("")
		return l.refilter(), false
	default:
		l.move(k.String())
	}
	return l.more(), false
}

// typeKey handles a key while the filter is typed. The list follows each of them.
func (l *list) typeKey(k tea.KeyPressMsg) tea.Cmd {
	switch k.String() {
	case "enter", "down":
		l.typing = false
	case "esc":
		l.typing = false
		l.typed.set("")
		return l.refilter()
	default:
		if l.typed.take(k) {
			return l.refilter()
		}
	}
	return nil
}

// rowsOf returns how many rows a key moves a cursor by. A page is one of height rows.
func rowsOf(key string, height, rows int) int {
	page := max(height-1, 1)
	switch key {
	case "j", "down", "ctrl+n":
		return 1
	case "k", "up", "ctrl+p":
		return -1
	case "space", "pgdown", "ctrl+f":
		return page
	case "b", "pgup", "ctrl+b":
		return -page
	case "d", "ctrl+d":
		return page / 2
	case "u", "ctrl+u":
		return -page / 2
	case "g", "home":
		return -rows
	case "G", "end":
		return rows
	}
	return 0
}

// move moves the cursor; by a page or more, it scrolls too.
func (l *list) move(k string) {
	by := rowsOf(k, l.rows(), l.len())
	if l.cursor += by; by > 1 || by < -1 {
		l.top += by
	}
	l.clamp()
}

// more asks for older calls before the person gets to the end of those that are there.
func (l *list) more() tea.Cmd {
	if l.cursor+l.rows() > l.len() {
		return l.loadOlder()
	}
	return nil
}

// wheel scrolls.
func (l *list) wheel(by int) tea.Cmd {
	l.cursor += by
	l.clamp()
	return l.more()
}

// click opens the call in a row of the screen that has the cursor already, or moves the cursor there.
func (l *list) click(y int) (opened bool) {
	i := l.top + y - listTop
	if y < listTop || i >= l.len() || y >= listTop+l.rows() {
		return false
	}
	opened = i == l.cursor
	l.cursor = i
	return opened
}
