package term

import "github.com/toktee/toktee/internal/desk/view"

// scrollbar returns two columns: the position of the screen in the output, and for each piece of the output the most
// important of error, match, warning and gap.
func (s *resultScreen) scrollbar(height int) []row {
	t := s.env.theme
	rows := make([]row, height)
	total := max(s.state.Lines, 1)
	marks := s.doc.Marks(height)
	matches := s.matchRows(height, total)
	for i := range rows {
		first, last := i*total/height+1, (i+1)*total/height
		thumb := blank(1)
		if first < s.top+height && max(last, first) >= s.top {
			thumb = text("┃", t.accent)
		}
		var m view.Mark
		if i < len(marks) {
			m = marks[i]
		}
		rows[i] = join(thumb, markSign(t, m, matches[i]))
	}
	return rows
}

func markSign(t *theme, m view.Mark, match bool) row {
	switch {
	case m.Last < m.First:
		return blank(1)
	case m.Severity == view.Error:
		return text("✗", t.fail)
	case match:
		return text("◆", t.warn)
	case m.Severity == view.Warning:
		return text("!", t.warn)
	case m.Gap && !m.Shown:
		return text("┊", t.gap)
	}
	return blank(1)
}

// matchRows reports which pieces of the scrollbar have matching lines.
func (s *resultScreen) matchRows(height, total int) []bool {
	out := make([]bool, height)
	for _, n := range s.find.lines {
		if i := (n - 1) * height / total; i >= 0 && i < height {
			out[i] = true
		}
	}
	return out
}
