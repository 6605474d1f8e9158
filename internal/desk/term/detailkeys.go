package term

// detailMoves are the rows that keys of the details move by; pages are of a screen.
func detailMoves(height, rows int) map[string]int {
	page := max(height-1, 1)
	return map[string]int{
		"j": 1, "down": 1, "k": -1, "up": -1, "space": page, "pgdown": page, "b": -page, "pgup": -page,
		"d": page / 2, "u": -page / 2, "g": -rows, "home": -rows, "G": rows, "end": rows,
	}
}

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
		d.move(detailMoves(h, len(d.rows))[name], h)
	}
}
