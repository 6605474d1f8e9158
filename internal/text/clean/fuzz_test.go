package clean

import (
	"bytes"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// check verifies what holds of every text and returns its clean form.
func check(t interface {
	Helper()
	Fatalf(string, ...any)
}, in []byte) []byte {
	t.Helper()
	before := bytes.Clone(in)
	out := Bytes(in)
	switch {
	case !bytes.Equal(in, before):
		t.Fatalf("Bytes(%q) changed its input", before)
	case !utf8.Valid(out):
		t.Fatalf("Bytes(%q) = %q, which isn't valid UTF-8", in, out)
	case bytes.Count(in, []byte("\n")) != bytes.Count(out, []byte("\n")):
		t.Fatalf("Bytes(%q) = %q, which has another number of line feeds", in, out)
	case bytes.HasSuffix(in, []byte("\n")) && !bytes.HasSuffix(out, []byte("\n")):
		t.Fatalf("Bytes(%q) = %q, which has lost its last line feed", in, out)
	}
	for _, r := range string(out) {
		if unicode.IsControl(r) && r != '\n' && r != '\t' || strings.ContainsRune(hiddenRunes, r) {
			t.Fatalf("Bytes(%q) = %q, which has a %U", in, out, r)
		}
	}
	if again := Bytes(out); !bytes.Equal(again, out) {
		t.Fatalf("Bytes(%q) = %q, cleaned again %q", in, out, again)
	}
	return out
}

// hiddenRunes show nothing and can mislead.
const hiddenRunes = "\u061c\u200b\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069" +
	"\ufeff"

// checkLines verifies that each line is cleaned by itself: what is on one says nothing of the next.
func checkLines(t interface {
	Helper()
	Fatalf(string, ...any)
}, in, out []byte) {
	t.Helper()
	var lines []byte
	for line := range bytes.Lines(in) {
		lines = append(lines, Bytes(line)...)
	}
	if !bytes.Equal(lines, out) {
		t.Fatalf("Bytes(%q) = %q, line by line %q", in, out, lines)
	}
}

var pieces = []string{
	"a", "bc", "hello world", "\t", " ", "\n", "\r", "\r\n", "\b", "\x1b", "\x1b[", "\x1b[K", "\x1b[1K",
	"\x1b[2K", "\x1b[3G", "\x1b[2C", "\x1b[2D", "\x1b[31m", "\x1b]0;", "\x07", "\x1b\\", "\u009b", "\u009d",
	"\u009c", "\x1bP", "\x1b7", "\x1b8", "\x1b[5;1H", "\x1b[A", "\x1b[s", "\x1b[u", "é", "e\u0301", "\u0301",
	"日本", "👩\u200d💻", "\ufeff", "\u202e", "\xff", "\xe2\x82", "\xc2", "\x9c", "\x00", "\x7f", ";", "1", "m",
	"(", "B", "\x1b(B", "\uFFFD",
}

func texts() *rapid.Generator[[]byte] {
	return rapid.Custom(func(t *rapid.T) []byte {
		return []byte(strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 60).Draw(t, "pieces"), ""))
	})
}

// TestProperties checks texts made of the pieces that matter.
func TestProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := texts().Draw(t, "in")
		checkLines(t, in, check(t, in))
	})
}

// TestChunks checks that the output doesn't depend on how the input is cut into writes.
func TestChunks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := texts().Draw(t, "in")
		var out bytes.Buffer
		w := NewWriter(&out)
		for rest := in; len(rest) > 0; {
			n := rapid.IntRange(1, min(len(rest), 20)).Draw(t, "n")
			if _, err := w.Write(rest[:n]); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if want := Bytes(in); !bytes.Equal(out.Bytes(), want) {
			t.Fatalf("in pieces %q: got %q, want %q", in, out.Bytes(), want)
		}
	})
}

func FuzzBytes(f *testing.F) {
	for _, p := range pieces {
		f.Add([]byte(p), uint8(1))
	}
	f.Add([]byte("50%\r100%\x1b[K\n\x1b]0;t\x07x\xff\u009b1m"), uint8(3))
	f.Fuzz(func(t *testing.T, in []byte, size uint8) {
		out := check(t, in)
		checkLines(t, in, out)
		if got := inPieces(t, in, int(size)+1); got != string(out) {
			t.Fatalf("in pieces of %d, Bytes(%q): got %q, want %q", int(size)+1, in, got, out)
		}
	})
}
