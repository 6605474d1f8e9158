package secrets

import (
	"bytes"
	"regexp"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// texts are texts of which much looks like secrets: pieces of literals, secrets of all kinds, words and line feeds.
func texts() *rapid.Generator[[]byte] {
	var pieces []string
	for i := range rules {
		pieces = append(pieces, sample(&rules[i], i), rules[i].literals[0])
	}
	for i := range 12 {
		pieces = append(pieces, "-----BEGIN "+"PRIVATE KEY-----\n", body(i)+"\n", "-----END "+"PRIVATE KEY-----\n",
			"| -----BEGIN "+"PRIVATE KEY----- |\n| "+body(i)+" |\n", "12→"+body(i)+"\n", "-"+body(i)+"\n13\t",
			"key.pem:14:", "@@|", " |\n", "-", token("", i, 20)+"\n", "=njUN\n", "internationalization\n",
			" ", "\n", "_", "-", "é", "=", ": ", `\n`, "Qw8=\n", token("", i, 300))
	}
	return rapid.Custom(func(t *rapid.T) []byte {
		var b []byte
		for _, p := range rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 30).Draw(t, "pieces") {
			b = append(b, p...)
		}
		return b
	})
}

// glued is a mark beside another word, which may have been a secret but for that.
var glued = regexp.MustCompile(`[\w=+/.~-]\[[a-z0-9. ]+\]|\[[a-z0-9. ]+\]\w`)

// check fails where a masked text isn't what it should be.
func check(t interface{ Fatalf(string, ...any) }, in []byte, size int) {
	before := bytes.Clone(in)
	var m, again Masker
	out := m.Text(in)
	if !bytes.Equal(in, before) {
		t.Fatalf("the text was changed")
	}
	if bytes.Count(in, []byte("\n")) != bytes.Count(out, []byte("\n")) {
		t.Fatalf("%q has other lines than %q", out, in)
	}
	if len(out) > len(in) || m.Count() == 0 != bytes.Equal(in, out) {
		t.Fatalf("%q became %q, of %d secrets", in, out, m.Count())
	}
	if utf8.Valid(in) && !utf8.Valid(out) {
		t.Fatalf("%q became %q, which isn't valid UTF-8", in, out)
	}
	// A long line has other parts when it is masked.
	if twice := again.Text(out); len(in) <= maxLine && !bytes.Equal(twice, out) && !glued.Match(out) {
		t.Fatalf("%q became %q, and that %q", in, out, twice)
	}
	if got, n := inPieces(in, size); !bytes.Equal(got, out) || n != m.Count() {
		t.Fatalf("%q written in pieces of %d became %q (%d), at once %q (%d)", in, size, got, n, out, m.Count())
	}
}

// inPieces masks what is written in pieces of a size.
func inPieces(in []byte, size int) ([]byte, int) {
	var out bytes.Buffer
	var m Masker
	w := NewWriter(&out, &m)
	for len(in) > 0 {
		n := min(size, len(in))
		w.Write(in[:n])
		in = in[n:]
	}
	w.Close()
	return out.Bytes(), m.Count()
}

func TestProperties(t *testing.T) {
	all := texts()
	rapid.Check(t, func(t *rapid.T) {
		check(t, all.Draw(t, "text"), rapid.IntRange(1, 200).Draw(t, "size"))
	})
}

// TestLongLinesInPieces writes lines of several parts.
func TestLongLinesInPieces(t *testing.T) {
	all := texts()
	rapid.Check(t, func(t *rapid.T) {
		var in []byte
		for range rapid.IntRange(1, 3).Draw(t, "pieces") {
			piece := append(all.Draw(t, "text"), 'x')
			n := rapid.IntRange(1, 90_000).Draw(t, "length")
			in = append(in, bytes.Repeat(piece, n/len(piece)+1)...)
			in = bytes.ReplaceAll(in, []byte("\n"), []byte(rapid.SampledFrom([]string{" ", "\n", "-"}).Draw(t, "end")))
		}
		check(t, in, rapid.SampledFrom([]int{1000, 65_536, 70_001}).Draw(t, "size"))
	})
}

func FuzzText(f *testing.F) {
	for i := range rules {
		f.Add([]byte(sample(&rules[i], i)+"\n"), 7)
	}
	f.Fuzz(func(t *testing.T, in []byte, size int) {
		check(t, in, max(1, size&0xfff))
	})
}
