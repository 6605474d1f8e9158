package secrets

import (
	"math"
	"sync"
)

// added is by how much the sum of n log n grows, over how often each byte is in a text, by a byte that was there
// so often before.
var added = sync.OnceValue(func() *[256]float64 {
	var t [256]float64
	for n := 1; n < len(t); n++ {
		t[n] = float64(n+1)*math.Log2(float64(n+1)) - float64(n)*math.Log2(float64(n))
	}
	return &t
})

// isPoor reports whether a text has an entropy below some bits a byte.
func isPoor(text []byte, least float64) bool {
	t := added()
	if len(text) >= len(t) {
		return entropy(text) < least
	}
	var count [256]uint8
	sum := 0.0
	for _, c := range text {
		sum += t[count[c]]
		count[c]++
	}
	n := float64(len(text))
	if diff := math.Log2(n) - sum/n - least; math.Abs(diff) > 1e-6 {
		return diff < 0
	}
	return entropy(text) < least // rounding decides
}

// entropy is Shannon's of a text, in bits a byte: 0 of equal bytes, some 4 and more of random letters and digits.
func entropy(text []byte) float64 {
	var count [256]int
	for _, c := range text {
		count[c]++
	}
	sum := 0.0
	for _, n := range count {
		if n > 0 {
			p := float64(n) / float64(len(text))
			sum -= p * math.Log2(p)
		}
	}
	return sum
}

// A poor is a part of a line with no more than leastRich-1 different bytes: no text in it has more than log2 of that.
type poor struct {
	start, end int
	has        [4]uint64 // the bytes in it
	n          int       // how many they are
}

const (
	leastRich   = 8
	leastOfRich = 3 // bits a byte
)

// covers reports whether a part of a line, which is looked at from left to right, has an entropy below leastOfRich.
func (p *poor) covers(line []byte, start, end int) bool {
	if start < p.start || start >= p.end {
		*p = poor{start: start, end: start}
	}
	for p.end < end {
		c := line[p.end]
		if bit := uint64(1) << (c % 64); p.has[c/64]&bit == 0 {
			if p.n+1 == leastRich {
				return false
			}
			p.has[c/64] |= bit
			p.n++
		}
		p.end++
	}
	return true
}
