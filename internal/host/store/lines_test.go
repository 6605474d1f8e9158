package store

import (
	"bytes"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/toktee/toktee/internal/testing/sweep"
)

// TestCopyLines compares with a text cut into lines at once.
func TestCopyLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune("ab\n\n\r"))).Draw(t, "text")
		a := rapid.IntRange(1, 10).Draw(t, "a")
		b := rapid.IntRange(a-1, 12).Draw(t, "b")
		if b < a {
			b = 0
		}
		lines := strings.SplitAfter(text, "\n")
		if lines[len(lines)-1] == "" {
			lines = lines[:len(lines)-1]
		}
		end := len(lines)
		if b > 0 {
			end = min(b, end)
		}
		var want []string
		if a <= end {
			want = lines[a-1 : end]
		}
		for _, r := range []io.Reader{
			strings.NewReader(text),
			iotest.OneByteReader(strings.NewReader(text)),
			iotest.DataErrReader(strings.NewReader(text)),
		} {
			var out bytes.Buffer
			n, err := CopyLines(&out, r, a, b)
			if err != nil || n != len(want) || out.String() != strings.Join(want, "") {
				t.Fatalf("CopyLines(%q, %d, %d) = %d, %v with %q, want %q", text, a, b, n, err, out.String(), want)
			}
		}
	})
}

func TestLines(t *testing.T) {
	const text = "one\r\ntwo\n\nfour"
	var out bytes.Buffer
	if n, err := CopyLines(&out, strings.NewReader(text), 2, 4); n != 3 || err != nil || out.String() != "two\n\nfour" {
		t.Errorf("CopyLines = %d, %v with %q", n, err, out.String())
	}
	for _, bad := range [][2]int{{0, 1}, {-1, 0}, {3, 2}, {1, -1}} {
		_, err := CopyLines(&out, strings.NewReader(text), bad[0], bad[1])
		if err == nil || !strings.Contains(err.Error(), strconv.Itoa(bad[0])) {
			t.Errorf("CopyLines(%v): error %v", bad, err)
		}
	}
}

func TestGrep(t *testing.T) {
	const text = "ok a\r\nFAIL b\n\nok\r\nFAIL c"
	for _, tt := range []struct{ re, want string }{
		{"FAIL", "2:FAIL b\n5:FAIL c\n"},
		{"a$", "1:ok a\r\n"},
		{"^$", "3:\n"},
		{"^ok$", "4:ok\r\n"},
		{"(?i)fail C", "5:FAIL c\n"},
		{"none", ""},
	} {
		var out bytes.Buffer
		n, err := GrepLines(&out, strings.NewReader(text), regexp.MustCompile(tt.re))
		if diff := cmp.Diff(tt.want, out.String()); diff != "" || err != nil || n != strings.Count(tt.want, "\n") {
			t.Errorf("GrepLines(%q) = %d, %v, mismatch (-want +got):\n%s", tt.re, n, err, diff)
		}
	}
}

// TestGrepLong checks lines that are too long to be held: what matches in them is what matches in the whole line.
func TestGrepLong(t *testing.T) {
	sweep.OneGoroutine(t)
	dots := strings.Repeat(".", maxWhole)
	euros := strings.Repeat("€", maxWhole/3+1)
	for i, tt := range []struct {
		name, line, re, part, at string
	}{
		{"in the first part", dots + "x", `^\.`, "....", "the match is at 1-1)"},
		{"in the middle of the first part", dots[:5000] + "here" + dots, "here", "..here..",
			"the match is at 5001-5004)"},
		{"beyond", dots + dots + "here" + dots, "here", "....", "the match is at 2097153-2097156)"},
		{"across", dots[:maxWhole-2] + strings.Repeat("x", 200_000), `\.x+$`, "....",
			"the match is at 1048574-1248574)"},
		{"line start is one place", dots + dots, "^x|[^.]", "", ""},
		{"line end is one place", dots + dots, `\.$`, "....", "the match is at 2097152-2097152)"},
		{"long runes", euros + euros + "x", "€x$", "€€€", "the match is at 2097154-2097157)"},
		{"bad bytes", dots + "\xe2\x82", `\x{FFFD}{2}$`, "....", "the match is at 1048577-1048578)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for j, tail := range []string{"\nend\n", "\n", ""} {
				if i%3 != j { // each is slow enough
					continue
				}
				var out bytes.Buffer
				re := regexp.MustCompile(tt.re + "|^end$")
				n, err := GrepLines(&out, strings.NewReader("\n"+tt.line+tail), re)
				if err != nil {
					t.Fatal(err)
				}
				got := out.String()
				want := strings.Count(tail, "end")
				if tt.at != "" {
					want++
					ends := " of " + strconv.Itoa(len(tt.line)) + " in this line, " + tt.at + "\n"
					cut := strings.HasPrefix(got, "2:") && strings.Contains(got, tt.part) && strings.Contains(got, ends)
					if !cut {
						t.Errorf("got %.60q ... %.200q, want %q and %q", got, got[max(0, len(got)-200):], tt.part, ends)
					}
				}
				ended := strings.HasSuffix(got, "3:end\n")
				if n != want || strings.Count(got, "\n") != want || ended != (tail == "\nend\n") {
					t.Errorf("%d matches in %.200q, want %d", n, got[max(0, len(got)-200):], want)
				}
				if len(got) > 2*maxPart {
					t.Errorf("%d bytes were written", len(got))
				}
			}
		})
	}
}
