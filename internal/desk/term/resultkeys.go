package term

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"github.com/toktee/toktee/internal/desk/view"
)

var resultKeys = []key{
	{"other pane", "tab", "switch between the model's text and the full output"},
	{"open gap", "o", "open or close the gap at the cursor (also enter)"},
	{"", "O", "open or close all gaps"},
	{"gap", "]", "the next gap; [ the previous one"},
	{"error", "e", "the next error; E the previous one"},
	{"search", "/", "search the full output; /a.*b/ is a regular expression"},
	{"", "n N", "the next match, the previous one"},
	{"", ":", "go to a line by its number"},
	{"details", "t", "facts in the output: tests, diagnostics, hunks, matches"},
	{"follow", "f", "follow the end while the command runs"},
	{"wrap", "w", "wrap or cut long lines"},
	{"", "← →", "scroll sideways; 0 back to the left (also h, l)"},
	{"", "j k ↓ ↑", "the next line, the previous one"},
	{"", "space b", "a page down, up (also PgDn, PgUp); d u half a page"},
	{"", "g G", "the first line, the last (also Home, End)"},
	{"help", "?", "these keys"},
	{"back", "q", "back (also esc)"},
}

// press handles a key. left reports that the person leaves the screen.
func (s *resultScreen) press(k tea.KeyPressMsg) (cmd tea.Cmd, left bool) {
	if s.prompt != nil {
		return s.typeKey(k), false
	}
	name := k.String()
	if s.pane == detailsPane {
		s.pressDetails(name)
		return nil, false
	}
	switch name {
	case "q", "backspace":
		return nil, true
	case "esc":
		if s.find.typed == "" {
			return nil, true
		}
		s.endSearch()
	default:
		if act := resultActs[name]; act != nil {
			cmd = act(s)
		} else {
			s.scroll(name)
		}
	}
	return cmd, false
}

// resultActs are what keys do, except for those that move the cursor.
var resultActs = map[string]func(*resultScreen) tea.Cmd{
	"tab":       func(s *resultScreen) tea.Cmd { s.switchPane(); return nil },
	"shift+tab": func(s *resultScreen) tea.Cmd { s.switchPane(); return nil },
	"enter":     func(s *resultScreen) tea.Cmd { s.toggleGap(); return nil },
	"o":         func(s *resultScreen) tea.Cmd { s.toggleGap(); return nil },
	"O":         func(s *resultScreen) tea.Cmd { s.model.toggleAll(); s.syncModel(); return nil },
	"]":         func(s *resultScreen) tea.Cmd { s.nextGap(view.Forward); return nil },
	"[":         func(s *resultScreen) tea.Cmd { s.nextGap(view.Backward); return nil },
	"e":         func(s *resultScreen) tea.Cmd { return s.nextError(view.Forward) },
	"E":         func(s *resultScreen) tea.Cmd { return s.nextError(view.Backward) },
	"/":         func(s *resultScreen) tea.Cmd { s.prompt = newPrompt("/"); return nil },
	":":         func(s *resultScreen) tea.Cmd { s.prompt = newPrompt(":"); return nil },
	"n":         func(s *resultScreen) tea.Cmd { return s.again(view.Forward) },
	"N":         func(s *resultScreen) tea.Cmd { return s.again(view.Backward) },
	"t":         func(s *resultScreen) tea.Cmd { s.other, s.pane = s.pane, detailsPane; return nil },
	"f": func(s *resultScreen) tea.Cmd {
		if s.follow = !s.follow; s.follow {
			s.pane = payloadPane
			s.goTo(s.state.Lines)
		}
		return nil
	},
	"w":     func(s *resultScreen) tea.Cmd { s.wrap, s.x = !s.wrap, 0; s.clamp(); return nil },
	"right": func(s *resultScreen) tea.Cmd { s.x = min(s.x+8, maxLine); return nil },
	"l":     func(s *resultScreen) tea.Cmd { s.x = min(s.x+8, maxLine); return nil },
	"left":  func(s *resultScreen) tea.Cmd { s.x = max(s.x-8, 0); return nil },
	"h":     func(s *resultScreen) tea.Cmd { s.x = max(s.x-8, 0); return nil },
	"0":     func(s *resultScreen) tea.Cmd { s.x = 0; return nil },
}

// maxLine is how far a line can be scrolled sideways: view cuts lines of more bytes.
const maxLine = 64 << 10

func (s *resultScreen) again(dir view.Direction) tea.Cmd {
	if s.find.typed == "" {
		s.env.notify("no search yet: / starts one")
		return nil
	}
	return s.findNext(s.cursor+int(dir), dir)
}

func (s *resultScreen) switchPane() {
	switch {
	case len(s.model.lines) == 0:
		s.pane = payloadPane
	case s.pane == modelPane:
		s.pane = payloadPane
	default:
		s.pane = modelPane
		s.syncModel()
	}
}

// toggleGap opens the gap under the cursor, or closes it.
func (s *resultScreen) toggleGap() {
	gap := -1
	if s.pane == modelPane {
		gap = s.model.gap(s.mcur)
	} else if l, ok := s.lines.get(s.cursor); ok {
		gap = l.Gap
	}
	switch {
	case gap < 0:
		s.env.notify("no gap here: ] goes to the next one")
	case !s.model.toggle(gap):
		s.env.notify("the tool left this out: it isn't in the output")
	default:
		line := s.model.lineOfGap(gap)
		s.mcur = s.model.start[line]
		if s.pane == payloadPane && s.model.open[gap] {
			s.mcur = s.model.rowOf(s.cursor)
		}
		if s.model.open[gap] && s.mcur-s.mtop > s.rows()/4 { // room for the opened lines
			s.mtop = s.mcur - s.rows()/4
		}
		s.clampModel()
		if !s.both() {
			s.pane = modelPane
		}
	}
}

// nextGap goes to the next gap of the output, or the one before.
func (s *resultScreen) nextGap(dir view.Direction) {
	best := 0
	for _, g := range s.model.gaps {
		ahead := dir == view.Forward && g.First > s.cursor && (best == 0 || g.First < best)
		behind := dir == view.Backward && g.First > 0 && g.First < s.cursor && g.First > best
		if ahead || behind {
			best = g.First
		}
	}
	if best == 0 {
		s.env.notify("no more gaps in this direction")
		return
	}
	s.jump(best)
}

// scroll moves the cursor of the pane.
func (s *resultScreen) scroll(name string) {
	switch name {
	case "g", "home":
		s.moveTo(1, 0)
	case "G", "end":
		s.moveTo(s.state.Lines, s.model.len()-1)
		s.follow = s.state.Growing || !s.state.Complete
	default:
		if by := rowsOf(name, s.rows(), 0); by != 0 {
			s.moveBy(by)
		}
	}
}

func (s *resultScreen) moveTo(line, row int) {
	s.follow = false
	if s.pane == modelPane {
		s.mcur = row
		s.syncPayload()
		return
	}
	s.goTo(line)
}

// moveBy moves the cursor; by a page or more, it scrolls the pane too.
func (s *resultScreen) moveBy(by int) {
	s.follow = false
	paged := by > 1 || by < -1
	if s.pane == modelPane {
		if s.mcur += by; paged {
			s.mtop += by
		}
		s.syncPayload()
		return
	}
	if s.cursor += by; paged {
		s.top += by
	}
	s.clamp()
	s.syncModel()
}

// typeKey handles a key while something is typed.
func (s *resultScreen) typeKey(k tea.KeyPressMsg) tea.Cmd {
	p := s.prompt
	switch k.String() {
	case "esc":
		s.prompt = nil
	case "enter":
		s.prompt = nil
		if p.label == "/" {
			return s.startSearch(p.value())
		}
		n, err := strconv.Atoi(p.value())
		if err != nil || n < 1 {
			s.env.notify("line " + strconv.Quote(p.value()) + ": want a number from 1 on")
			return nil
		}
		s.pane = payloadPane
		s.jump(n)
		return nil
	default:
		if p.value() == "" && k.String() == "backspace" {
			s.prompt = nil
		}
		p.take(k)
	}
	return nil
}
