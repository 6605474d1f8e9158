package view

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/result"
)

// linksOf lists the links of a line: the text and where it leads.
func linksOf(spans []Span) []string {
	var out []string
	for _, s := range spans {
		if s.Link != nil {
			l := s.Link
			out = append(out, fmt.Sprintf("%s -> %s %d %d", s.Text, filepath.ToSlash(l.Path), l.Line, l.Col))
		}
	}
	return out
}

func TestLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the paths of this test are those of Unix")
	}
	files := map[string]bool{
		"/w/a/b.go": true, "/w/c.py": true, "/w/src/main.rs": true, "/etc/x.conf": true, "/w/d.ts": true,
	}
	asked := 0
	l := newLinker("/w", Options{Links: true, Exists: func(p string) bool { asked++; return files[p] }})
	tests := []struct {
		line string
		want []string
	}{
		{"a/b.go:12:3: undefined: x", []string{"a/b.go:12:3 -> /w/a/b.go 12 3"}},
		{"    ./a/b.go:12", []string{"./a/b.go:12 -> /w/a/b.go 12 0"}},
		{"a/none.go:12", nil},
		{`  File "c.py", line 7, in f`, []string{`c.py", line 7 -> /w/c.py 7 0`}},
		{"  --> src/main.rs:3:5", []string{"src/main.rs:3:5 -> /w/src/main.rs 3 5"}},
		{"d.ts(3,9): error TS2304", []string{"d.ts(3,9 -> /w/d.ts 3 9"}},
		{"at f (/w/a/b.go:1:2)", []string{"/w/a/b.go:1:2 -> /w/a/b.go 1 2"}},
		{"see a/b.go.", []string{"a/b.go -> /w/a/b.go 0 0"}},
		{"a/b.go:0", []string{"a/b.go -> /w/a/b.go 0 0"}},
		{"reading /etc/x.conf failed, c.py too", []string{"/etc/x.conf -> /etc/x.conf 0 0", "c.py -> /w/c.py 0 0"}},
		{"https://a/b.go:12", nil},
		{"file:///w/a/b.go:12", nil},
		{"javascript:a/b.go", nil},
		{"//server/share/a/b.go:1", nil},
		{`\\server\share\b.go:1`, nil},
		{"a/b.go:99999999999999999999:1", []string{"a/b.go -> /w/a/b.go 0 0"}},
	}
	for _, tt := range tests {
		t.Run(tt.line, func(t *testing.T) {
			spans := l.spans(flat(tt.line))
			if d := cmp.Diff(tt.want, linksOf(spans)); d != "" {
				t.Errorf("mismatch (-want +got):\n%s", d)
			}
			if got := (&Line{Spans: spans}).Text(); got != tt.line {
				t.Errorf("the text is %q", got)
			}
		})
	}
	t.Run("asked once", func(t *testing.T) {
		before := asked
		l.spans(flat("a/b.go:12:3 and a/b.go:99"))
		if asked != before {
			t.Errorf("the disk was asked %d times more", asked-before)
		}
	})
	t.Run("off", func(t *testing.T) {
		l := newLinker("/w", Options{Exists: func(string) bool { return true }})
		if got := linksOf(l.spans(flat("a/b.go:12"))); got != nil {
			t.Errorf("links %v", got)
		}
	})
	t.Run("hostile names", func(t *testing.T) {
		l := newLinker("/w", Options{Links: true, Exists: func(string) bool { return true }})
		for _, name := range []string{"a\x1b]8;;x\a.go", "a\u202e.go", "a\nb.go", "a\x00.go", "javascript://a.go"} {
			if got := l.resolve(parse.Place{File: name}); got != nil {
				t.Errorf("%q leads to %q", name, got.Path)
			}
		}
	})
	t.Run("no folder", func(t *testing.T) {
		l := newLinker("", Options{Links: true, Exists: func(string) bool { return true }})
		if got := linksOf(l.spans(flat("a/b.go:12 /x/b.go:1"))); len(got) != 1 {
			t.Errorf("links %v", got)
		}
	})
}

// marked writes a line with its changed parts in brackets.
func marked(l Line) string {
	var b strings.Builder
	for _, s := range l.Spans {
		if s.Changed {
			fmt.Fprintf(&b, "[%s]", s.Text)
		} else {
			b.WriteString(s.Text)
		}
	}
	return b.String()
}

const aDiff = `commit 1234
--- this is a message
diff --git a/x.go b/x.go
index 1..2 100644
--- a/x.go
+++ b/x.go
@@ -1,4 +1,4 @@ package x
 package x
-var count = 1 // old
--- a/deleted comment
+var total = 1 // old
+func f() {}
\ No newline at end of file
`

func TestDiffs(t *testing.T) {
	type line struct {
		Kind DiffKind
		Text string
	}
	want := []line{
		{NoDiff, "commit 1234"}, {Header, "--- this is a message"}, {Header, "diff --git a/x.go b/x.go"},
		{Header, "index 1..2 100644"}, {Header, "--- a/x.go"}, {Header, "+++ b/x.go"},
		{Hunk, "@@ -1,4 +1,4 @@ package x"}, {Context, " package x"}, {Deleted, "-var [count] = 1 // old"},
		{Deleted, "--- a/deleted comment"}, {Added, "+var [total] = 1 // old"}, {Added, "+func f() {}"},
		{Context, `\ No newline at end of file`},
	}
	for _, coloured := range []bool{false, true} {
		text := aDiff
		if coloured {
			text = "\x1b[1m" + strings.ReplaceAll(aDiff, "\n", "\x1b[m\n\x1b[32m")
		}
		d := opened(t, text, Options{Rich: true})
		var got []line
		for _, l := range all(t, d) {
			got = append(got, line{l.Diff, marked(l)})
		}
		if coloured {
			got = got[:len(want)]
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("coloured %v: mismatch (-want +got):\n%s", coloured, d)
		}
	}
	t.Run("off", func(t *testing.T) {
		for _, l := range all(t, opened(t, aDiff, Options{})) {
			if m := marked(l); strings.Contains(m, "[") || l.Spans[0].Class != Plain {
				t.Errorf("%q is marked", m)
			}
		}
	})
}

// coded writes a line with the classes of its parts.
func coded(spans []Span) string {
	var b strings.Builder
	for _, s := range spans {
		if s.Class != Plain {
			fmt.Fprintf(&b, "<%v %s>", s.Class, s.Text)
		} else {
			b.WriteString(s.Text)
		}
	}
	return b.String()
}

func TestCode(t *testing.T) {
	text := "package x\n\n/* a\n comment */\nfunc f() string { return \"a\" }\n"
	details, err := result.NewDetails("read", map[string]any{"path": "x.go", "language": "Go"})
	if err != nil {
		t.Fatal(err)
	}
	r, err := result.New(result.Parts{ID: "1", Tool: "read", Details: details})
	if err != nil {
		t.Fatal(err)
	}
	read := func(s *Source) { s.Result = r }
	want := []string{
		"<keyword package> x", "", "<comment /* a>", "<comment  comment */>",
		"<keyword func> <function f><punctuation ()> <type string> <punctuation {> <keyword return> " +
			"<string \"a\"> <punctuation }>",
	}
	var got []string
	for _, l := range all(t, opened(t, text, Options{Syntax: true}, read)) {
		got = append(got, coded(l.Spans))
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("mismatch (-want +got):\n%s", d)
	}
	for _, l := range all(t, opened(t, text, Options{Rich: true, Links: true}, read)) {
		if c := coded(l.Spans); strings.Contains(c, "<") {
			t.Errorf("%s has classes", c)
		}
	}
	diff := all(t, opened(t, aDiff, Options{Syntax: true}))
	if got := coded(diff[8].Spans); got != "-<keyword var> count <punctuation => <number 1> <comment // old>" {
		t.Errorf("a deleted line is %s", got)
	}
}
