package read

import (
	"strings"
	"testing"

	"github.com/toktee/toktee/strategies"
)

func TestBinaryKind(t *testing.T) {
	for _, test := range []struct{ start, head, want string }{
		{"\x7fELF\x02\x01\x01\x00", "ELF", "ELF"},
		{"\x89PNG\r\n\x1a\n\x00\x00", "PNG", "PNG image"},
		{"%PDF-1.7\n", "%PDF-1.7\n", "PDF document"},
		{"RIFF\x10\x00\x00\x00WEBPVP8 ", "RIFF", "WebP image"},
		{"\x00\x00\x00\x18ftypmp42", "ftypmp42", "MP4 media"},
		{"\xff\xfeh\x00i\x00", "hi", ""},
		{"\x03\x00\x01\x00\x07ab", "ab", "binary data"},
		{"a line\x00with one\n", "a linewith one\n", ""},
		{"", "gar\uFFFDon, caf\uFFFD and other words\n", ""},
		{"", strings.Repeat("\uFFFDx", 40), "binary data"},
		{"MZ is what this text starts with\n", "MZ is", ""},
		{"BMW, and ID3 tags\n", "BMW", ""},
		{"package a\n", "package a\n", ""},
		{"naïve\n", "naïve\n", ""},
		{"", "", ""},
	} {
		if got := binaryKind(test.start, test.head); got != test.want {
			t.Errorf("binaryKind(%q, %q) = %q, want %q", test.start, test.head, got, test.want)
		}
	}
}

// TestOpaque: of a file that says nothing to a reader the verdict says what it is and how large, and no line is shown.
func TestOpaque(t *testing.T) {
	bundle := "/*! cart 1.2 */\n" + strings.Repeat(
		"function addItem(a,b){var c=function inner(){return a};return b?c(\"}{\"):a}class "+
			"CartView{constructor(e){this.e=e}}exports.total=function(e){return e};",
		30,
	) + "\n"
	raw := "\x7fELF\x02\x01\x01" + strings.Repeat("\x00\x01\xff", 2000)
	for _, test := range []struct {
		name, path, text string
		start            string
		size             int64
		verdict          string
		rank             strategies.Rank // of the lines at best
	}{
		{"minified", "cart.min.js", bundle, bundle[:64], int64(len(bundle)),
			"Read cart.min.js: 2 lines, JavaScript, minified, 4517 bytes, longest line 4500", strategies.Detail},
		{"binary", "a.out", strings.ToValidUTF8(strings.ReplaceAll(raw, "\x00", ""), "\uFFFD"), raw[:64],
			int64(len(raw)), "Read a.out: ELF, 6007 bytes", strategies.Noise},
	} {
		t.Run(test.name, func(t *testing.T) {
			in := input(test.path, "", test.text)
			in.Start, in.Size = test.start, test.size
			d := digest(t, in, test.text)
			if got := d.Verdict[2]; got != test.verdict {
				t.Errorf("verdict %q, want %q", got, test.verdict)
			}
			for _, f := range d.Facts {
				if f.Kind == strategies.KindLine && f.Rank < test.rank {
					t.Errorf("a line of rank %v: %.40q", f.Rank, f.Text)
				}
			}
			if _, ok := d.Data[keyFunctions]; ok {
				t.Error("functions are counted in what isn't read")
			}
		})
	}
}
