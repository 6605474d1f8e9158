package clean

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
)

// TestBytes checks what a screen shows of short texts.
func TestBytes(t *testing.T) {
	long := strings.Repeat("x", maxString)
	for _, tt := range []struct{ name, in, want string }{
		{"empty", "", ""},
		{"plain", "a\tb\nc\n", "a\tb\nc\n"},
		{"no last line feed", "a\nb", "a\nb"},
		{"empty lines", "\n\n\n", "\n\n\n"},
		{"windows line ends", "a\r\nb\r\n", "a\nb\n"},
		{"doubled carriage returns", "a\r\r\nb\r\r\n", "a\nb\n"},
		{"blanks before a line end", "a  \r\nb  \n", "a  \nb  \n"},
		{"carriage return at the end", "abc\r", "abc"},

		// encoding
		{"bad bytes", "a\xff\xfeb\n", "a\uFFFD\uFFFDb\n"},
		{"incomplete rune at the end", "a\xe2\x82", "a\uFFFD\uFFFD"},
		{"incomplete rune at a line end", "\xe2\x82\n", "\uFFFD\uFFFD\n"},
		{"surrogate", "\xed\xa0\x80", "\uFFFD\uFFFD\uFFFD"},
		{"overlong", "\xc0\xaf", "\uFFFD\uFFFD"},
		{"8-bit CSI as a byte is a bad byte", "\x9b31mx", "\uFFFD31mx"},
		{"replacement character", "\uFFFD", "\uFFFD"},
		{"NUL", "a\x00b", "ab"},

		// what shows nothing
		{"C0", "\x01a\x07b\x0bc\x0cd\x0e\x0f\x7f", "abcd"},
		{"C1", "a\u0080\u0085\u0090\u009f\u00a0b", "a\u00a0b"},
		{"line separators", "a\u2028b\u2029c\u0085d\n", "abcd\n"},
		{"bidi", "a\u202e\u202d\u2066\u2069\u200e\u200f\u061cb", "ab"},
		{"zero width", "\ufeffa\u200b\u2060\ufeffb", "ab"},
		{"tags", "a\U000E0041\U000E007Fb", "ab"},
		{"joiners stay", "\u0645\u200c\u0646 👩\u200d💻", "\u0645\u200c\u0646 👩\u200d💻"},
		{"neighbours stay", "\u200a\u2010\u202f\u2061\u2065\u206a\ufefe\U000DFFFF\U000E0080",
			"\u200a\u2010\u202f\u2061\u2065\u206a\ufefe\U000DFFFF\U000E0080"},

		// sequences
		{"colours", "\x1b[1;31mFAIL\x1b[0m \x1b[38;5;12mx\x1b[m\x1b[38:2::1:2:3my\x1b[0m\n", "FAIL xy\n"},
		{"grep's colours", "\x1b[35m\x1b[Ka.go\x1b[m\x1b[K\x1b[36m\x1b[K:\x1b[m\x1b[Kx\n", "a.go:x\n"},
		{"pytest", "tests/a.py \x1b[32m.\x1b[0m\x1b[31mF\x1b[0m\x1b[31m    [100%]\x1b[0m\n",
			"tests/a.py .F    [100%]\n"},
		{"private modes", "\x1b[?25l\x1b[?2026hx\x1b[?25h\x1b[>4;1m\x1b[0 q", "x"},
		{"a private K erases nothing", "ab\r\x1b[?K", "ab"},
		{"charset selects", "\x1b(B\x1b)0\x1b%Ga\x1b#8\x1b$(Cb", "ab"},
		{"two-byte escapes", "\x1b=\x1b>\x1bM\x1bD\x1bca", "a"},
		{"blanks after ESC", "\x1b     x", "  x"},
		{"ESC ESC", "\x1b\x1b[1mx", "x"},
		{"ESC at a line end", "a\x1b\nb", "a\nb"},
		{"ESC before another script", "\x1bé", "é"},
		{"ESC at the end", "a\x1b", "a"},
		{"title ended by BEL", "\x1b]0;make\x07ok", "ok"},
		{"title ended by ST", "\x1b]2;make\x1b\\ok", "ok"},
		{"title ended by C1 ST", "\x1b]2;é\u009cok", "ok"},
		{"link", "\x1b]8;;https://a.example/x\x1b\\text\x1b]8;;\x1b\\.", "text."},
		{"link with id", "\x1b]8;id=1;file:///a\x07a\x1b]8;;\x07", "a"},
		{"clipboard", "a\x1b]52;c;aGVsbG8=\x07b", "ab"},
		{"DCS", "a\x1bP+q544e\x1b\\b", "ab"},
		{"BEL doesn't end a DCS", "a\x1bPx\x07y\x1b\\b", "ab"},
		{"APC, PM, SOS", "a\x1b_Gf=1;QQ==\x1b\\b\x1b^x\x1b\\c\x1bXx\x1b\\d", "abcd"},
		{"screen title", "\x1bkbash\x1b\\$ ", "$ "},
		{"8-bit CSI as a rune", "\u009b31mred\u009bm", "red"},
		{"APC that BEL ends", "\x1b_bk;t=1630491000123\x07--- FAIL: TestA\n\x1b_bk;t=1630491000124\x07FAIL\n",
			"--- FAIL: TestA\nFAIL\n"},
		{"8-bit OSC as a rune", "\u009d0;t\u0007a\u009d0;t\u009cb", "ab"},
		{"doubly encoded quote", "\u00e2\u0080\u009dsaid", "\u00e2said"},
		{"escape in a string", "\x1b]0;x\x1b[1my", "y"},
		{"CAN in a string", "\x1b]0;x\x18y", "y"},

		// unterminated
		{"CSI at a line end", "a\x1b[31\nb", "a\nb"},
		{"CSI at the end", "a\x1b[31", "a"},
		{"CSI before another script", "\x1b[3é", "é"},
		{"endless CSI", "\x1b[" + strings.Repeat("1", 64) + "mx", "mx"},
		{"longest CSI", "\x1b[" + strings.Repeat("1", 63) + "mx", "x"},
		{"OSC at a line end", "a\x1b]0;t\nb\x07c", "a\nbc"},
		{"OSC at the end", "a\x1b]0;t", "a"},
		{"endless OSC", "a\x1b]" + long + "b", "ab"},
		{"endless OSC, whole runes", "a\x1b]" + long[1:] + "éb", "ab"},
		{"endless OSC, bad bytes", "\x1b]" + long + "\x80\x80\x80\x80b", "b"},
		{"ESC of ST at a line end", "\x1b]0;t\x1b\nb", "\nb"},

		// written over
		{"progress", " 10%\r 50%\r100%\n", "100%\n"},
		{"the tail of the older text stays", "downloading\rdone\n", "doneloading\n"},
		{"erased to the end", "downloading\rdone\x1b[K\n", "done\n"},
		{"erased progress", "50%\r\x1b[K\nok\n", "\nok\n"},
		{"blanked progress", "50%\r   \r\nok\n", "\nok\n"},
		{"blanked, then text", "50%\r   \rok\n", "ok\n"},
		{"spinner", "|\b/\b-\b\\\bok\n", "ok\n"},
		{"overstrike", "N\bNA\bAM\bME\bE\n", "NAME\n"},
		{"back at the start", "\b\b\ba", "a"},
		{"line erased and column 1", "building\x1b[2K\x1b[1Gbuilt\n", "built\n"},
		{"line erased, cursor stays", "abc\x1b[2Kd\n", "   d\n"},
		{"erased up to the cursor", "abcdef\x1b[3D\x1b[1K\n", "    ef\n"},
		{"erased up to the end", "abc\x1b[1Kd\n", "   d\n"},
		{"column", "abcdef\x1b[3GX\n", "abXdef\n"},
		{"column beyond the end", "ab\x1b[5GX\n", "ab  X\n"},
		{"right and left", "\x1b[3Ca\x1b[2Db\n", "  ba\n"},
		{"a move right alone shows nothing", "ab\x1b[50C\n", "ab\n"},
		{"huge moves", "\x1b[99999999999999999999Gx\n", strings.Repeat(" ", maxMove) + "x\n"},
		{"moves are of one line", "abc\x1b[5G\nx\r\ny\n", "abc\nx\ny\n"},
		{"between lines", "a\x1b[1A\x1b[2Bb\x1b[H\x1b[2Jc\n", "abc\n"},
		{"erased and written again as text", "ab\r\x1b[Kcd  \n", "cd  \n"},
		{"tab kept", "1\t2\r3\n", "3\t2\n"},
		{"tab moves over text", "abcdefghijkl\r\tX\n", "abcdefghXjkl\n"},
		{"tab written over", "a\tb\r123\n", "123     b\n"},
		{"tab behind a move", "a\x1b[4Gb\tc\n", "a  b\tc\n"},
		{"tab erased in part", "a\tb\x1b[5G\x1b[Kc\n", "a   c\n"},
		{"tab erased up to its middle", "a\tb\x1b[3G\x1b[1K\n", "        b\n"},
		{"wide runes written over", "日本語\rab\n", "ab本語\n"},
		{"half a wide rune", "日本語\rabc\n", "abc 語\n"},
		{"right half of a wide rune", "日本\x1b[2Gx\n", " x本\n"},
		{"marks join", "e\u0301x\rE\u0300\n", "E\u0300x\n"},
		{"mark at the start", "ab\r\u0301c\n", "\u0301c\n"},
		{"bad bytes are cells", "ab\r\xff\n", "\uFFFDb\n"},
		{"cursor saved and restored", "10%\x1b7 of 5\x1b8 of 6\n", "10% of 6\n"},
		{"the other way to save", "\x1b[s1\x1b[u2\x1b[u3\n", "3\n"},
		{"saved on another line", "a\x1b7\nb\x1b8c\n", "a\nbc\n"},
		{"status bar", "Unpacking a ...\n" +
			"\x1b7\x1b[24;0f\x1b[42mProgress: [ 20%]\x1b[49m [##..] \x1b8Setting up a ...\n",
			"Unpacking a ...\nSetting up a ...\n"},
		{"status bar behind text", "abc\x1b7\x1b[24;1Hbar\r\x1b[2K\x1b[1Kbar\x1b8def\n", "abcdef\n"},
		{"status bar that stays", "abc\x1b7\x1b[24;1Hbar\n", "abcbar\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := string(Bytes([]byte(tt.in)))
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("Bytes(%q) mismatch (-want +got):\n%s", tt.in, diff)
			}
			for _, size := range []int{1, 2, 3, 7} {
				if got := inPieces(t, []byte(tt.in), size); got != tt.want {
					t.Errorf("in pieces of %d: got %q, want %q", size, got, tt.want)
				}
			}
		})
	}
}

// inPieces cleans b with a Writer, in writes of size bytes.
func inPieces(t *testing.T, b []byte, size int) string {
	t.Helper()
	var out strings.Builder
	w := NewWriter(&out)
	for len(b) > 0 {
		n := min(size, len(b))
		if _, err := w.Write(b[:n]); err != nil {
			t.Fatal(err)
		}
		b = b[n:]
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestTools checks sequences that real tools print. The want side was written by hand from what a terminal shows.
func TestTools(t *testing.T) {
	files, err := filepath.Glob("testdata/*.in")
	if err != nil || len(files) == 0 {
		t.Fatalf("no testdata: %v", err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".in"), func(t *testing.T) {
			quoted, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(strings.TrimSuffix(name, ".in") + ".want")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), string(Bytes(unquote(t, quoted)))); diff != "" {
				t.Errorf("mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

// unquote reads a text in which \e, \r, \b, \a and \n at the end of an input line are spelt out; the file's own line
// feeds are for its reader.
func unquote(t *testing.T, b []byte) []byte {
	t.Helper()
	s := strings.ReplaceAll(string(b), "\n", "")
	escapes := strings.NewReplacer(`\\`, `\`, `\e`, "\x1b", `\r`, "\r", `\b`, "\b", `\a`, "\a", `\n`, "\n")
	return []byte(escapes.Replace(s))
}

// TestBytesSame checks that a clean text is handed back without a copy.
func TestBytesSame(t *testing.T) {
	for _, s := range []string{"x", "plain\n", "ünï\tcode\n", strings.Repeat("long line ", 1<<18)} {
		in := []byte(s)
		if got := Bytes(in); &got[0] != &in[0] || len(got) != len(in) {
			t.Errorf("Bytes(%.20q) made a copy", s)
		}
	}
}

// TestReset checks that a Writer is used again without a trace of the first text.
func TestReset(t *testing.T) {
	var a, b bytes.Buffer
	w := NewWriter(&a)
	w.Write([]byte("left\x1b[3Gover\xe2\x82"))
	w.Reset(&b)
	w.Write([]byte("new"))
	w.Close()
	if a.Len() != 0 || b.String() != "new" {
		t.Errorf("got %q and %q", a.String(), b.String())
	}
	if _, err := w.Write([]byte("x")); err == nil {
		t.Error("Write after Close: no error")
	}
}

// TestWholeLines checks that a line is handed on as soon as it ends, and not before.
func TestWholeLines(t *testing.T) {
	var out bytes.Buffer
	w := NewWriter(&out)
	w.Write([]byte("one\ntw"))
	if got := out.String(); got != "one\n" {
		t.Errorf("after the first write: %q", got)
	}
	w.Write([]byte("o\r\x1b[Kthree\n"))
	if got := out.String(); got != "one\nthree\n" {
		t.Errorf("after the second write: %q", got)
	}
}

// What combines goes by the tables of Go, whatever is known of some ranges beforehand.
func TestCombines(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		want := unicode.In(r, unicode.Mn, unicode.Me) && !wide(r) || r == 0x200c || r == 0x200d
		if got := combines(r); got != want {
			t.Errorf("combines(%U) = %v", r, got)
		}
	}
}
