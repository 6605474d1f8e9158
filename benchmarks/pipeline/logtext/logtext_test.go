package logtext

import (
	"bytes"
	"crypto/sha256"
	"hash/maphash"
	"io"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestWrite(t *testing.T) {
	o := Options{
		Size:     8 << 20,
		Captured: [][]byte{[]byte("captured one\nits second line"), []byte("captured two\n")},
		Middle:   []string{"planted in the middle", "with a second line"},
		End:      []string{"planted at the end"},
	}
	var b bytes.Buffer
	text, err := Write(&b, o)
	if err != nil {
		t.Fatal(err)
	}
	if text.Bytes != int64(b.Len()) || text.Bytes < o.Size || text.Bytes > o.Size+64<<10 {
		t.Errorf("%d bytes are told, %d were written, %d are wanted", text.Bytes, b.Len(), o.Size)
	}
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	if text.Lines != int64(len(lines)) {
		t.Errorf("%d lines are told, %d were written", text.Lines, len(lines))
	}
	if got := lines[text.Middle-1 : text.Middle+1]; !slices.Equal(got, o.Middle) {
		t.Errorf("lines from %d: %q, want %q", text.Middle, got, o.Middle)
	}
	if at := float64(strings.Index(b.String(), o.Middle[0])) / float64(b.Len()); at < 0.49 || at > 0.51 {
		t.Errorf("the middle is at %.2f", at)
	}
	if lines[len(lines)-1] != o.End[0] {
		t.Errorf("the last line is %q", lines[len(lines)-1])
	}
	for _, c := range []string{"\ncaptured one\nits second line\n", "\ncaptured two\n"} {
		if n := strings.Count(b.String(), c); n != 1 {
			t.Errorf("%q stands %d times in the text", c, n)
		}
	}
	if !utf8.Valid(b.Bytes()) {
		t.Error("the text is not UTF-8")
	}
}

// No run of three lines comes twice, and hardly a line does.
func TestNothingRepeats(t *testing.T) {
	var b bytes.Buffer
	if _, err := Write(&b, Options{Size: 16 << 20}); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(b.String(), "\n")
	seed := maphash.MakeSeed()
	seen, runs := map[uint64]bool{}, map[[3]uint64]bool{}
	repeated := 0
	var last [3]uint64
	for i, l := range lines {
		h := maphash.String(seed, l)
		if seen[h] {
			repeated++
		}
		seen[h] = true
		last = [3]uint64{last[1], last[2], h}
		if i >= 2 && runs[last] {
			t.Fatalf("lines %d to %d came before: %q", i-1, i+1, lines[i-2:i+1])
		}
		runs[last] = true
	}
	if repeated > len(lines)/100 {
		t.Errorf("%d of %d lines came before", repeated, len(lines))
	}
}

// Every letter that a form uses has a value, and every system is heard.
func TestForms(t *testing.T) {
	var b bytes.Buffer
	if _, err := Write(&b, Options{Size: 4 << 20}); err != nil {
		t.Fatal(err)
	}
	for _, s := range systems {
		for _, form := range slices.Concat(s.lines, s.rare) {
			first, _, _ := strings.Cut(form, "\n")
			longest := slices.MaxFunc(pieces(first), func(a, b string) int { return len(a) - len(b) })
			if !strings.Contains(b.String(), longest) {
				t.Errorf("nothing in 4 MiB has %q, of the form %q", longest, form)
			}
		}
	}
}

// pieces are the parts of a form that every line of it has.
func pieces(form string) []string {
	var out []string
	for i, p := range strings.Split(form, "%") {
		if i > 0 && p != "" {
			p = p[1:]
		}
		out = append(out, p)
	}
	return out
}

func TestSameBytes(t *testing.T) {
	sum := func() [32]byte {
		h := sha256.New()
		if _, err := Write(h, Options{Size: 1 << 20}); err != nil {
			t.Fatal(err)
		}
		return [32]byte(h.Sum(nil))
	}
	if first, second := sum(), sum(); first != second {
		t.Error("the same options gave different bytes")
	}
}

func BenchmarkWrite(b *testing.B) {
	const size = 16 << 20
	b.SetBytes(size)
	for b.Loop() {
		if _, err := Write(io.Discard, Options{Size: size}); err != nil {
			b.Fatal(err)
		}
	}
}
