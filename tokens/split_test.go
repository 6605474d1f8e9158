package tokens

import (
	"bytes"
	"math/bits"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/dlclark/regexp2"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// The official patterns.
const (
	o200kPattern = `[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+` +
		`(?i:'s|'t|'re|'ve|'m|'ll|'d)?|` +
		`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*` +
		`(?i:'s|'t|'re|'ve|'m|'ll|'d)?|` +
		`\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+`
	cl100kPattern = `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|` +
		`\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`
)

var patterns = map[Encoding]func() *regexp2.Regexp{
	O200kBase:  sync.OnceValue(func() *regexp2.Regexp { return regexp2.MustCompile(o200kPattern, regexp2.None) }),
	Cl100kBase: sync.OnceValue(func() *regexp2.Regexp { return regexp2.MustCompile(cl100kPattern, regexp2.None) }),
}

// byPattern cuts s with a library that runs the pattern.
func byPattern(t interface{ Fatal(...any) }, enc Encoding, s string) (pieces []string) {
	m, err := patterns[enc]().FindStringMatch(s)
	for ; m != nil && err == nil; m, err = patterns[enc]().FindNextMatch(m) {
		pieces = append(pieces, m.String())
	}
	if err != nil {
		t.Fatal(err)
	}
	return pieces
}

// slowly cuts b with the scanner for any text alone.
func slowly(c *Counter, b []byte) (pieces []string) {
	for pos := 0; pos < len(b); {
		end, _ := c.piece(b, pos)
		pieces = append(pieces, string(b[pos:end]))
		pos = end
	}
	return pieces
}

// fast cuts b as counting does.
func fast(c *Counter, b []byte) (pieces []string) {
	for pos := 0; pos < len(b); {
		_, starts, _ := c.cut(b, pos)
		if starts == 0 {
			end, _ := c.piece(b, pos)
			pieces = append(pieces, string(b[pos:end]))
			pos = end
		}
		for from := pos; starts != 0; starts &= starts - 1 {
			end := from + bits.TrailingZeros64(starts)
			pieces = append(pieces, string(b[pos:end]))
			pos = end
		}
	}
	return pieces
}

// Each of these is a place where scanners written by hand go wrong.
func TestSplit(t *testing.T) {
	const o, cl = O200kBase, Cl100kBase
	for _, test := range []struct {
		name, text string
		want       map[Encoding]string // pieces, with a bar between them
	}{
		{"a contraction comes first, or only behind a word", "'sabc", map[Encoding]string{cl: "'s|abc", o: "'sabc"}},
		{"a contraction behind a word", "don't", map[Encoding]string{cl: "don|'t", o: "don't"}},
		{"contractions in capitals", "DON'T'LL", map[Encoding]string{cl: "DON|'T|'LL", o: "DON'T|'LL"}},
		{"U+017F is an s", "x'ſy", map[Encoding]string{cl: "x|'ſ|y", o: "x'ſ|y"}},
		{"U+212A isn't a k, and nothing ends in one", "x'K", map[Encoding]string{cl: "x|'K", o: "x|'K"}},
		{"any symbol or blank leads a word", "\tfoo(bar\u00a0baz",
			map[Encoding]string{cl: "\tfoo|(bar|\u00a0baz", o: "\tfoo|(bar|\u00a0baz"}},
		{"a mark leads a word, or is in it", "\u0301ab e\u0301a",
			map[Encoding]string{cl: "\u0301ab| e|\u0301a", o: "\u0301ab| e\u0301a"}},
		{"a word goes back to its last caseless letter", "A中BC ", map[Encoding]string{cl: "A中BC| ", o: "A中|BC| "}},
		{"a mark before capitals is by itself", "\u0301ABC ",
			map[Encoding]string{cl: "\u0301ABC| ", o: "\u0301|ABC| "}},
		{"a mark before capitals and a small letter isn't", "\u0301ABCd",
			map[Encoding]string{cl: "\u0301ABCd", o: "\u0301ABCd"}},
		{"camel case", "HTTPServer camelCase",
			map[Encoding]string{cl: "HTTPServer| camelCase", o: "HTTPServer| camel|Case"}},
		{"slashes behind a symbol's newline", "a}\n/*b", map[Encoding]string{cl: "a|}\n|/*|b", o: "a|}\n/|*b"}},
		{"marks among symbols", "!!\u0301\n", map[Encoding]string{cl: "!!\u0301\n", o: "!!\u0301\n"}},
		{"numbers by three characters, never behind a space", " 12345½٣x",
			map[Encoding]string{cl: " |123|45½|٣|x", o: " |123|45½|٣|x"}},
		{"blanks up to the last newline", "a \n \n  b", map[Encoding]string{cl: "a| \n \n| | b", o: "a| \n \n| | b"}},
		{"blanks but for the last", "a   1", map[Encoding]string{cl: "a|  | |1", o: "a|  | |1"}},
		{"all blanks at the end", "a  \t ", map[Encoding]string{cl: "a|  \t ", o: "a|  \t "}},
		{"only U+0020 leads symbols", "a\t( (\u00a0(",
			map[Encoding]string{cl: "a|\t|(| (|\u00a0|(", o: "a|\t|(| (|\u00a0|("}},
		{"what is blank", "\u0085\u00a0\u2028\u3000x\ufeff\u200b",
			map[Encoding]string{cl: "\u0085\u00a0\u2028|\u3000x|\ufeff\u200b",
				o: "\u0085\u00a0\u2028|\u3000x|\ufeff\u200b"}},
		{"names of special tokens are text", "<|endoftext|>",
			map[Encoding]string{cl: "<||endoftext||>", o: "<||endoftext||>"}},
		{"bytes that aren't UTF-8 are symbols", "a\xff\xe4\xb8b",
			map[Encoding]string{cl: "a|\xff\xe4\xb8|b", o: "a|\xff\xe4\xb8|b"}},
		{"a letter since Unicode 16.0", " \U00010d50\U00010d70",
			map[Encoding]string{cl: " \U00010d50\U00010d70", o: " \U00010d50\U00010d70"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			eachEncoding(t, func(t *testing.T, enc Encoding, c *Counter) {
				if diff := cmp.Diff(test.want[enc], strings.Join(slowly(c, []byte(test.text)), "|")); diff != "" {
					t.Errorf("pieces mismatch (-want +got):\n%s", diff)
				}
				for _, pad := range []string{"", strings.Repeat("word ", 20)} {
					s := pad + test.text
					if diff := cmp.Diff(slowly(c, []byte(s)), fast(c, []byte(s))); diff != "" {
						t.Errorf("the fast scanner differs (-slow +fast):\n%s", diff)
					}
				}
			})
		})
	}
}

// The scanners cut as the official patterns do.
func TestSplitByPattern(t *testing.T) {
	eachEncoding(t, func(t *testing.T, enc Encoding, c *Counter) {
		rapid.Check(t, func(t *rapid.T) {
			s := string(texts(70).Draw(t, "text"))
			s = strings.ReplaceAll(strings.ToValidUTF8(s, "\ufffd"), "'ſ", "'x") // the library doesn't fold it
			want := byPattern(t, enc, s)
			if diff := cmp.Diff(want, slowly(c, []byte(s))); diff != "" {
				t.Fatalf("%q (-pattern +slow):\n%s", s, diff)
			}
			if diff := cmp.Diff(want, fast(c, []byte(s))); diff != "" {
				t.Fatalf("%q (-pattern +fast):\n%s", s, diff)
			}
		})
	})
}

// Any ASCII text of four characters from the classes, in the middle of others; of five with TOKTEE_TEST_ALL=1.
func TestSplitASCII(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and nothing in it runs at the same time")
	}
	const alphabet = "aZ5 \t\n\r'/-sl"
	length := 4
	if all {
		length = 5
	}
	eachEncoding(t, func(t *testing.T, enc Encoding, c *Counter) {
		text := make([]byte, length)
		var grow func(int)
		grow = func(n int) {
			if n == len(text) {
				s := "x" + string(text) + "ly"
				if want, got := byPattern(t, enc, s), fast(c, []byte(s)); !slices.Equal(want, got) {
					t.Fatalf("the pieces of %q are %q, want %q", s, got, want)
				}
				return
			}
			for i := range len(alphabet) {
				text[n] = alphabet[i]
				grow(n + 1)
			}
		}
		grow(0)
	})
}

func FuzzScanners(f *testing.F) {
	f.Add([]byte("don't  stop\n\n\t// HTTPServer's 12345 café 中文\r\n"))
	f.Add(bytes.Repeat([]byte("a'B "), 30))
	f.Add(append(bytes.Repeat([]byte(" "), 63), "\u00a0x\xff"...))
	for _, p := range pieces {
		f.Add([]byte(p))
	}
	counters := []*Counter{counter(f, O200kBase), counter(f, Cl100kBase)}
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, c := range counters {
			if slow, fast := slowly(c, b), fast(c, b); !slices.Equal(slow, fast) {
				t.Errorf("%s: %q (-slow +fast):\n%s", c.enc, b, cmp.Diff(slow, fast))
			}
		}
	})
}

// The set of classes that a scanner saw tells where U+FFFD must be put in.
func TestScannersSeeInvalidBytes(t *testing.T) {
	eachEncoding(t, func(t *testing.T, enc Encoding, c *Counter) {
		rapid.Check(t, func(t *rapid.T) {
			b := texts(10).Draw(t, "text")
			for pos := 0; pos < len(b); {
				end, seen := c.piece(b, pos)
				if !utf8.Valid(b[pos:end]) && !in(invalid, seen) {
					t.Fatalf("the piece %q isn't UTF-8, but the scanner says it is", b[pos:end])
				}
				pos = end
			}
		})
	})
}
