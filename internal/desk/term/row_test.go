package term

import (
	"strings"
	"testing"
	"unicode"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

// anyRow is a row of hostile and wide texts.
func anyRow(t *rapid.T) row {
	texts := rapid.SliceOfN(rapid.OneOf(
		rapid.StringMatching(`[a-z ]{0,12}`),
		rapid.SampledFrom([]string{
			"日本語", "e\u0301", "👩‍👩‍👧", "\x1b[31m", "\x1b]52;c;x\a", "\u202e", "\u009b2J", "\r\n\t", "\xff", "",
		}),
		rapid.String(),
	), 0, 6).Draw(t, "texts")
	var r row
	for i, s := range texts {
		r = append(r, run{text: s, style: style{bold: i%2 == 0, underline: i%3 == 0}})
	}
	return r
}

// TestRowIsHarmless: whatever a row's text is, the only control characters that are written are those of its own looks.
func TestRowIsHarmless(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := anyRow(t)
		var b strings.Builder
		r.render(&b)
		plain := b.String()
		for _, own := range []string{"\x1b[m", "\x1b[0m", "\x1b[1m", "\x1b[4m", "\x1b[1;4m"} {
			plain = strings.ReplaceAll(plain, own, "")
		}
		for _, c := range plain {
			if unicode.IsControl(c) || unicode.Is(unicode.Bidi_Control, c) {
				t.Fatalf("%U in %q, of %v", c, plain, r)
			}
		}
	})
}

// TestRowWidth: fit and clip make a row exactly as wide as they are told, and cut takes what stands there, as the
// library that the renderer counts with says.
func TestRowWidth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(1, 40).Draw(t, "width")
		var r row
		for range rapid.IntRange(0, 5).Draw(t, "runs") {
			r = append(r, run{text: rapid.StringMatching(`[a-z日本語ü …]{0,12}`).Draw(t, "text")})
		}
		for name, got := range map[string]row{"fit": r.fit(width), "clip": r.clip(width)} {
			var b strings.Builder
			got.render(&b)
			if n := ansi.StringWidthWc(b.String()); n != width {
				t.Fatalf("%s(%d) of %v takes %d columns: %q", name, width, r, n, b.String())
			}
		}
	})
}

// TestWrapped: a text in another script than ASCII is on several rows, each with its own part.
func TestWrapped(t *testing.T) {
	got := ""
	for _, r := range wrapped("eins zwei drei vier fünf sechs", style{}, 12, 3) {
		for _, u := range r {
			got += u.text
		}
		got += "|"
	}
	if want := "eins zwei   |drei vier   |fünf sechs  |"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
