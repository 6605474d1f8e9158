package tokens

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var encodings = []Encoding{O200kBase, Cl100kBase}

func counter(t testing.TB, enc Encoding) *Counter {
	t.Helper()
	c, err := New(enc)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// pieces are what the texts of the properties are made of: all that the scanners tell apart, and long runs of it.
var pieces = []string{
	"a", "Z", "the", "HTTPServer", "camelCase", "don't", "'s", "'S", "'re", "'ſ", "'", "é", "Ü", "ß", "中", "文", "の",
	"ǅ", "ʰ", "\u0301",
	"0", "12", "1234", "²", "١", " ", "  ", "   ", "\t", "\n", "\r\n", "\n ", " \n", "\u00a0", "\u2003", "\u3000",
	"\u0085",
	".", "(", "((", "/", "//", "/\n", "\n/", "=", "。", "😀", "\x00", "\xff", "\xe4\xb8", "\xf0\x9f", "<|endoftext|>",
}

func texts(longest int) *rapid.Generator[[]byte] {
	part := rapid.Custom(func(t *rapid.T) string {
		s := rapid.SampledFrom(pieces).Draw(t, "piece")
		if rapid.IntRange(0, 7).Draw(t, "run") == 0 {
			s = strings.Repeat(s, rapid.IntRange(1, longest).Draw(t, "length"))
		}
		return s
	})
	return rapid.Map(rapid.SliceOfN(part, 0, 40),
		func(parts []string) []byte { return []byte(strings.Join(parts, "")) })
}

func eachEncoding(t *testing.T, test func(*testing.T, Encoding, *Counter)) {
	for _, enc := range encodings {
		t.Run(string(enc), func(t *testing.T) { test(t, enc, counter(t, enc)) })
	}
}
