package words_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/toktee/toktee/internal/text/words"
)

func TestCount(t *testing.T) {
	for _, c := range []struct {
		n    int
		want string
	}{
		{0, "0 entries"}, {1, "1 entry"}, {2, "2 entries"}, {1234567, "1234567 entries"}, {-1, "-1 entries"},
	} {
		if got := words.Count(c.n, "entry", "entries"); got != c.want {
			t.Errorf("Count(%d) = %q, want %q", c.n, got, c.want)
		}
	}
	if got, want := words.Count(int64(1<<40), "byte", "bytes"), "1099511627776 bytes"; got != want {
		t.Errorf("Count(1<<40) = %q, want %q", got, want)
	}
}

func TestPlural(t *testing.T) {
	for _, c := range []struct{ one, many string }{
		{"line", "lines"}, {"class", "classes"}, {"match", "matches"}, {"crash", "crashes"}, {"box", "boxes"},
		{"entry", "entries"}, {"key", "keys"}, {"day", "days"}, {"y", "ys"}, {"", "s"},
	} {
		if got := words.Plural(c.one); got != c.many {
			t.Errorf("Plural(%q) = %q, want %q", c.one, got, c.many)
		}
	}
}

func TestOneLine(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"plain", "wrong branch", "wrong branch"},
		{"empty", "", ""},
		{"only blanks", " \n\t ", ""},
		{"line breaks", "expected a key,\r\n\tfound a table\n", "expected a key, found a table"},
		{"other breaks", "a\u2028b\u2029c\u0085d\u00A0e", "a b c d e"},
		{"controls", "red \x1b[31mtext\x7f", "red [31mtext"},
		{"other blanks stay", "全角\u3000空格", "全角\u3000空格"},
		{"not UTF-8", "a\xff\xfeb", "a\uFFFDb"},
	} {
		if got := words.OneLine(c.in); got != c.want {
			t.Errorf("%s: OneLine(%q) = %q, want %q", c.name, c.in, got, c.want)
		}
	}
}

func TestPrintable(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"plain", "a  b", "a  b"},
		{"tabs and line feeds", "a\tb\nc", "a b c"},
		{"escape", "\x1b[2Jgone", " [2Jgone"},
		{"other breaks", "a\u2028b\u2029c\u0085d", "a b c d"},
		{"direction", "user\u202Etxt.exe\u2066x\u2069", "usertxt.exex"},
		{"not UTF-8", "a\xff\xfeb", "a\uFFFD\uFFFDb"},
	} {
		if got := words.Printable(c.in); got != c.want {
			t.Errorf("%s: Printable(%q) = %q, want %q", c.name, c.in, got, c.want)
		}
	}
}

func TestCut(t *testing.T) {
	for _, c := range []struct {
		in    string
		limit int
		want  string
	}{
		{"", 3, ""}, {"abc", 3, "abc"}, {"abcd", 3, "ab…"}, {"żółw", 4, "żółw"}, {"żółwik", 4, "żół…"},
		{"a", 1, "a"}, {"ab", 1, "…"}, {"ab", 0, "…"}, {"ab", -5, "…"}, {"", 0, ""},
	} {
		if got := words.Cut(c.in, c.limit); got != c.want {
			t.Errorf("Cut(%q, %d) = %q, want %q", c.in, c.limit, got, c.want)
		}
	}
}

// FuzzOneLine holds what callers rely on for any text: one line, valid UTF-8, no controls, and no more than the limit.
func FuzzOneLine(f *testing.F) {
	f.Add("a\n b\x00\xff\u2028…", 3)
	f.Fuzz(func(t *testing.T, s string, limit int) {
		for _, got := range []string{words.OneLine(s), words.Printable(s)} {
			if !utf8.ValidString(got) || strings.ContainsAny(got, "\n\r\t\x00\x1b\x7f\u0085\u2028\u2029") {
				t.Errorf("%q became %q", s, got)
			}
			if n := utf8.RuneCountInString(words.Cut(got, limit)); n > max(limit, 1) {
				t.Errorf("Cut(%q, %d) has %d characters", got, limit, n)
			}
		}
	})
}

func ExampleCount() {
	for _, n := range []int{0, 1, 3} {
		fmt.Println(words.Count(n, "line", "lines"))
	}
	// Output:
	// 0 lines
	// 1 line
	// 3 lines
}

func ExampleCut() {
	reason := "  the wrong branch:\n\tthis is release, not main\n"
	fmt.Println(words.Cut(words.OneLine(reason), 30))
	// Output: the wrong branch: this is rel…
}

func TestThousands(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0", 7: "7", 999: "999", 1000: "1,000", 123456: "123,456", 1234567: "1,234,567", -1: "-1", -999: "-999",
		-1000: "-1,000", -123456: "-123,456", 1 << 62: "4,611,686,018,427,387,904",
	} {
		if got := words.Thousands(n); got != want {
			t.Errorf("Thousands(%d) = %q, want %q", n, got, want)
		}
	}
}
