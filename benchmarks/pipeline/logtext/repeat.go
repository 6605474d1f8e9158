package logtext

import (
	"bytes"
	"io"
	"math/rand/v2"
)

// Repeat writes captured logs, one after the other and then again, until the text has size bytes. The first copy is as
// it was captured. Each further copy changes digits of longer numbers. So times, places, addresses and counts differ
// from copy to copy and agree within one:
//
//	2026-03-02T06:41:07.311Z  src/ledger.go:108: 3 of 1187 checks failed
//	2591-00-09T01:42:03.322Z  src/ledger.go:158: 3 of 1283 checks failed
//
// The first digit of a number stays, and so do the numbers of a colour: 0 failed is no failure in any copy.
func Repeat(w io.Writer, size int64, captured [][]byte) (Text, error) {
	var t Text
	g := generator{}
	write := func() error {
		n, err := w.Write(g.buf)
		t.Bytes += int64(n)
		t.Lines += int64(bytes.Count(g.buf[:n], []byte{'\n'}))
		g.buf = g.buf[:0]
		return err
	}
	for n := 0; t.Bytes < size && len(captured) > 0; n++ {
		g.raw(captured[n%len(captured)])
		if copied := n / len(captured); copied > 0 {
			changeDigits(g.buf, otherDigits(copied))
		}
		if err := write(); err != nil {
			return t, err
		}
	}
	return t, nil
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
