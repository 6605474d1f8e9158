package term

// pressDetails handles a key while the details are shown. Enter goes to the row's line in the output.
func (s *resultScreen) pressDetails(name string) {
	d, h := s.about, s.rows()
	d.build()
	switch name {
	case "t", "esc", "q", "tab":
		s.pane = s.other
	case "enter", "right", "l":
		if d.cursor < len(d.rows) && d.rows[d.cursor].line > 0 {
			s.pane = payloadPane
			s.jump(d.rows[d.cursor].line)
			s.center()
			return
		}
		s.env.notify("this row has no line in the output")
	default:
		d.move(rowsOf(name, h, len(d.rows)), h)
	}
}
