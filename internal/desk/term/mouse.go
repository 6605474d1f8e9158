package term

import tea "charm.land/bubbletea/v2"

// wheelRows is how far a notch of the wheel scrolls.
const wheelRows = 3

func (a *app) wheel(m tea.Mouse) tea.Cmd {
	by := 0
	switch m.Button {
	case tea.MouseWheelDown:
		by = wheelRows
	case tea.MouseWheelUp:
		by = -wheelRows
	}
	if a.result != nil {
		a.result.wheel(m.X, by)
		return nil
	}
	switch {
	case a.session != nil:
		a.session.by(by, a.session.rows())
		return nil
	case !a.onList():
		a.sessions.by(by, a.sessions.rows())
		return nil
	}
	return a.list.wheel(by)
}

func (a *app) click(m tea.Mouse) tea.Cmd {
	a.env.message = ""
	if m.Button != tea.MouseLeft || a.help {
		return nil
	}
	if a.result != nil {
		a.result.click(m.X, m.Y)
		return nil
	}
	switch {
	case a.session != nil:
		if a.session.click(m.Y-len(a.session.head()), a.session.rows()) {
			return a.pressSessions("enter")
		}
	case !a.onList():
		if a.sessions.click(m.Y-listTop, a.sessions.rows()) {
			return a.pressSessions("enter")
		}
	case a.list.click(m.Y):
		return a.openCall()
	}
	return nil
}

// paneAt is the pane in a column of the screen.
func (s *resultScreen) paneAt(x int) pane {
	if s.pane == detailsPane || !s.both() {
		return s.pane
	}
	if x <= (s.env.width-1)*45/100 {
		return modelPane
	}
	return payloadPane
}

// wheel scrolls the pane under the pointer.
func (s *resultScreen) wheel(x, by int) {
	switch s.pane = s.paneAt(x); s.pane {
	case detailsPane:
		s.about.move(by, s.rows())
	default:
		s.moveBy(by)
	}
}

// click moves the cursor, and opens a gap of the model's text.
func (s *resultScreen) click(x, y int) {
	at := y - 3 // below the facts and the titles
	if at < 0 || at >= s.rows() {
		return
	}
	switch s.pane = s.paneAt(x); s.pane {
	case detailsPane:
		s.about.move(s.about.top+at-s.about.cursor, s.rows())
	case modelPane:
		if s.mtop+at < s.model.len() {
			s.mcur = s.mtop + at
			s.syncPayload()
			if s.model.at(s.mcur).payload == 0 && s.model.gap(s.mcur) >= 0 {
				s.toggleGap()
			}
		}
	default:
		if s.top+at <= s.state.Lines && !s.wrap {
			s.cursor = s.top + at
			s.syncModel()
		}
	}
}
