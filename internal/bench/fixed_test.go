package bench

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
		for _, f := range fixedCuts() {
			if f.name != test.name {
				continue
			}
			got := f.cut(test.in)
			if test.bytes == 0 {
				test.bytes = len(test.in)
			}
			if len(got) != test.bytes || !strings.Contains(got, test.holds) || !utf8.ValidString(got) {
				t.Errorf("%s keeps %d bytes of %d, want %d with %q; valid: %v", f.name, len(got), len(test.in), test.bytes, test.holds, utf8.ValidString(got))
			}
		}
	}
}

// What is cut has a say, what passes whole has none.
func TestFixedRows(t *testing.T) {
	short, long := story("short", 5), story("long", 300)
	_, scores := run(t, honest, 1, short, long)
	rows := tallyFixed([]*CaseScore{&scores[0], &scores[1]})
	for _, r := range rows {
		want := map[string]int{"tail -200": 1, "codex 10 kB middle": 1}[r.Name]
		if r.Cut != want || (r.Recall != nil) != (want > 0) {
			t.Errorf("%s cuts %d cases, with a recall: %v; want %d", r.Name, r.Cut, r.Recall != nil, want)
		}
		if r.Name == "tail -200" && *r.Recall != 0.5 {
			t.Errorf("tail -200 keeps %.2f of the facts, want the one at the end of two", *r.Recall)
		}
	}
}
