package clean

import (
	"encoding/binary"
	"slices"
	"unicode/utf8"
)

// Binary data has a byte that must go, or isn't UTF-8, every few bytes. The code below takes in such bytes and the
// bytes between them. It has the effect of [Writer.control] and [Writer.text], but decides as little as possible for
// each byte: a processor can't foresee the decisions, and a wrong guess costs it more than the work.

// badText is U+FFFD in UTF-8, its first byte the lowest.
const badText = 0xbdbfef

// A form is the role of a byte at the start of a rune.
type form struct {
	text   uint32 // the clean bytes
	size   uint8  // how many
	cells  uint8  // how many cells they take
	begins uint8  // 1 if it begins a rune beyond ASCII when a continuation byte follows
	acts   uint8  // 1 if it ends a line or does something
	r      rune   // the same as a cell
}

var forms = func() (f [256]form) {
	for i := range f {
		switch c := byte(i); {
		case c == '\n' || c == '\t' || c == '\r' || c == '\b' || c == esc:
			f[i].acts = 1
		case isASCIIText(c) && c != 0x7f:
			f[i] = form{text: uint32(c), size: 1, cells: 1, r: rune(c)}
		case c >= utf8.RuneSelf:
			f[i] = form{text: badText, size: 3, cells: 1, r: utf8.RuneError}
			if c >= 0xc2 && c <= 0xf4 {
				f[i].begins = 1
			}
		}
	}
	return f
}()

// dirtyBlock is how many bytes are taken in before it is asked again whether the text is clean from there on.
const dirtyBlock = 256

// dirty takes in the start of p and returns its length, 0 if other code has to.
func (w *Writer) dirty(p []byte) int {
	switch {
	case w.editing:
		return w.dirtyCells(p)
	case w.cr:
		return 0
	case p[0] == 0:
		return zeros(p)
	case len(w.line) > maxLine-utf8.UTFMax*(dirtyBlock+1): // the line may have to be settled
		return 0
	}
	n := len(w.line)
	line := slices.Grow(w.line, utf8.UTFMax*(dirtyBlock+1))
	line = line[:cap(line)]
	i := 0
	for i < min(len(p)-1, dirtyBlock) {
		f := &forms[p[i]]
		if f.acts|f.begins&continues(p[i+1]) != 0 {
			size := shown(p[i:])
			if size == 0 {
				break
			}
			if size > 0 {
				n += copy(line[n:], p[i:i+size])
				i += size
				continue
			}
		}
		binary.LittleEndian.PutUint32(line[n:], f.text)
		n += int(f.size)
		i++
	}
	w.line = line[:n]
	return i
}

// dirtyCells is dirty for a line that is being edited.
func (w *Writer) dirtyCells(p []byte) int {
	s := &w.screen
	i := 0
	for i < len(p)-1 {
		if n := s.dirty(p[i:]); n > 0 {
			i += n
			continue
		}
		f := &forms[p[i]]
		if f.acts|f.begins&continues(p[i+1]) != 0 {
			size := shown(p[i:])
			if size == 0 {
				return i
			}
			if size > 0 {
				w.print(p[i : i+size])
				i += size
				continue
			}
		}
		if f.size > 0 {
			if s.full() {
				w.render(len(s.cells))
			}
			s.single(f.r)
		}
		i++
	}
	return i
}

// dirty writes the start of p to the cells, as long as no neighbouring cell matters, and returns its length.
func (s *screen) dirty(p []byte) (i int) {
	if s.col == len(s.cells) {
		return s.dirtyEnd(p)
	}
	if s.col < s.lead {
		return 0
	}
	cells := s.cells[min(s.col, len(s.cells)):]
	n := 0
	for i < len(p)-1 && n < len(cells)-1 {
		f := &forms[p[i]]
		c := &cells[n]
		if f.acts|f.begins&continues(p[i+1]) != 0 || c.r|cells[n+1].r < 0 {
			break
		}
		write := -rune(f.cells) // all bits or none
		*c = cell{r: c.r&^write | f.r&write, marks: c.marks &^ write}
		n += int(f.cells)
		i++
	}
	s.col += n
	return i
}

// dirtyEnd is dirty at the end of the line.
func (s *screen) dirtyEnd(p []byte) (i int) {
	room := min(len(p)-1, maxLine-len(s.cells))
	if room <= 0 || s.full() {
		return 0
	}
	room = min(room, dirtyBlock)
	s.cells = slices.Grow(s.cells, room+1)
	cells := s.cells[s.col:cap(s.cells)]
	n := 0
	for i < room {
		f := &forms[p[i]]
		if f.acts|f.begins&continues(p[i+1]) != 0 {
			break
		}
		cells[n] = cell{r: f.r}
		n += int(f.cells)
		i++
	}
	s.col += n
	s.cells = s.cells[:s.col]
	return i
}

// usual writes the start of p, which is clean text, to the end of the line as long as it is ASCII or U+FFFD, and
// returns its length.
func (s *screen) usual(p []byte) (i int) {
	room := min(len(p)-3, maxLine-len(s.cells))
	if room <= 0 || s.full() || s.col != len(s.cells) {
		return 0
	}
	s.cells = slices.Grow(s.cells, min(room, dirtyBlock))
	cells := s.cells[s.col:min(s.col+room, cap(s.cells))]
	n := 0
	for n < len(cells) && i < len(p)-3 {
		x := binary.LittleEndian.Uint32(p[i:])
		bad := same(x&0xffffff, badText)
		if bad == 0 && !isASCIIText(byte(x)) {
			break
		}
		cells[n] = cell{r: rune(x&0xff&^-bad | utf8.RuneError&-bad)}
		i += 1 + 2*int(bad)
		n++
	}
	s.col += n
	s.cells = s.cells[:s.col]
	return i
}

// same is 1 for two equal numbers, else 0. The processor need not guess.
func same(a, b uint32) (n uint32) {
	if a == b {
		n = 1
	}
	return n
}

// zeros is how many zeros p begins with.
func zeros(p []byte) int {
	n := 0
	for len(p)-n >= 8 && binary.LittleEndian.Uint64(p[n:]) == 0 {
		n += 8
	}
	for n < len(p) && p[n] == 0 {
		n++
	}
	return n
}

// continues is 1 for a byte that goes on with a rune, else 0.
func continues(c byte) uint8 { return c >> 7 &^ (c >> 6) & 1 }

// shown is the length of the rune beyond ASCII that p begins with: 0 if it does something, goes or isn't there as a
// whole, -1 if it certainly isn't a rune.
func shown(p []byte) int {
	switch c := p[0]; {
	case c < utf8.RuneSelf:
		return 0
	case c < 0xe0:
		if hidden(rune(c&0x1f)<<6 | rune(p[1]&0x3f)) {
			return 0
		}
		return 2
	case len(p) > 2 && continues(p[2]) == 0:
		return -1
	}
	r, n := utf8.DecodeRune(p)
	if r == utf8.RuneError && n == 1 || hidden(r) {
		return 0
	}
	return n
}
