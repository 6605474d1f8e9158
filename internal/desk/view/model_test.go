package view

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// summarized returns a document of an output with the text that the pipeline makes of it.
func summarized(t *testing.T, command, output string, status result.Status) *Document {
	t.Helper()
	cfg := summarize.Config{Enabled: true, Budget: 600, Recovery: func(id string, lines int) string {
		return fmt.Sprintf("… %d lines left out: toktee show %s", lines, id)
	}}
	r, err := summarize.Summarize(t.Context(), cfg, summarize.Request{
		Tool: "Bash", Command: command, Stdout: []byte(output), Status: status,
	})
	if err != nil {
		t.Fatal(err)
	}
	return opened(t, output, AllOn, func(s *Source) { s.Result = r })
}

// outputs are of kinds whose texts leave lines out in different ways.
func outputs() map[string]struct {
	command, output string
	code            int
} {
	var log, test, diff, build strings.Builder
	for i := range 400 {
		fmt.Fprintf(&log, "2026-11-23T10:00:%02d INFO request %d served in %d ms\n", i%60, i, i*7%90)
		if i == 200 {
			log.WriteString("2026-11-23T10:00:00 ERROR database lost\n")
		}
		fmt.Fprintf(&test, "=== RUN   Test%d\n--- PASS: Test%d (0.00s)\n", i, i)
		fmt.Fprintf(&build, "[%d/400] Building CXX object src/file%d.cc.o\n", i, i)
		if i%100 == 50 {
			fmt.Fprintf(&build, "src/file%d.cc:%d:5: error: use of undeclared identifier 'x%d'\n", i, i, i)
		}
	}
	test.WriteString("--- FAIL: TestX (0.00s)\n    a_test.go:3: want 1, got 2\nFAIL\nFAIL\ttt\t0.002s\n")
	for f := range 60 {
		fmt.Fprintf(&diff, "diff --git a/f%d.go b/f%d.go\n--- a/f%d.go\n+++ b/f%d.go\n@@ -1,4 +1,4 @@\n", f, f, f, f)
		fmt.Fprintf(&diff, " package f\n-var a%d = %d\n+var a%d = %d\n \n var b int\n", f, f, f, f+1)
	}
	return map[string]struct {
		command, output string
		code            int
	}{
		"log":   {"cat app.log", log.String(), 0},
		"test":  {"go test -v ./...", test.String(), 1},
		"diff":  {"git diff", diff.String(), 0},
		"build": {"ninja", build.String(), 1},
		"short": {"echo hi", "hi\nthere\n", 0},
	}
}

func TestModelLinesAreTied(t *testing.T) {
	for name, o := range outputs() {
		t.Run(name, func(t *testing.T) {
			d := summarized(t, o.command, o.output, result.Status{Known: true, Code: o.code})
			payload := all(t, d)
			model, err := d.Model(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			gaps := d.Gaps()

			// Each line of the payload is shown or in exactly one gap.
			next := 1
			for i, g := range gaps {
				if g.First == 0 {
					continue
				}
				for ; next < g.First; next++ {
					if !payload[next-1].Shown || payload[next-1].Gap != -1 {
						t.Errorf("line %d is neither shown nor in a gap", next)
					}
				}
				for ; next <= g.Last; next++ {
					if l := payload[next-1]; l.Shown || l.Gap != i {
						t.Errorf("line %d: shown %v, gap %d, want gap %d", next, l.Shown, l.Gap, i)
					}
				}
			}

			// Those that are tied to one line have its text.
			var text strings.Builder
			tied, headed := map[int]bool{}, 0
			for i, m := range model {
				fmt.Fprintln(&text, m.Text())
				switch {
				case m.Gap >= 0:
					if g := gaps[m.Gap]; m.First != g.First || m.Last != g.Last {
						t.Errorf("%q stands for lines %d-%d, want %+v", m.Text(), m.First, m.Last, g)
					}
				case m.First > 0 && !strings.HasPrefix(m.Text(), "… "):
					if tied[m.First] {
						t.Errorf("two lines are tied to line %d", m.First)
					}
					tied[m.First] = true
					if got := compared(payload[m.First-1].Text()); got != compared(m.Text()) {
						t.Errorf("%q is tied to line %d, %q", m.Text(), m.First, got)
					}
				case m.First == 0 && strings.HasPrefix(m.Text(), "… ") && i < len(model)-1:
					headed++
				}
			}
			for _, l := range payload {
				if l.Shown && !tied[l.Number] && compared(l.Text()) != "" {
					t.Errorf("no line of the text is tied to line %d, %q:\n%s", l.Number, l.Text(), &text)
				}
			}
			if headed > 0 {
				t.Errorf("%d lines for gaps are not tied:\n%s", headed, &text)
			}
		})
	}
}

func TestGaps(t *testing.T) {
	m := result.Metadata{
		Shown: [][2]int{{3, 4}, {20, 20}},
		Omissions: []result.Omission{
			{Kind: "line", Count: 2, Lines: [2]int{1, 2}},
			{Kind: "match", Count: 3, Lines: [2]int{6, 9}},
			{Kind: "line", Count: 5, Lines: [2]int{10, 14}, As: result.Elsewhere{ID: "77", Lines: [2]int{101, 105}}},
			{Kind: "commit", Count: 1, Upstream: true},
			{Kind: "line", Count: 11, Lines: [2]int{30, 40}},
		},
	}
	want := []Gap{
		{First: 1, Last: 2, Count: 2, Noun: "lines"},
		{First: 5, Last: 5, Count: 1, Noun: "line"},
		{First: 6, Last: 9, Count: 3, Noun: "matches"},
		{First: 10, Last: 14, Count: 5, Noun: "lines", As: "77", AsFirst: 101},
		{First: 15, Last: 19, Count: 5, Noun: "lines"},
		{First: 21, Last: 29, Count: 9, Noun: "lines"},
		{First: 30, Last: 35, Count: 6, Noun: "lines"},
		{Count: 1, Noun: "commit", Upstream: true},
	}
	l := gapsOf(m, 35)
	if d := cmp.Diff(want, l.gaps); d != "" {
		t.Errorf("mismatch (-want +got):\n%s", d)
	}
	for line, want := range map[int]int{1: 0, 2: 0, 3: -1, 5: 1, 12: 3, 20: -1, 35: 6, 36: -1} {
		if got, shown := l.within(line, line); got != want || shown != (line == 3 || line == 20) {
			t.Errorf("line %d: gap %d, shown %v, want gap %d", line, got, shown, want)
		}
	}
}

// A line that the text shows in another form is tied by its source.
func TestMaskedLinesAreTied(t *testing.T) {
	r, err := result.New(result.Parts{
		ID: "1", Tool: "x", LLM: "2 lines\nuser=me\nkey=[secret]\nzone=a\n… 2 lines\nend",
		Metadata: result.Metadata{Shown: [][2]int{{1, 3}, {6, 6}}, Sources: []result.Source{
			{Text: [2]int{2, 4}, Lines: [][2]int{{1, 3}}}, {Text: [2]int{6, 6}, Lines: [][2]int{{6, 6}}},
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	d := opened(t, "user=me\nkey=AKIA\nzone=a\nx\ny\nend\n", AllOn, func(s *Source) { s.Result = r })
	model, err := d.Model(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var got [][3]int
	for _, l := range model {
		got = append(got, [3]int{l.First, l.Last, l.Gap})
	}
	want := [][3]int{{0, 0, -1}, {1, 1, -1}, {2, 2, -1}, {3, 3, -1}, {4, 5, 0}, {6, 6, -1}}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("mismatch (-want +got):\n%s", d)
	}
}

// What runs has no gaps: no model has seen it.
func TestRunningHasNoGaps(t *testing.T) {
	src := Source{open: func() (content, error) { return inMemory("a\nb\n"), nil }}
	d, err := Open(t.Context(), src, AllOn)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if lines := all(t, d); len(lines) != 2 || len(d.Gaps()) > 0 {
		t.Errorf("%d lines, gaps %v", len(lines), d.Gaps())
	}
}

// compared is a line as it is compared: blanks at its ends and between words may differ, and the model's text has no
// invisible characters.
func compared(s string) string {
	for strings.Contains(s, "⟨U+") {
		before, rest, _ := strings.Cut(s, "⟨U+")
		_, after, closed := strings.Cut(rest, "⟩")
		if !closed {
			break
		}
		s = before + after
	}
	return strings.Join(strings.Fields(s), " ")
}
