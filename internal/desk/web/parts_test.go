package web

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/desk/view"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/result"
)

// TestSecrets shows a result's command without its secrets.
func TestSecrets(t *testing.T) {
	p := new(Site).head(store.Record{ID: "123456789012", Command: "a --password hunter2hunter2"}, result.ToolResult{})
	want := "a --password [password]"
	if p.Title != want || !slices.Contains(p.Facts, fact{"Command", want}) {
		t.Errorf("title %q, facts %q", p.Title, p.Facts)
	}
}

// TestBack: going back so many rows and forward again ends at the line where it began.
func TestBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var f folds
		line := 1
		for i := range rapid.IntRange(0, 8).Draw(t, "folds") {
			line += rapid.IntRange(0, 5).Draw(t, "open")
			last := line + rapid.IntRange(0, 20).Draw(t, "folded")
			f = append(f, fold{i, line, last})
			line = last + 1
		}
		to := rapid.IntRange(1, line+10).Draw(t, "to")
		rows := rapid.IntRange(1, 40).Draw(t, "rows")
		from := f.back(to, rows)
		count, at := 0, from // rows from there on, up to the line
		for at <= to {
			if i := f.at(at); i < len(f) && f[i].first <= at {
				if at != f[i].first {
					t.Fatalf("it begins within a gap, at line %d of %v", at, f[i])
				}
				at = f[i].last
			}
			at, count = at+1, count+1
		}
		if count > rows || count < rows && from != 1 {
			t.Fatalf("%d rows back from %d is %d, from where it is %d rows: %v", rows, to, from, count, f)
		}
	})
}

func TestReadRange(t *testing.T) {
	for text, want := range map[string][2]int{"": {}, "120": {120, 120}, "120-140": {120, 140}} {
		if got, err := readRange(text); err != nil || got != want {
			t.Errorf("readRange(%q) = %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"0", "-", "1-", "-3", "5-4", "x", "1-2-3", "99999999999999999999"} {
		if _, err := readRange(text); err == nil || !strings.Contains(err.Error(), "120-140") {
			t.Errorf("readRange(%q): the error is %v", text, err)
		}
	}
}

// TestAxis: an axis has few lines at round values, and holds all values.
func TestAxis(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		low := -rapid.Int64Range(0, 1e12).Draw(t, "low")
		high := rapid.Int64Range(0, 1e12).Draw(t, "high")
		a := axisOf(low, high)
		lines := a.lines()
		if a.low > low || a.high < high || len(lines) < 2 || len(lines) > 7 {
			t.Fatalf("axisOf(%d, %d) = %+v with %d lines", low, high, a, len(lines))
		}
	})
}

func TestDayChart(t *testing.T) {
	c := dayChart([]ledger.Group{
		{Value: "2026-11-01", Totals: ledger.Totals{Saved: 4000}},
		{Value: "2026-11-03", Totals: ledger.Totals{Saved: -1000}},
		{Value: "2026-11-23", Totals: ledger.Totals{Saved: 12000}},
	})
	if c.Width != 230 || len(c.Columns) != 3 || c.Columns[0].Loss || !c.Columns[1].Loss {
		t.Errorf("the chart is %+v", c)
	}
	want := "Tokens saved by day, 1 November 2026 to 23 November 2026: 15,000 in all, " +
		"most on 23 Nov 2026 with 12,000. The table has all values."
	if diff := cmp.Diff(want, c.Says); diff != "" {
		t.Errorf("it says (-want +got)\n%s", diff)
	}
	if got := c.Columns[1].Says; got != "3 Nov 2026: 1,000 tokens lost" {
		t.Errorf("a loss says %q", got)
	}
}

func TestShort(t *testing.T) {
	for v, want := range map[int64]string{
		0: "0", 500: "500", 20_000: "20k", -20_000: "-20k", 1_500_000: "1.5M", -2_500: "-2.5k", 2_000_000_000: "2G",
	} {
		if got := short(v); got != want {
			t.Errorf("short(%d) = %q, want %q", v, got, want)
		}
	}
}

func TestHue(t *testing.T) {
	for _, c := range []struct {
		r, g, b int
		want    string
	}{
		{255, 0, 0, "red"}, {200, 120, 110, "red"}, {0, 200, 60, "green"}, {250, 220, 90, "yellow"},
		{60, 90, 255, "blue"}, {255, 80, 230, "magenta"}, {80, 230, 240, "cyan"}, {20, 20, 20, "black"},
		{230, 230, 220, "white"}, {95, 135, 175, "blue"},
	} {
		if got := nearest(c.r, c.g, c.b); got != c.want {
			t.Errorf("nearest(%d, %d, %d) = %q, want %q", c.r, c.g, c.b, got, c.want)
		}
	}
}

// TestPieces: the pieces of a line are its text, and nothing of it acts on the page.
func TestPieces(t *testing.T) {
	got := pieces("ERROR connection refused\tby <b>", [][2]int{{6, 16}, {3, 4}, {17, 24}, {20, 90}})
	want := []piece{{"ERROR ", false}, {"connection", true}, {" ", false}, {"refused", true}, {" by <b>", false}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("pieces (-want +got)\n%s", diff)
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		for _, p := range pieces(text, [][2]int{{1, 3}, {5, 6}}) {
			for _, r := range p.Text {
				if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
					t.Fatalf("pieces(%q) has %U", text, r)
				}
			}
		}
	})
}

// FuzzSpans: whatever a payload says, the HTML of its lines has the tags and attributes of ours alone.
func FuzzSpans(f *testing.F) {
	f.Add(`"><script>alert(1)</script>`, "/a'b\"c<d>.go")
	f.Fuzz(func(t *testing.T, text, path string) {
		var w lineWriter
		w.line(&view.Line{
			Number: 7, Gap: -1, Severity: view.Error, Cut: 9,
			Spans: []view.Span{
				{Text: text, Link: &view.Link{Path: path, Line: 3}, Match: true},
				{Text: text, Style: view.Style{Attributes: view.Bold | view.Reverse}, Changed: true,
					Class: view.Keyword},
			},
		}, 7, 7, true)
		html := w.String()
		if n := strings.Count(html, "<"); n != 14 {
			t.Errorf("there are %d tags: %s", n, html)
		}
		if strings.Count(html, `"`)%2 != 0 || strings.Contains(html, "<script") {
			t.Errorf("it is %s", html)
		}
	})
}

// TestOutcomes: only a check passes.
func TestOutcomes(t *testing.T) {
	for _, tt := range [][4]string{
		{"pass", "Bash", "cd x && go test ./...", "passed"}, {"pass", "Bash", "git diff", "succeeded"},
		{"pass", "Read", "test.go", "succeeded"}, {"fail", "Bash", "git diff", "failed"}, {"", "", "", "unknown"},
	} {
		if got := outcomeOf(tt[0], tt[1], tt[2]).Word; got != tt[3] {
			t.Errorf("%s %s: %s is %q, want %q", tt[1], tt[2], tt[0], got, tt[3])
		}
	}
}

// TestGapText: lines that the model saw in a list above a gap aren't hidden.
func TestGapText(t *testing.T) {
	for want, g := range map[string]view.Gap{
		"17 lines not shown to the model, 1 to 17":           {First: 1, Last: 17, Count: 17, Noun: "lines"},
		"9 of 17 lines not shown to the model, 1 to 17":      {First: 1, Last: 17, Count: 9, Noun: "other lines"},
		"3 lines shown to the model in a list above, 2 to 4": {First: 2, Last: 4, Count: 3, Noun: "listed lines"},
		"1 line shown to the model in a list above, 2":       {First: 2, Last: 2, Count: 1, Noun: "listed line"},
	} {
		if got := gapText(g); got != want {
			t.Errorf("gapText(%+v) = %q, want %q", g, got, want)
		}
	}
}
