package baseline

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestFixedCuts(t *testing.T) {
	long := strings.Repeat("a line of some words\n", 3000)
	wide := strings.Repeat("日本語", 6000)
	for _, test := range []struct {
		name  string
		in    string
		bytes int // of the text that is kept; 0 for all of it
		holds string
	}{
		{"raw", long, 0, ""},
		{"codex 10 kB middle", "short\n", 0, ""},
		{"codex 10 kB middle", long, 10_029, "\n…53000 bytes truncated…\n"},
		{"codex 10 kB middle", wide, 10_025, "…44004 bytes truncated…"},
		{"2000 lines/50 KB", long, 2000 * 21, ""},
		{"2000 lines/50 KB", wide, 49_998, ""},
		{"2000 lines/50 KB", "a\nb", 0, ""},
		{"tail -200", long, 200 * 21, ""},
		{"tail -200", strings.TrimSuffix(long, "\n"), 200*21 - 1, ""},
		{"tail -200", "a\nb", 0, ""},
	} {
		for _, f := range FixedCuts() {
			if f.Name != test.name {
				continue
			}
			got := f.Cut(test.in)
			if test.bytes == 0 {
				test.bytes = len(test.in)
			}
			if len(got) != test.bytes || !strings.Contains(got, test.holds) || !utf8.ValidString(got) {
				t.Errorf("%s keeps %d bytes of %d, want %d with %q; valid: %v",
					f.Name, len(got), len(test.in), test.bytes, test.holds, utf8.ValidString(got))
			}
		}
	}
}
