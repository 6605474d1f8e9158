package view

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/toktee/toktee/internal/text/clean"
)

// opened returns a document of a payload.
func opened(t testing.TB, payload string, o Options, change ...func(*Source)) *Document {
	src := Source{ID: "1", open: func() (content, error) { return inMemory(payload), nil }}
	for _, f := range change {
		f(&src)
	}
	d, err := Open(t.Context(), src, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

// all returns all lines of a document.
func all(t testing.TB, d *Document) []Line {
	var out []Line
	for {
		lines, err := d.Window(t.Context(), len(out)+1, 1000)
		if err != nil {
			t.Fatal(err)
		}
		if len(lines) == 0 {
			return out
		}
		out = append(out, lines...)
	}
}

// checkSafe fails where a text could do anything to a terminal.
func checkSafe(t interface{ Fatalf(string, ...any) }, text string) {
	if !utf8.ValidString(text) {
		t.Fatalf("%q is not UTF-8", text)
	}
	for _, r := range text {
		if r < ' ' || r >= 0x7f && r < 0xa0 || unicode.Is(unicode.Bidi_Control, r) || r == 0x2028 || r == 0x2029 {
			t.Fatalf("%q holds %U", text, r)
		}
	}
}

// hostile are pieces that lines are made of.
var hostile = []string{
	"a", "word ", "é", "世", "👩‍💻", "\t", "  ", "\n", "\n", "\r", "\r\n", "\b", "\x00", "\x7f", "\xff",
	"\xe2\x82", "\xc2",
	"\x1b[31m", "\x1b[1;38;5;208m", "\x1b[0m", "\x1b[48;2;1;2;3m", "\x1b[K", "\x1b[2K", "\x1b[3D",
	"\x1b[10G", "\x1b[5C",
	"\x1b]52;c;aGk=\a", "\x1b]8;;javascript:alert(1)\x1b\\", "\x1b]8;;\x1b\\", "\x1b", "\x1b[", "\x1b7",
	"\x1b8", "\u009b31m",
	"\u202e", "\u2066", "\u200b", "\ufeff", "\U000e0041", "\U000e0100", "\u2028", "\u0301", "<script>",
	"error: bad", "x.go:1:2",
	"+++ b/x.go\n", "--- a/x.go\n", "@@ -1,2 +1,2 @@\n", "+b", "-a", "\x1bP", "\x1b(B", "\u0085",
	"\U000f0000", "\U00020000",
}

func payloads(max int) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(hostile), 0, max).Draw(t, "pieces"), "")
	})
}

// withoutForms removes the visible forms of invisible characters, which a clean text doesn't have.
func withoutForms(s string) string {
	var b strings.Builder
	for {
		i := strings.Index(s, "⟨U+")
		if i < 0 {
			return b.String() + s
		}
		b.WriteString(s[:i])
		_, s, _ = strings.Cut(s[i:], "⟩")
	}
}

// expanded is clean text as a view writes it: tabs are blanks, and invisible characters that cleaning leaves are gone.
func expanded(line string) string {
	var b strings.Builder
	col := 0
	for _, r := range line {
		switch {
		case r == '\t':
			n := 8 - col%8
			b.WriteString(strings.Repeat(" ", n))
			col += n
			continue
		case r >= 0xad && invisible(r):
			continue
		}
		b.WriteRune(r)
		if r < 0x300 {
			col++
		} else {
			col += clean.Cells(r)
		}
	}
	return b.String()
}

func TestTextIsCleanText(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		payload := payloads(40).Draw(rt, "payload")
		o := Options{Rich: rapid.Bool().Draw(rt, "rich"), Syntax: true}
		d := opened(t, payload, o)
		var got []string
		for _, l := range all(t, d) {
			checkSafe(rt, l.Text())
			got = append(got, l.Text())
		}
		want := strings.Split(strings.TrimSuffix(string(clean.Bytes([]byte(payload))), "\n"), "\n")
		if payload == "" {
			want = nil
		}
		if len(want) == len(got)-1 && withoutForms(got[len(want)]) == "" {
			got = got[:len(want)] // a last line of controls alone is one
		}
		if len(got) != len(want) {
			rt.Fatalf("%q: %d lines, want %d", payload, len(got), len(want))
		}
		for i := range want {
			g := withoutForms(got[i])
			if strings.Contains(got[i], "⟨") { // a visible form moves the tabs behind it
				g = strings.Join(strings.Fields(g), "")
				want[i] = strings.Join(strings.Fields(expanded(want[i])), "")
			} else {
				want[i] = expanded(want[i])
			}
			if g != want[i] {
				rt.Fatalf("line %d of %q\n got %q\nwant %q", i+1, payload, got[i], want[i])
			}
		}
	})
}

func TestWindowsAreOneText(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		payload := strings.Repeat(payloads(60).Draw(rt, "payload"), rapid.IntRange(1, 3000).Draw(rt, "times"))
		limit := 256 << 10
		if testing.Short() {
			limit = 40 << 10
		}
		payload = payload[:min(len(payload), limit)]
		d := opened(t, payload, Options{Rich: true})
		want := all(t, d)
		for range 20 {
			first := rapid.IntRange(-1, len(want)+2).Draw(rt, "first")
			n := rapid.IntRange(0, 300).Draw(rt, "n")
			got, err := d.Window(t.Context(), first, n)
			if err != nil {
				rt.Fatal(err)
			}
			from, to := max(first, 1)-1, max(min(first+n-1, len(want)), 0)
			part := want[min(from, len(want)):max(to, min(from, len(want)))]
			if diff := cmp.Diff(append([]Line{}, part...), append([]Line{}, got...)); diff != "" {
				rt.Fatalf("Window(%d, %d) mismatch (-want +got):\n%.1000s", first, n, diff)
			}
		}
	})
}

func TestStyles(t *testing.T) {
	red := Style{Foreground: indexed | 1}
	tests := []struct {
		name, line string
		want       []Span
	}{
		{"plain", "a\tb", []Span{{Text: "a       b"}}},
		{"colour", "\x1b[31mred\x1b[0m not", []Span{{Text: "red", Style: red}, {Text: " not"}}},
		{"erasing to the end is nothing", "\x1b[31m\x1b[Kred\x1b[m\x1b[K", []Span{{Text: "red", Style: red}}},
		{"written over", "10%\r\x1b[31m100%\x1b[0m", []Span{{Text: "100%"}}},
		{"partly", "\x1b[1mabcdef\r\x1b[0;31mX", []Span{{Text: "Xbcdef"}}},
		{"wide", "\x1b[31m世界\r\x1b[0;1m日", []Span{{Text: "日界"}}},
		{"256", "\x1b[38;5;208mx", []Span{{Text: "x", Style: Style{Foreground: indexed | 208}}}},
		{"true", "\x1b[48;2;1;2;3mx", []Span{{Text: "x", Style: Style{Background: direct | 0x010203}}}},
		{"colons", "\x1b[38:2::1:2:3mx", []Span{{Text: "x", Style: Style{Foreground: direct | 0x010203}}}},
		{"bright", "\x1b[97mx", []Span{{Text: "x", Style: Style{Foreground: indexed | 15}}}},
		{"bright behind", "\x1b[100mx", []Span{{Text: "x", Style: Style{Background: indexed | 8}}}},
		{"a link is text", "\x1b]8;;http://a.b\x1b\\text\x1b]8;;\x1b\\", []Span{{Text: "text"}}},
		{"the clipboard", "a\x1b]52;c;aGVsbG8=\ab", []Span{{Text: "ab"}}},
		{"direction", "a\u202eb", []Span{{Text: "a⟨U+202E⟩b"}}},
		{"order mark", "\ufeffa", []Span{{Text: "⟨U+FEFF⟩a"}}},
		{"emoji", "👩\u200d💻", []Span{{Text: "👩\u200d💻"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, _ := styled([]byte(tt.line), Style{}, true)
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("mismatch (-want +got):\n%s", d)
			}
			for _, s := range got {
				checkSafe(t, s.Text)
			}
		})
	}
	t.Run("over lines", func(t *testing.T) {
		d := opened(t, "\x1b[31mone\ntwo\x1b[0m\nthree\n", Options{Rich: true})
		var got []Span
		for _, l := range all(t, d) {
			got = append(got, l.Spans...)
		}
		want := []Span{{Text: "one", Style: red}, {Text: "two", Style: red}, {Text: "three"}}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("mismatch (-want +got):\n%s", d)
		}
	})
	t.Run("off", func(t *testing.T) {
		got, _ := styled([]byte("\x1b[31mred\x1b[0m\r\x1b[1mb"), Style{}, false)
		if d := cmp.Diff([]Span{{Text: "bed"}}, got); d != "" {
			t.Errorf("mismatch (-want +got):\n%s", d)
		}
	})
}

func TestLongLines(t *testing.T) {
	long := strings.Repeat("x", 3<<20)
	d := opened(t, "a\n"+long+"\nb\n\x1b[31m"+long, Options{Rich: true})
	lines := all(t, d)
	if len(lines) != 4 {
		t.Fatalf("%d lines, want 4", len(lines))
	}
	for i, want := range []int{1, maxText, 1, maxText} {
		n := len(lines[i].Text())
		if n != want {
			t.Errorf("line %d has %d bytes, want %d", i+1, n, want)
		}
		if all := int64(n) + lines[i].Cut; want > 1 && all != int64(len(long)) {
			t.Errorf("line %d has %d bytes with what is cut, want %d", i+1, all, len(long))
		}
	}
	if lines[2].Text() != "b" {
		t.Errorf("line 3 is %q", lines[2].Text())
	}
}

func TestBareReturns(t *testing.T) {
	var b strings.Builder
	for i := range 100 {
		fmt.Fprintf(&b, "line %c%c of it\r", 'a'+i%26, 'a'+i/26)
	}
	d := opened(t, b.String(), Options{})
	if lines := all(t, d); len(lines) != 100 || lines[1].Text() != "line ba of it" {
		t.Errorf("%d lines", len(lines))
	}
}

func TestFind(t *testing.T) {
	var b bytes.Buffer
	for i := 1; i <= 50_000; i++ {
		fmt.Fprintf(&b, "line %d of a log\n", i)
		if i%10_000 == 0 {
			b.WriteString("\x1b[31mNee\x1b[0mdle\n")
		}
	}
	d := opened(t, b.String(), AllOn)
	tests := []struct {
		name   string
		text   string
		re     bool
		from   int
		dir    Direction
		want   int
		wantOK bool
	}{
		{"literal", "needle", false, 1, Forward, 10_001, true},
		{"case", "Needle", false, 10_002, Forward, 20_002, true},
		{"wrong case", "NEEDLE", false, 1, Forward, 0, false},
		{"regexp", "ne+dle$", true, 30_000, Forward, 30_003, true},
		{"back", "needle", false, 30_000, Backward, 20_002, true},
		{"back from the end", "needle", false, 1 << 30, Backward, 50_005, true},
		{"back, none", "needle", false, 10_000, Backward, 0, false},
		{"at", "needle", false, 10_001, Backward, 10_001, true},
		{"on, none", "needle", false, 50_006, Forward, 0, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			q, err := NewQuery(tt.text, tt.re)
			if err != nil {
				t.Fatal(err)
			}
			line, ok, err := d.Find(t.Context(), q, tt.from, tt.dir)
			if line != tt.want || ok != tt.wantOK || err != nil {
				t.Errorf("Find = %d, %v, %v", line, ok, err)
			}
		})
	}
	q, _ := NewQuery("needle", false)
	n := 0
	for line, err := range d.All(t.Context(), q) {
		if n++; err != nil || line != n*10_000+n {
			t.Errorf("line %d, %v", line, err)
		}
	}
	if n != 5 {
		t.Errorf("%d lines, want 5", n)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := d.Find(ctx, q, 1, Forward); err == nil {
		t.Error("a search went on")
	}
	if _, err := NewQuery("(", true); err == nil {
		t.Error("a bad regular expression was taken")
	}
	lines, _ := d.Window(t.Context(), 10_001, 1)
	want := []Span{{Text: "Nee", Style: Style{Foreground: indexed | 1}, Match: true}, {Text: "dle", Match: true}}
	if d := cmp.Diff(want, q.Highlight(lines[0].Spans)); d != "" {
		t.Errorf("mismatch (-want +got):\n%s", d)
	}
}

func TestErrors(t *testing.T) {
	var b strings.Builder
	for i := 1; i <= 5000; i++ {
		switch {
		case i%1000 == 0:
			b.WriteString("main.c:3:1: error: no such thing\n")
		case i == 1500:
			b.WriteString("main.c:9:1: warning: unused\n")
		default:
			b.WriteString("compiling another file\n")
		}
	}
	d := opened(t, b.String(), AllOn)
	for _, tt := range []struct {
		from int
		dir  Direction
		want int
	}{{1, Forward, 1000}, {1001, Forward, 2000}, {2999, Backward, 2000}, {5001, Forward, 0}, {999, Backward, 0}} {
		line, ok, err := d.NextError(t.Context(), tt.from, tt.dir)
		if line != tt.want || ok != (tt.want > 0) || err != nil {
			t.Errorf("NextError(%d, %d) = %d, %v, %v, want %d", tt.from, tt.dir, line, ok, err, tt.want)
		}
	}
	marks := d.Marks(10)
	var got []Severity
	for _, m := range marks {
		got = append(got, m.Severity)
	}
	want := []Severity{None, Error, Warning, Error, None, Error, None, Error, None, Error}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("marks mismatch (-want +got):\n%s", d)
	}
	if marks[9].Last != 5000 || marks[0].First != 1 {
		t.Errorf("marks from %d to %d", marks[0].First, marks[9].Last)
	}
	lines, _ := d.Window(t.Context(), 1000, 1)
	if lines[0].Severity != Error {
		t.Error("line 1000 is no error")
	}
	s := d.State()
	if s.Errors != 5 || s.Warnings != 1 || !s.Complete || s.Lines != 5000 {
		t.Errorf("state %+v", s)
	}
}

// All methods may be called at once, while lines are still counted.
func TestManyCallers(t *testing.T) {
	d := opened(t, strings.Repeat("src/a.go:1:2: error: \x1b[31mbad\x1b[0m\n", 30_000), AllOn)
	q, err := NewQuery("bad", false)
	if err != nil {
		t.Fatal(err)
	}
	var callers sync.WaitGroup
	for i := range 8 {
		callers.Go(func() {
			for k := range 20 {
				lines, err := d.Window(t.Context(), 1+(i*4001+k*977)%29_000, 100)
				if err != nil || len(lines) != 100 {
					t.Errorf("%d lines, %v", len(lines), err)
				}
				d.Marks(50)
				d.Gaps()
				d.State()
				if _, ok, err := d.Find(t.Context(), q, 1+k, Forward); !ok || err != nil {
					t.Error(ok, err)
				}
				if _, ok, err := d.NextError(t.Context(), 1+k, Forward); !ok || err != nil {
					t.Error(ok, err)
				}
			}
		})
	}
	callers.Wait()
}

// An endless content has zeros.
type endless struct{ memory }

func (e endless) size() (int64, bool, error)                { return 1 << 50, true, nil }
func (e endless) fork() content                             { return e }
func (e endless) ReadAt(p []byte, _ int64) (n int, _ error) { return len(p), nil }

func TestCloseEndsEverything(t *testing.T) {
	d, err := Open(t.Context(), Source{open: func() (content, error) { return endless{}, nil }}, AllOn)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() { done <- d.Close() }()
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Error("Close hangs")
	}
}

// TestLines: lines of an output keep their blanks, but not the indentation that all of them have.
func TestLines(t *testing.T) {
	got := Lines([]string{"    19 |  let e = p.binry(0)?;\r", "", "    \t |          ^^^^^  ",
		"     = \x1b[31mhelp\x1b[0m: x\u202e"})
	want := []string{"19 |  let e = p.binry(0)?;", "", "     |          ^^^^^", " = help: x⟨U+202E⟩"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
