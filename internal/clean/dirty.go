package clean

import (
	"encoding/binary"
	"slices"
	"unicode/utf8"
)

// Binary data has a byte that must go, or isn't UTF-8, every few bytes. What follows takes in such bytes with what is
// between them and does what [Writer.control] and [Writer.text] do, but decides as little as possible for each byte: a
// processor can't foresee the decisions, and a wrong guess costs it more than the work.

// A form is what a byte is where a rune may begin.
type form struct {
	text   uint32 // the clean bytes
	size   uint8  // how many
	begins uint8  // 1 if it begins a rune beyond ASCII where a continuation byte follows
	acts   uint8  // 1 if it ends a line or does something
	r      rune   // the same as a cell
}

var forms = func() (f [256]form) {
	for i := range f {
		switch c := byte(i); {
		case c == '\n' || c == '\t' || c == '\r' || c == '\b' || c == esc:
			f[i].acts = 1
		case isASCIIText(c) && c != 0x7f:
			f[i] = form{text: uint32(c), size: 1, r: rune(c)}
		case c >= utf8.RuneSelf:
			f[i] = form{text: 0xbdbfef, size: 3, r: utf8.RuneError}
			if c >= 0xc2 && c <= 0xf4 {
				f[i].begins = 1
			}
		}
	}
	return f
}()

// dirtyBlock is how many bytes are taken in before it is asked again whether the text is clean from there on.
const dirtyBlock = 64

// dirty takes in the start of p and returns its length, 0 where something else has to.
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
			n += copy(line[n:], p[i:i+size])
			i += size
			continue
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
		f := &forms[p[i]]
		switch {
		case f.acts|f.begins&continues(p[i+1]) != 0:
			size := shown(p[i:])
			if size == 0 {
				return i
			}
			w.print(p[i : i+size])
			i += size
			continue
		case f.size == 0:
		case s.col == len(s.cells) && s.col < min(cap(s.cells), maxLine) && len(s.nodes) < maxLine:
			s.cells = append(s.cells, cell{r: f.r})
			s.col++
		default:
			if s.full() {
				w.render(len(s.cells))
			}
			s.single(f.r)
		}
		i++
	}
	return i
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

// shown is the length of the rune beyond ASCII that p begins with, 0 if there is none or it goes.
func shown(p []byte) int {
	if p[0] < utf8.RuneSelf {
		return 0
	}
	r, n := utf8.DecodeRune(p)
	if r == utf8.RuneError && n == 1 || hidden(r) {
		return 0
	}
	return n
}
