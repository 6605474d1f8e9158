package clean

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestLine(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{" \t\r\n", ""},
		{"\x1b[1ma\x1b[0m\nb\rc\r\n", "a…"},
		{"a\nb\rc\r\n", "a b c"},
		{"\x1b]0;title\a\x00", ""},
		{"a\u202Eb\u2066c", "abc"},
		{"1234567890", "1234567890"},
		{"12345678901", "1234567…"},
		{"日本語語", "日本…"},
		{"\xff\xff\xff\xff", "\uFFFD\uFFFD…"},
	} {
		if got := Line(c.text, 10); got != c.want {
			t.Errorf("Line(%q, 10) = %q, want %q", c.text, got, c.want)
		}
	}
}

func TestLineProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ends := []string{"", "\x1b[3", "\xf0\x9f", "\x1b]"}
		text := rapid.String().Draw(t, "text") + rapid.SampledFrom(ends).Draw(t, "end")
		limit := rapid.IntRange(3, 40).Draw(t, "limit")
		got := Line(text, limit)
		isControl := func(r rune) bool { return r < ' ' }
		if len(got) > limit || !utf8.ValidString(got) || strings.ContainsFunc(got, isControl) {
			t.Errorf("Line(%q, %d) = %q", text, limit, got)
		}
		if again := Line(got, limit); again != got {
			t.Errorf("Line(%q, %d) = %q, and of that %q", text, limit, got, again)
		}
	})
}
