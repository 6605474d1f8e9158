package tokens

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A byte that isn't UTF-8 counts as U+FFFD, whichever way it is counted.
func TestInvalidBytes(t *testing.T) {
	texts := rapid.Custom(func(t *rapid.T) string {
		piece := rapid.OneOf(
			rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 40), func(b []byte) string { return string(b) }),
			rapid.SampledFrom([]string{
				" a word", "\xff", "\xe2\x80", "\xed\xa0\x80", "\xf0\x9f\x98", "\xf4\x90\x80\x80", "é", "日本", "\u0301",
				strings.Repeat("\xff", 100), "\r\n", "...", "  ",
			}),
		)
		return strings.Join(rapid.SliceOfN(piece, 0, 20).Draw(t, "pieces"), "")
	})
	for _, enc := range []Encoding{O200kBase, Cl100kBase} {
		t.Run(string(enc), func(t *testing.T) {
			c, err := Get(enc)
			if err != nil {
				t.Fatal(err)
			}
			defer Put(c)
			rapid.Check(t, func(t *rapid.T) {
				s := texts.Draw(t, "text")
				valid := string([]rune(s)) // as a range loop replaces them
				want := c.CountString(valid)
				if got := c.CountString(s); got != want {
					t.Fatalf("%q has %d tokens, with U+FFFD %d", s, got, want)
				}
				if n, ok := c.CountUpTo([]byte(s), want); n != want || !ok {
					t.Fatalf("%q has %d tokens up to %d", s, n, want)
				}
			})
		})
	}
}
