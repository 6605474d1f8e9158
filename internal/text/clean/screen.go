package clean

import "unicode/utf8"

// maxMove is the last column that a sequence can move the cursor to; text can get further. Without it, a few bytes
// could ask for a million blanks, again and again.
const maxMove = 1023

// The content of a cell, if not a rune.
const (
	tabRest  = -1 // a tab reaches to here from the left
	wideRest = -2 // the right half of a wide rune
)

// cell is one column of a line: a rune with the marks that combine with it.
type cell struct {
	r     rune
	marks int32 // the last of its marks in screen.nodes, 0 for none
}

// node is one combining mark in a ring: the last mark of a cell points to the first.
type node struct {
	r    rune
	next int32
}

// screen is a line that is being edited. Every operation costs no more than the bytes that asked for it, by a constant,
// taken over the line: that is why blanks at the start are only counted.
type screen struct {
	cells []cell
	lead  int // cells before it are blank, whatever they hold; at most len(cells)
	col   int // the cursor; it may be beyond the cells
	nodes []node
	sweep int // nodes are swept when there are so many
	saved int // saved column + 1
	away  int // the start of a status bar's cells, + 1
	home  int // the cursor before it went there
}

// clear empties the line, and keeps its memory.
func (s *screen) clear() { *s = screen{cells: s.cells[:0], nodes: s.nodes[:0]} }

// release lets go of the memory of a long line.
func (s *screen) release() {
	if cap(s.cells) > 64<<10 || cap(s.nodes) > 64<<10 {
		*s = screen{}
	}
}

// full reports whether the line has to be settled.
func (s *screen) full() bool { return len(s.cells) >= maxLine || len(s.nodes) >= maxLine }

// base is the first column: that of the status bar, while the cursor is away.
func (s *screen) base() int { return max(s.away-1, 0) }

// moveTo, back and forward move the cursor. Text can get beyond maxMove, sequences can't.
func (s *screen) moveTo(col int) { s.col = s.base() + col }
func (s *screen) back(n int)     { s.col = max(s.col-n, s.base()) }
func (s *screen) forward(n int)  { s.col = max(s.col, min(s.col+n, s.base()+maxMove)) }

// ascii writes the ASCII text at the start of p, without tabs, as far as there is room, and returns its length.
func (s *screen) ascii(p []byte) int {
	n, col := 0, s.col
	for n < len(p) && isASCIIText(p[n]) && len(s.cells) < maxLine {
		c := cell{r: rune(p[n])}
		switch {
		case col == len(s.cells):
			s.cells = append(s.cells, c)
		case col > len(s.cells):
			s.col = col
			s.extend(col + 1)
			s.cells[col] = c
		default:
			if col < s.lead || s.isCovered(col) {
				s.free(col)
			}
			s.cells[col] = c
		}
		col++
		n++
	}
	s.col = col
	return n
}

// single writes a rune that takes one cell and isn't a tab.
func (s *screen) single(r rune) {
	s.claim(1)
	s.cells[s.col] = cell{r: r}
	s.col++
}

// isASCIIText reports whether a byte is a character of ASCII that takes a cell, a tab aside.
func isASCIIText(c byte) bool { return ' ' <= c && c < utf8.RuneSelf }

// put writes any other rune.
func (s *screen) put(r rune) {
	switch {
	case r == '\t':
		s.tab()
		return
	case combines(r) && s.mark(r):
		return
	}
	width := 1
	if wide(r) {
		width = 2
	}
	s.claim(width)
	s.cells[s.col] = cell{r: r}
	if width == 2 {
		s.cells[s.col+1] = cell{r: wideRest}
	}
	s.col += width
}

// tab moves to the next tab stop. At the end of the line it is kept as a tab.
func (s *screen) tab() {
	stop := s.col&^7 + 8
	if s.col >= len(s.cells) {
		s.claim(stop - s.col)
		s.cells[s.col] = cell{r: '\t'}
		for i := s.col + 1; i < stop; i++ {
			s.cells[i] = cell{r: tabRest}
		}
	}
	s.col = stop
}

// claim makes n cells at the cursor free to be written.
func (s *screen) claim(n int) {
	for i := s.col; i < min(s.col+n, len(s.cells)); i++ {
		s.free(i)
	}
	s.extend(s.col + n)
}

// extend makes the line n cells long, with blanks up to the cursor.
func (s *screen) extend(n int) {
	old := len(s.cells)
	if n <= old {
		return
	}
	if old == 0 {
		s.lead = s.col
	}
	for len(s.cells) < n {
		if n <= cap(s.cells) {
			s.cells = s.cells[:n]
		} else {
			s.cells = append(s.cells[:cap(s.cells)], cell{})
		}
	}
	s.cells = s.cells[:n]
	if old > 0 {
		for i := old; i < s.col; i++ {
			s.cells[i] = cell{r: ' '}
		}
	}
}

// free makes a cell free to be written: it stops being counted as blank, and what reaches over it falls to blanks.
func (s *screen) free(i int) {
	if i < s.lead {
		for k := i; k < s.lead; k++ {
			s.cells[k] = cell{r: ' '}
		}
		s.lead = i
		return
	}
	if s.isCovered(i) {
		s.split(i)
	}
}

// isCovered reports whether a cell belongs to a tab or a wide rune, which takes several cells.
func (s *screen) isCovered(i int) bool {
	return s.cells[i].r < 0 || i+1 < len(s.cells) && s.cells[i+1].r < 0
}

// split turns the tab or wide rune that covers a cell into blanks.
func (s *screen) split(i int) {
	for i > s.lead && s.cells[i].r < 0 {
		i--
	}
	s.cells[i] = cell{r: ' '}
	for i++; i < len(s.cells) && s.cells[i].r < 0; i++ {
		s.cells[i] = cell{r: ' '}
	}
}

// erase does what CSI K does.
func (s *screen) erase(what int) {
	switch what {
	case 0:
		s.cut(s.col)
	case 1:
		if s.away > 0 {
			return
		}
		if end := s.col + 1; end >= len(s.cells) {
			s.cut(0)
		} else if end > s.lead {
			if s.cells[end].r < 0 {
				s.split(end)
			}
			s.lead = end
		}
	case 2:
		s.cut(s.base())
	}
}

// cut drops the cells from i on.
func (s *screen) cut(i int) {
	if i >= len(s.cells) {
		return
	}
	if i > s.lead && s.cells[i].r < 0 {
		s.split(i)
	}
	s.cells = s.cells[:i]
	s.lead = min(s.lead, i)
}

// save remembers the cursor.
func (s *screen) save() { s.saved = s.col + 1 }

// leave goes to another place of the screen. If the cursor was saved, the text there goes to cells after the line,
// which are dropped when the cursor comes back.
func (s *screen) leave() {
	if s.saved > 0 && s.away == 0 {
		s.away = len(s.cells) + 1
		s.home, s.col = s.col, len(s.cells)
	}
}

// restore goes back to the saved cursor, and drops a status bar that was written meanwhile.
func (s *screen) restore() {
	if s.saved == 0 {
		return
	}
	if s.away > 0 {
		s.cut(s.away - 1)
		s.away, s.col = 0, s.home
	}
	s.col = min(s.saved-1, max(s.col, maxMove))
}

// end returns the end of the line without the blanks at its end.
func (s *screen) end() int {
	end := len(s.cells)
	for end > s.lead && s.cells[end-1] == (cell{r: ' '}) {
		end--
	}
	if end == s.lead {
		end = 0
	}
	return end
}
