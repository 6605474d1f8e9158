package clean

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// binaryData draws bytes as they stand in binary data, with more of those that do something.
func binaryData(t *rapid.T) []byte {
	piece := rapid.OneOf(
		rapid.SliceOfN(rapid.Byte(), 0, 200),
		rapid.SliceOfN(rapid.SampledFrom([]byte("\x00\x01\x7f\x80\xbf\xc2\xe2\xf0\xff\n\t\r\b\x1bA~")), 0, 200),
		rapid.SampledFrom([][]byte{
			[]byte("a longer text, which is clean, between bytes that are not: it has more than a block of bytes"),
			[]byte("\ufffd"), []byte("\u009b2K"), []byte("\u200b"), []byte("é日本\u0301"), []byte("\x1b[1K\x1b[5G"),
			bytes.Repeat([]byte{0}, 100), bytes.Repeat([]byte{0xff}, 100),
		}),
	)
	return bytes.Join(rapid.SliceOfN(piece, 0, 12).Draw(t, "pieces"), nil)
}

// Binary data is cleaned as it is when its bytes come one at a time, where none of them is taken in with others.
func TestDirtyByteByByte(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := binaryData(t)
		if got, want := check(t, in), byteByByte(in); !bytes.Equal(got, want) {
			t.Fatalf("Bytes(%q) = %q, byte by byte %q", in, got, want)
		}
	})
}

// The same holds where a line is settled in parts.
func TestLongDirtyLines(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	random := make([]byte, maxLine*3/2)
	for i := range random {
		random[i] = byte(r.Uint32())
	}
	plain := bytes.Clone(random)
	for i, c := range plain {
		if c == '\n' || c == '\r' || c == '\b' || c == esc {
			plain[i] = 0
		}
	}
	for _, c := range []struct {
		name string
		text []byte
	}{
		{"random", random},
		{"no line feeds", bytes.ReplaceAll(random, []byte("\n"), nil)},
		{"nothing that acts", plain},
		{"edited", append([]byte("x\by"), plain...)},
		{"no UTF-8", bytes.Repeat([]byte{0xff}, maxLine)},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, want := Bytes(c.text), byteByByte(c.text); !bytes.Equal(got, want) {
				t.Errorf("%d bytes, byte by byte %d", len(got), len(want))
			}
		})
	}
}

func byteByByte(in []byte) []byte {
	var out bytes.Buffer
	w := NewWriter(&out)
	for i := range in {
		w.Write(in[i : i+1])
	}
	w.Close()
	return out.Bytes()
}
