package clean

import "unicode/utf8"

// Sequences yields the start and end of each escape sequence of a line, for callers that need the sequences, such as
// colours. The line must not hold \n. The bytes between sequences are the text that [Bytes] reads.
func Sequences(line []byte, yield func(start, end int)) {
	w := Writer{}
	for i := 0; i < len(line); {
		p := line[i:]
		if n := plain(p); n > 0 {
			i += n
			continue
		}
		if n := w.whole(p); n > 0 {
			yield(i, i+n)
			i += n
			continue
		}
		r, n := utf8.DecodeRune(p)
		if r != esc && r != csi8 && r != osc8 {
			i += n
			continue
		}
		w.begin(r)
		for n < len(p) && w.seq.state != ground {
			k := w.sequence(p[n:])
			n += k
			if w.seq.state == escape && w.seq.n == 0 { // an escape inside a string ends that, and begins a sequence
				n--
				break
			}
			if k == 0 {
				break
			}
		}
		w.seq = sequence{}
		yield(i, i+n)
		i += n
	}
}

// Cells is how many columns of a screen a rune takes: 0 for one that joins the rune before it, 2 for a wide one.
func Cells(r rune) int {
	switch {
	case combines(r):
		return 0
	case wide(r):
		return 2
	}
	return 1
}
