package tokens

import (
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/toktee/toktee/internal/testing/sweep"
)

// However a text is cut for writing, and however small the buffer, a writer counts what a counter counts.
func TestWriterCounts(t *testing.T) {
	eachEncoding(t, func(t *testing.T, enc Encoding, c *Counter) {
		rapid.Check(t, func(t *rapid.T) {
			b := texts(100).Draw(t, "text")
			w, err := newWriter(enc, rapid.IntRange(48, 200).Draw(t, "buffer"))
			if err != nil {
				t.Fatal(err)
			}
			for rest := b; len(rest) > 0; {
				n := rapid.IntRange(1, len(rest)).Draw(t, "write")
				if k, err := w.Write(rest[:n]); k != n || err != nil {
					t.Fatalf("Write = %d, %v, want %d", k, err, n)
				}
				rest = rest[n:]
			}
			w.Close()
			if got, want := w.Count(), c.Count(b); got != want {
				t.Fatalf("the writer counts %d, the counter %d: %q", got, want, b)
			}
		})
	})
}

// Pieces that outgrow every buffer, the two kinds that fork among them.
func TestWriterLongPieces(t *testing.T) {
	sweep.OneGoroutine(t)
	const long = 300 << 10
	eachEncoding(t, func(t *testing.T, enc Encoding, c *Counter) {
		for _, test := range []struct{ name, text string }{
			{"letters", strings.Repeat("a", long)},
			{"spaces", strings.Repeat(" ", long) + "x"},
			{"spaces at the end", strings.Repeat(" ", long)},
			{"newlines", strings.Repeat("\n", long)},
			{"blank lines", strings.Repeat("\n \t", long/3)},
			{"symbols", strings.Repeat("=-", long/2) + "\n\n/x"},
			{"capitals", strings.Repeat("A", long) + "'s"},
			{"capitals, then a small letter", strings.Repeat("A", long) + "bC"},
			{"capitals behind a caseless letter", "中" + strings.Repeat("A", long) + " x"},
			{"capitals behind a caseless letter, then a small letter", "中" + strings.Repeat("A", long) + "x"},
			{"capitals behind a mark",
				"\u0301" + strings.Repeat("A", long) + "中" + strings.Repeat("B", long) + "\u0301" +
					strings.Repeat("C", long)},
			{"camel case", strings.Repeat("aB", long/2)},
			{"spaces behind a newline", "\n" + strings.Repeat(" ", long) + "x"},
			{"spaces between newlines", "\n" + strings.Repeat(" ", long) + "\n" + strings.Repeat(" ", long)},
			{"spaces behind a newline, then a digit", "(\n \n" + strings.Repeat("\u3000", long/3) + "1"},
			{"Chinese", strings.Repeat("\u4e2d\u6587\u5b57", long/9) + "\u3002"},
			{"not UTF-8", strings.Repeat("\xff\xe4\xb8", long/3)},
			{"digits", strings.Repeat("1234567", long/7)},
		} {
			t.Run(test.name, func(t *testing.T) {
				w, err := NewWriter(enc)
				if err != nil {
					t.Fatal(err)
				}
				io.CopyBuffer(struct{ io.Writer }{w}, struct{ io.Reader }{strings.NewReader(test.text)},
					make([]byte, 10007))
				w.Close()
				if got, want := w.Count(), c.CountString(test.text); got != want {
					t.Errorf("the writer counts %d, the counter %d", got, want)
				}
			})
		}
	})
}

func TestWriterAfterClose(t *testing.T) {
	w, err := NewWriter("")
	if err != nil {
		t.Fatal(err)
	}
	w.Write([]byte("hello"))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte(" world")); err == nil {
		t.Error("no error for a write after close")
	}
	if err := w.Close(); err != nil || w.Count() != 1 {
		t.Errorf("Close again = %v, Count = %d, want nil, 1", err, w.Count())
	}
	if _, err := NewWriter("p50k_base"); err == nil {
		t.Error("no error for an encoding that isn't there")
	}
}

// CountUpTo is Count until the limit.
func TestCountUpTo(t *testing.T) {
	eachEncoding(t, func(t *testing.T, enc Encoding, c *Counter) {
		rapid.Check(t, func(t *rapid.T) {
			b := texts(3000).Draw(t, "text")
			limit := rapid.IntRange(-1, 3000).Draw(t, "limit")
			n, ok := c.CountUpTo(b, limit)
			if want := c.Count(b); ok != (want <= limit) || ok && n != want || !ok && n <= limit {
				t.Fatalf("CountUpTo(limit %d) = %d, %v, the count is %d: %.200q", limit, n, ok, want, b)
			}
		})
	})
}
