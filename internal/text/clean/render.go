package clean

import (
	"encoding/binary"
	"unicode/utf8"
)

// render appends the cells from one to another to out.
func (s *screen) render(out []byte, from, to int) []byte {
	for ; from < min(s.lead, to); from++ {
		out = append(out, ' ')
	}
	for from < to {
		n := len(out)
		fit := min(to-from, (cap(out)-n)/utf8.UTFMax)
		size, done := plainCells(out[n:cap(out)], s.cells[from:from+fit])
		out = out[:n+size]
		if from += done; from == to {
			break
		}
		if c := s.cells[from]; c.r >= 0 {
			out = utf8.AppendRune(out, c.r)
			if c.marks != 0 {
				out = s.appendMarks(out, c.marks)
			}
		}
		from++
	}
	return out
}

// plainCells writes cells to out as long as they are ASCII or U+FFFD, without marks. It returns their number and their
// bytes. The content of a cell of binary data can't be foreseen, so the code has no branch for it.
func plainCells(out []byte, cells []cell) (n, done int) {
	for i, c := range cells {
		text := uint32(c.r)
		bad := same(text, utf8.RuneError)
		if text&^(0x7f|-bad)|uint32(c.marks) != 0 {
			return n, i
		}
		binary.LittleEndian.PutUint32(out[n:], text&^-bad|badText&-bad)
		n += 1 + 2*int(bad)
	}
	return n, len(cells)
}
