package secrets

import (
	"testing"

	"pgregory.net/rapid"
)

// TestEntropy compares the quick ways with the definition, for texts of few different bytes and of many.
func TestEntropy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.ByteRange(1, 40).Draw(t, "most")
		line := rapid.SliceOfN(rapid.ByteRange(0, most), 1, 400).Draw(t, "line")
		least := rapid.SampledFrom([]float64{2, 3, 3.5, 3.8, 4, 4.5}).Draw(t, "least")
		if got, want := isPoor(line, least), entropy(line) < least; got != want {
			t.Fatalf("isPoor(%q, %v) = %t", line, least, got)
		}
		var p poor
		for start := 0; start < len(line); {
			end := rapid.IntRange(start, len(line)).Draw(t, "end")
			if start < end && p.covers(line, start, end) && entropy(line[start:end]) >= leastOfRich {
				t.Fatalf("%q has an entropy of %f", line[start:end], entropy(line[start:end]))
			}
			start = rapid.IntRange(start+1, len(line)).Draw(t, "start")
		}
	})
	for text, bits := range map[string]float64{"ab": 1, "abcdabcd": 2, "abcdefgh": 3, "abcdefghijklmnop": 4} {
		if isPoor([]byte(text), bits) || !isPoor([]byte(text), bits+0.1) {
			t.Errorf("%q hasn't an entropy of %v", text, bits)
		}
	}
}
