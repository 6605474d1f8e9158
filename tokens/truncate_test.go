package tokens

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// longestPrefix tries every prefix, the longest first.
func longestPrefix(c *Counter, b []byte, budget int) (end, count int) {
	var ends []int
	for i := 0; i < len(b); i = nextRune(b, i) {
		ends = append(ends, i)
	}
	ends = append(ends, len(b))
	for i := len(ends) - 1; i > 0; i-- {
		if n := c.Count(b[:ends[i]]); n <= budget {
			return ends[i], n
		}
	}
	return 0, 0
}

// In texts without long runs Truncate finds the longest prefix that fits.
func TestTruncateFindsTheLongest(t *testing.T) {
	eachEncoding(t, func(t *testing.T, enc Encoding, c *Counter) {
		rapid.Check(t, func(t *rapid.T) {
			b := texts(12).Draw(t, "text")
			budget := rapid.IntRange(-1, 60).Draw(t, "budget")
			end, n := c.Truncate(b, budget)
			if wantEnd, want := longestPrefix(c, b, budget); end != wantEnd || n != want {
				t.Fatalf("Truncate(%q, %d) = %d, %d, want %d, %d", b, budget, end, n, wantEnd, want)
			}
		})
	})
}

// In any text the prefix fits, its count is its own, it ends at the start of a character, and one more doesn't fit.
func TestTruncateFits(t *testing.T) {
	eachEncoding(t, func(t *testing.T, enc Encoding, c *Counter) {
		rapid.Check(t, func(t *rapid.T) {
			b := texts(2000).Draw(t, "text")
			budget := rapid.IntRange(0, 2000).Draw(t, "budget")
			end, n := c.Truncate(b, budget)
			if want := c.Count(b[:end]); n != want || n > budget {
				t.Fatalf("Truncate(budget %d) = %d, %d, but the prefix has %d tokens", budget, end, n, want)
			}
			if end == len(b) {
				return
			}
			if runeStart(b, end) != end {
				t.Fatalf("Truncate(budget %d) = %d, which is inside a character", budget, end)
			}
			if more := c.Count(b[:nextRune(b, end)]); more <= budget {
				t.Fatalf("Truncate(budget %d) = %d, but one more character makes %d tokens", budget, end, more)
			}
		})
	})
}

func TestTruncate(t *testing.T) {
	long := strings.Repeat("a", 1<<20)
	for _, test := range []struct {
		name, text string
		budget     int
		end, count int
	}{
		{"empty", "", 10, 0, 0},
		{"no budget", "hello", 0, 0, 0},
		{"less than none", "hello", -3, 0, 0},
		{"fits", "hello world", 2, 11, 2},
		{"between words", "hello world", 1, 5, 1},
		{"blanks at the cut are one piece", "a      1", 2, 7, 2},
		{"not inside a character", "日本語😀", 1, 6, 1},
		{"a word that is fewer tokens than its start", "tokenization", 1, 5, 1},
		{"a long run", long, 1000, 8000, 1000},
		{"a budget beyond any text", long, math.MaxInt, len(long), len(long) / 8},
	} {
		t.Run(test.name, func(t *testing.T) {
			end, count := counter(t, O200kBase).Truncate([]byte(test.text), test.budget)
			if end != test.end || count != test.count {
				t.Errorf("Truncate(budget %d) = %d, %d, want %d, %d", test.budget, end, count, test.end, test.count)
			}
		})
	}
}

func TestRuneStart(t *testing.T) {
	for _, s := range []string{"aé中😀", "\xff\xe4\xb8a", "\xf0\x9f\x98", "\x80\x80\x80\x80\x80"} {
		b := []byte(s)
		var starts []int
		for i := 0; i < len(b); i = nextRune(b, i) {
			starts = append(starts, i)
		}
		last := 0
		for i := range b {
			if len(starts) > 0 && starts[0] == i {
				last, starts = i, starts[1:]
			}
			if got := runeStart(b, i); got != last {
				t.Errorf("runeStart(%q, %d) = %d, want %d", s, i, got, last)
			}
		}
		if got := runeStart(b, len(b)); got != len(b) {
			t.Errorf("runeStart(%q, %d) = %d, want the end", s, len(b), got)
		}
	}
}
