package term

import "strings"

// An item is a row of a scrolling screen.
type item struct {
	row  row        // without the column of the cursor's mark
	late func() row // makes the row when it is drawn, since a session has thousands; nil if row is it
	part int        // of the screen, such as its failures
	on   int        // the session or the entry that a key opens there; below zero for none
}

// A scroll is a list of items with a cursor, which skips items that nothing can be done with.
type scroll struct {
	items       []item
	cursor, top int
}

// set replaces the items. The cursor stays where it was, on the same session or entry.
func (s *scroll) set(items []item) {
	var was item
	if s.cursor < len(s.items) {
		was = s.items[s.cursor]
	}
	isFirst := len(s.items) == 0 || s.cursor == s.next(0, 1)
	s.items = items
	for i, it := range items {
		if !isFirst && it.on == was.on && it.part == was.part {
			s.top += i - s.cursor
			s.cursor = i
			return
		}
	}
	s.cursor = s.next(0, 1)
}

// next is the first item from a place on that has something, in a direction; -1 for none.
func (s *scroll) next(i, by int) int {
	for ; i >= 0 && i < len(s.items); i += by {
		if s.items[i].on >= 0 {
			return i
		}
	}
	return -1
}

// at is the item under the cursor, nil for none.
func (s *scroll) at() *item {
	if s.cursor < 0 || s.cursor >= len(s.items) || s.items[s.cursor].on < 0 {
		return nil
	}
	return &s.items[s.cursor]
}

// by moves the cursor on a screen of some rows.
func (s *scroll) by(n, height int) {
	direction := 1
	if n < 0 {
		direction = -1
	}
	want := max(min(s.cursor+n, len(s.items)-1), 0)
	to := s.next(want, direction)
	if to < 0 {
		to = s.next(want, -direction)
	}
	if n > 1 || n < -1 {
		s.top += to - s.cursor
	}
	s.cursor = max(to, 0)
	s.clamp(height)
}

// clamp keeps the cursor on the screen, and with the first item the rows above it.
func (s *scroll) clamp(height int) {
	height = max(height, 1)
	s.cursor = max(min(s.cursor, len(s.items)-1), 0)
	s.top = max(min(s.top, s.cursor, len(s.items)-height), s.cursor-height+1, 0)
	if s.cursor == s.next(0, 1) && s.cursor < height {
		s.top = 0
	}
}

// click moves the cursor to a row of the screen, and reports whether it was there already.
func (s *scroll) click(y, height int) (opened bool) {
	i := s.top + y
	if y < 0 || y >= height || i >= len(s.items) || s.items[i].on < 0 {
		return false
	}
	opened = i == s.cursor
	s.cursor = i
	return opened
}

// draw returns the rows of a screen.
func (s *scroll) draw(t *theme, width, height int) []row {
	rows := make([]row, 0, max(height, 0))
	for i := s.top; len(rows) < height; i++ {
		if i >= len(s.items) {
			rows = append(rows, blank(width))
			continue
		}
		it := &s.items[i]
		r := it.row
		if it.late != nil {
			r = it.late()
		}
		if i == s.cursor && it.on >= 0 {
			rows = append(rows, join(text("▌", t.accent), r).fit(width).under(t.cursor))
		} else {
			rows = append(rows, join(blank(1), r).fit(width))
		}
	}
	return rows
}

// wrapped is a text in lines of so many columns, at most so many of them.
func wrapped(s string, look style, width, most int) (rows []row) {
	for len(rows) < most && s != "" {
		all, n := columns(s), width
		if all > width && len(rows) < most-1 {
			for n > width/2 && part(s, n, n+1) != " " {
				n--
			}
		} else {
			n = all
		}
		rows = append(rows, text(part(s, 0, n), look).fit(width))
		s = strings.TrimLeft(part(s, n, all), " ")
	}
	return rows
}
