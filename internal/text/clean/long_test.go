package clean

import (
	"bytes"
	"strings"
	"testing"
)

// repeated yields n bytes of a pattern in writes of an odd size.
func repeated(w *Writer, pattern string, n int) {
	block := []byte(strings.Repeat(pattern, 30011/len(pattern)+1))
	for n > 0 {
		k := min(n, len(block))
		w.Write(block[:k])
		n -= k
	}
}

// largest remembers the largest write and the number of bytes.
type largest struct{ total, max int }

func (l *largest) Write(p []byte) (int, error) {
	l.total += len(p)
	l.max = max(l.max, len(p))
	return len(p), nil
}

// TestLongLines checks that lines above the limit lose nothing, however they are cut into writes, and that no more than
// the limit is held back.
func TestLongLines(t *testing.T) {
	for _, tt := range []struct{ name, pattern string }{
		{"ASCII", "0123456789"},
		{"runes of three bytes", "日本語"},
		{"odd length", "日本語x"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			in := []byte(strings.Repeat(tt.pattern, 3*maxLine/len(tt.pattern)))
			if got := inPieces(t, in, 65521); got != string(in) {
				t.Error("a plain line changed")
			}
			// An escape in front makes it go the long way.
			in = append([]byte("\x1b[m"), in...)
			if got := Bytes(in); !bytes.Equal(got, in[3:]) {
				t.Error("a coloured line changed")
			}
			// So does a cursor in the middle of the line.
			in = append([]byte("#\x1b7"), in...)
			want := append([]byte("#"), in[6:]...)
			if got := Bytes(in); !bytes.Equal(got, want) {
				t.Error("an edited line changed")
			}
			if got := inPieces(t, in, 65521); got != string(want) {
				t.Error("an edited line in pieces changed")
			}
		})
	}
	t.Run("held back", func(t *testing.T) {
		var l largest
		w := NewWriter(&l)
		repeated(w, "0123456789", 20*maxLine)
		if held := 20*maxLine - l.total; held > maxLine {
			t.Errorf("%d bytes are held back", held)
		}
		if l.max > maxLine+maxOut {
			t.Errorf("a write of %d bytes", l.max)
		}
	})
}

// TestSettled checks what the limit of a line means: what was settled can't be written over, and column 0 is the
// start of the next part.
func TestSettled(t *testing.T) {
	full := strings.Repeat("a", maxLine)
	for _, tt := range []struct{ name, in, want string }{
		{"not yet", full[1:] + "\rb", "b" + full[2:]},
		{"settled", full + "cd\rb", full + "bd"},
		{"cells not yet", "\x1b7" + full[1:] + "\rb", "b" + full[2:]},
		{"cells settled", "\x1b7" + full + "cd\rb", full + "bd"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := string(Bytes([]byte(tt.in)))
			if got != tt.want {
				t.Errorf("got %d bytes ending in %q, want %d ending in %q", len(got), tail(got), len(tt.want),
					tail(tt.want))
			}
			if in := inPieces(t, []byte(tt.in), 4099); in != tt.want {
				t.Errorf("in pieces: got %d bytes ending in %q", len(in), tail(in))
			}
		})
	}
}

func tail(s string) string { return s[max(0, len(s)-10):] }

// TestMarksAreSwept checks that marks which were written over cost nothing in the end.
func TestMarksAreSwept(t *testing.T) {
	w := NewWriter(&largest{})
	w.Write([]byte("é\u0301x\r"))
	for range 100_000 {
		w.Write([]byte("e\u0301e\u0302\u0303\r"))
	}
	if n := cap(w.screen.nodes); n > 4*minSweep {
		t.Errorf("%d marks are held for 2 cells", n)
	}
	var out bytes.Buffer
	w.dst = &out
	w.Write([]byte("\n"))
	if got, want := out.String(), "e\u0301e\u0302\u0303\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
