package summarize

import (
	"slices"
	"testing"

	"github.com/toktee/toktee/strategies"
)

// TestSplitter: a text has the same lines whether it is in memory or streamed in blocks. Only a last line without a
// line feed is open.
func TestSplitter(t *testing.T) {
	for text, open := range map[string][]bool{
		"": nil, "a\nb\n": {false, false}, "a\nb": {false, true}, "\n": {false}, "a\n\n": {false, false}, "ab": {true},
	} {
		for size := range len(text) + 1 {
			var got []strategies.Line
			s := splitter{yield: func(l strategies.Line) bool { got = append(got, l); return true }}
			if size == 0 {
				s.memory(t.Context(), text)
			} else {
				for block := range slices.Chunk([]byte(text), size) {
					s.block(string(block))
				}
				s.flush()
			}
			if len(got) != len(open) {
				t.Fatalf("%q in blocks of %d: %d lines, want %d", text, size, len(got), len(open))
			}
			for i, l := range got {
				if l.N != i+1 || l.Open != open[i] {
					t.Errorf("%q in blocks of %d: %+v, want open: %v", text, size, l, open[i])
				}
			}
		}
	}
}
