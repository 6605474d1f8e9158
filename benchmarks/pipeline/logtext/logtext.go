// Package logtext makes large log texts to measure with, of captured logs. The same [Options] always make the same
// bytes.
//
// The captured logs follow one after the other, and then again. The first copy is as it was captured. Each further copy
// changes digits of longer numbers. So times, places, addresses and counts differ from copy to copy and agree within
// one:
//
//	2026-03-02T06:41:07.311Z  src/ledger.go:108: 3 of 1187 checks failed
//	2591-00-09T01:42:03.322Z  src/ledger.go:158: 3 of 1283 checks failed
//
// The first digit of a number stays, and so do the numbers of a colour: 0 failed is no failure in any copy.
package logtext

import (
	"bytes"
	"io"
	"math/rand/v2"
	"strings"
)

// Options define the content of a text.
type Options struct {
	Size     int64    // bytes, at least; the captured log that gets there is whole
	Captured [][]byte // at least one
	Middle   []string // lines to put after half of the size
	End      []string // lines to put last
}

// A Text has the facts of a text that was written.
type Text struct{ Bytes, Lines int64 }

// Write writes a text. It holds a copy of one captured log.
func Write(w io.Writer, o Options) (Text, error) {
	var t Text
	write := func(b []byte) error {
		n, err := w.Write(b)
		t.Bytes += int64(n)
		t.Lines += int64(bytes.Count(b[:n], []byte{'\n'}))
		return err
	}
	middle := o.Middle
	for n := 0; t.Bytes < o.Size; n++ {
		b := ended(o.Captured[n%len(o.Captured)])
		if copied := n / len(o.Captured); copied > 0 {
			changeDigits(b, otherDigits(copied))
		}
		if err := write(b); err != nil {
			return t, err
		}
		if t.Bytes >= o.Size/2 {
			if err := write(joined(middle)); err != nil {
				return t, err
			}
			middle = nil
		}
	}
	return t, write(joined(o.End))
}

// ended returns a copy of a log whose last line has a line feed.
func ended(b []byte) []byte {
	b = bytes.Clone(b)
	if len(b) > 0 && b[len(b)-1] != '\n' {
		b = append(b, '\n')
	}
	return b
}

func joined(lines []string) []byte {
	if len(lines) == 0 {
		return nil
	}
	return []byte(strings.Join(lines, "\n") + "\n")
}

// otherDigits maps each digit to its replacement in a copy.
func otherDigits(copied int) (to [10]byte) {
	r := rand.New(rand.NewPCG(uint64(copied), 3))
	for i, d := range r.Perm(10) {
		to[i] = '0' + byte(d)
	}
	return to
}

// changeDigits changes the digits of all numbers but their first, and leaves escape sequences alone.
func changeDigits(b []byte, to [10]byte) {
	inNumber, inEscape := false, false
	for i, c := range b {
		digit := c >= '0' && c <= '9'
		switch {
		case c == 0x1b:
			inEscape = true
		case inEscape:
			inEscape = digit || c == '[' || c == ';' || c == '?'
		case digit && inNumber:
			b[i] = to[c-'0']
		}
		inNumber = digit
	}
}
