package summarize

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/tokens"
)

func counter(t testing.TB) *tokens.Counter {
	c, err := tokens.New(tokens.Default)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func line(n int, rank strategies.Rank, group, text string) strategies.Fact {
	return strategies.Fact{
		Rank:  rank,
		Kind:  strategies.KindLine,
		Group: group,
		Text:  text,
		Span:  strategies.Span{First: n, Last: n},
		Count: 1,
		Whole: true,
	}
}

func atTurn(n int32, f strategies.Fact) strategies.Fact {
	f.Turn = n
	return f
}

func TestFit(t *testing.T) {
	long := strings.Repeat("word ", 100)
	medium := strings.Repeat("word ", 70)
	tests := []struct {
		name   string
		digest strategies.Digest
		total  int
		status string
		budget int
		lowest strategies.Rank
		want   string
		shown  [][2]int
	}{
		{
			name: "rank before position, gaps stated",
			digest: strategies.Digest{Facts: []strategies.Fact{
				line(1, strategies.Detail, "", "one plain line that is long enough to cost more than its marker"),
				line(2, strategies.Detail, "", "another plain line that is long enough to cost more than its marker"),
				line(3, strategies.Critical, "", "it failed"),
			}},
			total: 10, budget: 40, lowest: strategies.Critical,
			want: "… 2 lines\nit failed\n… 7 lines", shown: [][2]int{{3, 3}},
		},
		{
			name: "a large gap names its lines",
			digest: strategies.Digest{Facts: []strategies.Fact{
				line(112, strategies.Critical, "", "it failed"),
			}},
			total: 112, status: "exit 1", budget: 40, lowest: strategies.Critical,
			want: "exit 1\n… 111 lines (1-111)\nit failed", shown: [][2]int{{112, 112}},
		},
		{
			name: "a name before the number of lines",
			digest: strategies.Digest{
				Verdict: [3]string{"112 lines", "112 lines, 2 error lines"},
				Facts:   []strategies.Fact{line(12, strategies.Critical, "", "it failed")},
			},
			total: 112, budget: 15, lowest: strategies.Critical,
			want: "… 11 lines\nit failed\n… 100 lines", shown: [][2]int{{12, 12}},
		},
		{
			name: "all in short before any in full",
			digest: strategies.Digest{Facts: []strategies.Fact{
				{
					Rank:  strategies.Critical,
					Kind:  "commit",
					Text:  "63ef532 Mar 20 2026 Bela Kiss: simplify postage zones",
					Short: "63ef532 simplify postage zones",
					Span:  strategies.Span{First: 1, Last: 6},
					Count: 1,
				},
				{
					Rank:  strategies.Critical,
					Kind:  "commit",
					Text:  "d2eac69 Mar 19 2026 Chi Tran: guard the till summary",
					Short: "d2eac69 guard the till summary",
					Span:  strategies.Span{First: 7, Last: 12},
					Count: 1,
				},
			}},
			total: 12, budget: 31, lowest: strategies.Critical,
			want: "63ef532 Mar 20 2026 Bela Kiss: simplify postage zones\nd2eac69 guard the till summary",
		},
		{
			name: "parts of a line are counted where they are left out",
			digest: strategies.Digest{Facts: []strategies.Fact{
				{
					Rank:  strategies.Critical,
					Kind:  "row",
					Text:  "a,b",
					Span:  strategies.Span{First: 1, Last: 1},
					Count: 1,
				},
				{Rank: strategies.Noise, Kind: "row", Text: "1,2", Count: 1},
				{Rank: strategies.Noise, Kind: "row", Text: "3,4", Count: 1},
				{Rank: strategies.Critical, Kind: "row", Text: "5,6", Count: 1},
				{Rank: strategies.Noise, Kind: "value", Text: "x", Count: 3},
				{Rank: strategies.Noise, Kind: "row", Text: "7,8", Count: 1},
			}},
			total: 1, budget: 40, lowest: strategies.Critical,
			want: "a,b\n… 2 rows\n5,6\n… 4 parts",
		},
		{
			name: "a gap that costs no more than its marker is filled",
			digest: strategies.Digest{Facts: []strategies.Fact{
				line(
					1,
					strategies.Critical,
					"",
					"a",
				), line(2, strategies.Noise, "", ""),
				line(3, strategies.Noise, "", "}"), line(4, strategies.Critical, "", "b"),
			}},
			total: 4, budget: 40, lowest: strategies.Critical,
			want: "a\n\n}\nb", shown: [][2]int{{1, 4}},
		},
		{
			name: "groups take turns",
			digest: strategies.Digest{Traits: strategies.Traits{Headed: true}, Facts: []strategies.Fact{
				line(
					1,
					strategies.Evidence,
					"big.go",
					"1:the first hit in the big file of them all",
				), line(2, strategies.Evidence, "big.go", "2:the second hit in the big file of them all"),
				line(
					3,
					strategies.Evidence,
					"big.go",
					"3:the third hit in the big file of them all",
				), line(4, strategies.Evidence, "small.go", "9:the only hit in the small one"),
			}},
			total: 4, budget: 38, lowest: strategies.Detail,
			want: "big.go\n1:the first hit in the big file of them all\n… 2 lines\nsmall.go\n" +
				"9:the only hit in the small one",
			shown: [][2]int{{1, 1}, {4, 4}},
		},
		{
			name: "a fact's own turn comes before its group's",
			digest: strategies.Digest{Facts: []strategies.Fact{
				line(
					1,
					strategies.Evidence,
					"big.go",
					"1:the first hit in the big file of them all",
				), atTurn(2, line(2, strategies.Evidence, "big.go", "2:the second hit in the big file of them all")),
				atTurn(
					1,
					line(3, strategies.Evidence, "big.go", "3:the third hit in the big file of them all"),
				), atTurn(2, line(4, strategies.Evidence, "small.go", "9:the only hit in the small one")),
			}},
			total: 4, budget: 38, lowest: strategies.Detail,
			want: "1:the first hit in the big file of them all\n… 1 line\n" +
				"3:the third hit in the big file of them all\n… 1 line",
			shown: [][2]int{{1, 1}, {3, 3}},
		},
		{
			name: "a long line is cut with a mark, and not called shown",
			digest: strategies.Digest{
				Verdict: [3]string{"failed", "failed at once", "x failed at once"},
				Facts: []strategies.Fact{
					line(1, strategies.Critical, "", long),
				},
			},
			total: 1, budget: 90, lowest: strategies.Critical,
			want: "failed at once\n" + strings.TrimRight(strings.Repeat("word ", 72), " ") + " …+141 bytes",
		},
		{
			name: "some long lines are shown in full before the starts of others",
			digest: strategies.Digest{Facts: []strategies.Fact{
				line(1, strategies.Critical, "", medium+"1"), line(2, strategies.Critical, "", medium+"2"),
				line(3, strategies.Critical, "", medium+"3"), line(4, strategies.Critical, "", medium+"4"),
			}},
			total: 4, budget: 160, lowest: strategies.Critical,
			want:  medium + "1\n" + medium + "2\n… 2 lines",
			shown: [][2]int{{1, 2}},
		},
		{
			name: "the start of a long line is shown at the smallest budget",
			digest: strategies.Digest{Facts: []strategies.Fact{
				line(1, strategies.Critical, "", long),
			}},
			total: 1, budget: 32, lowest: strategies.Critical,
			want: strings.TrimRight(strings.Repeat("word ", 16), " ") + " …+421 bytes",
		},
		{
			name: "a line that looks like a marker is quoted",
			digest: strategies.Digest{Facts: []strategies.Fact{
				line(1, strategies.Critical, "", "… 99 lines (1-99)"), line(2, strategies.Critical, "", "true"),
			}},
			total: 2, budget: 40, lowest: strategies.Noise,
			want: "> … 99 lines (1-99)\ntrue", shown: [][2]int{{1, 2}},
		},
		{
			name: "a fold is shown but its lines count as left out",
			digest: strategies.Digest{Facts: []strategies.Fact{
				{
					Rank:  strategies.Critical,
					Kind:  "template",
					Text:  "37 x Compiling *",
					Span:  strategies.Span{First: 1, Last: 37},
					Count: 37,
				},
				line(38, strategies.Critical, "", "done"),
			}},
			total: 38, budget: 40, lowest: strategies.Noise,
			want: "37 x Compiling *\ndone", shown: [][2]int{{38, 38}},
		},
		{
			name: "rows are shown in their own order, and chosen in that of the facts",
			digest: strategies.Digest{Facts: []strategies.Fact{
				{Rank: strategies.Critical, Kind: "place", Text: "9: third", Row: 3},
				{Rank: strategies.Critical, Kind: "place", Text: "2: first", Row: 1},
				{Rank: strategies.Critical, Kind: "place", Text: "5: second", Row: 2},
				line(1, strategies.Critical, "", "done"),
			}},
			total: 1, budget: 24, lowest: strategies.Noise,
			want: "2: first\n5: second\n9: third\ndone", shown: [][2]int{{1, 1}},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := newFitter(counter(t), &tt.digest, tt.total, tt.status, nil)
			got, ok := f.fit(bounds{lowest: tt.lowest, budget: tt.budget})
			if !ok {
				t.Fatal("nothing fits")
			}
			if diff := cmp.Diff(tt.want, got.text); diff != "" {
				t.Errorf("text mismatch (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.shown, got.shown); diff != "" {
				t.Errorf("shown mismatch (-want +got):\n%s", diff)
			}
			if got.tokens != counter(t).CountString(got.text) || got.tokens > tt.budget {
				t.Errorf("tokens = %d, counted %d, budget %d", got.tokens, counter(t).CountString(got.text), tt.budget)
			}
		})
	}
}

// TestTinyGaps holds that a gap of one or two lines is shown above 250 tokens if it is cheap, unless
// critical lines alone are shown.
func TestTinyGaps(t *testing.T) {
	words := strings.Repeat("some more words ", 4)
	digest := func(between ...string) *strategies.Digest {
		d := &strategies.Digest{Facts: []strategies.Fact{line(1, strategies.Critical, "", "first")}}
		for i, s := range append(between, "last") {
			l := line(i+2, strategies.Noise, "", s)
			if l.Whole = true; s == "last" {
				l.Rank = strategies.Critical
			}
			d.Facts = append(d.Facts, l)
		}
		return d
	}
	tests := []struct {
		name    string
		between []string
		bounds  bounds
		shown   bool
	}{
		{"two lines", []string{words, words}, bounds{lowest: strategies.Context, budget: 300}, true},
		{"a small budget", []string{words, words}, bounds{lowest: strategies.Context, budget: 250}, false},
		{"critical lines alone", []string{words, words}, bounds{lowest: strategies.Critical, budget: 300}, false},
		{"three lines", []string{words, words, words}, bounds{lowest: strategies.Context, budget: 300}, false},
		{
			"long lines", []string{strings.Repeat(words, 4), words},
			bounds{lowest: strategies.Context, budget: 300}, false,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := digest(tt.between...)
			out, ok := newFitter(counter(t), d, len(d.Facts), "", nil).fit(tt.bounds)
			if shown := len(out.omissions) == 0; !ok || shown != tt.shown {
				t.Errorf("shown: %v, want %v:\n%s", shown, tt.shown, out.text)
			}
		})
	}
}

// TestFitUsesItsBudget holds that a page is shown at hardly more than it costs: what lines cost is known to the token,
// with the line feeds that are one token with the punctuation before them, and with the marks of cut lines.
func TestFitUsesItsBudget(t *testing.T) {
	var d strategies.Digest
	for n := 1; n <= 40; n++ {
		text := fmt.Sprintf("call(%d, value);", n)
		if n%10 == 0 {
			text = strings.Repeat("a long line of words ", 20)
		}
		l := line(2*n, strategies.Critical, "", text)
		l.Whole = true
		d.Facts = append(d.Facts, l)
	}
	for _, budget := range []int{30, 100, 200, 400, 900} {
		f := newFitter(counter(t), &d, 80, "", nil)
		got, _ := f.fit(bounds{lowest: strategies.Noise, budget: budget})
		if got.steps < len(f.steps) {
			if next := f.bill(got.steps + 1); next.total() <= budget {
				t.Errorf("at %d tokens there is room for one step more: it takes %d", budget, next.total())
			}
		}
		bare := f.render(got.steps, 0).tokens
		bill := f.bill(got.steps)
		if est := bill.total(); est < bare || est > bare+2 {
			t.Errorf("at %d tokens the estimate is %d for a page of %d", budget, est, bare)
		}
		again, _ := f.fit(bounds{lowest: strategies.Noise, budget: bare + 2})
		if again.steps != got.steps {
			t.Errorf("a page of %d tokens isn't shown at two more: %d steps, want %d", bare, again.steps, got.steps)
		}
	}
}

// digests draws digests of the shapes that strategies make: lines and folds, some long, in groups, with gaps between.
func digests(t *rapid.T) (strategies.Digest, int) {
	d := strategies.Digest{Traits: strategies.Traits{Headed: rapid.Bool().Draw(t, "headed")}}
	if rapid.Bool().Draw(t, "verdict") {
		d.Verdict = [3]string{"2 failed", "2 failed, 10 passed", "2 tests failed, 10 passed in 3 packages"}
	}
	words := rapid.SampledFrom(
		[]string{
			"",
			"a",
			"// b",
			"/c/d",
			"  indented code();",
			"}",
			"error: x",
			"…",
			"日本語",
			"tab\there",
			strings.Repeat("long ", 90),
		},
	)
	at := 1
	for range rapid.IntRange(0, 40).Draw(t, "facts") {
		at += rapid.IntRange(0, 2).Draw(t, "skip") * rapid.IntRange(0, 3).Draw(t, "far")
		f := strategies.Fact{
			Kind:  rapid.SampledFrom([]strategies.Kind{strategies.KindLine, strategies.KindMatch}).Draw(t, "kind"),
			Rank:  strategies.Rank(rapid.IntRange(0, 4).Draw(t, "rank")),
			Group: rapid.SampledFrom([]string{"", "a.go", "b.go"}).Draw(t, "group"),
			Whole: rapid.Bool().Draw(t, "whole"), Count: 1,
		}
		n := rapid.IntRange(1, 4).Draw(t, "lines")
		var ls []string
		for range n {
			ls = append(ls, words.Draw(t, "text")+words.Draw(t, "text"))
		}
		f.Text, f.Span = strings.Join(ls, "\n"), strategies.Span{First: at, Last: at + n - 1}
		if !f.Whole {
			f.Short = words.Draw(t, "short")
		}
		if f.Whole && n == 1 && rapid.Bool().Draw(t, "around") {
			f.Text = "12:" + f.Text + " and what matches, and the rest of the line"
			f.Label, f.Brief, f.Rest = len("12:"), "what matches", max(f.Rank, strategies.Context)
		}
		at += n
		d.Facts = append(d.Facts, f)
	}
	return d, at - 1 + rapid.IntRange(0, 3).Draw(t, "after")
}

// TestCostIsExactEnough holds what the fitter's speed rests on: the sum of the parts is never below the exact count
// of a page, for every prefix of the steps.
func TestCostIsExactEnough(t *testing.T) {
	c := counter(t)
	rapid.Check(t, func(t *rapid.T) {
		d, total := digests(t)
		f := newFitter(
			c,
			&d,
			total,
			"exit 1",
			func(n int) string { return fmt.Sprintf("… %d lines left out: toktee show 123456789012", n) },
		)
		limit := len(f.steps)
		budget := rapid.IntRange(32, 400).Draw(t, "budget")
		k := f.choose(limit, budget)
		ps, _ := f.pieces(f.choice(k))
		if n := c.CountString(join(ps)); n > budget && k > 0 {
			t.Fatalf("%d steps cost %d tokens, more than %d:\n%s", k, n, budget, join(ps))
		}
	})
}

// TestCostBelowPunctuation holds it where the encodings take the slash that opens a line from what follows it.
func TestCostBelowPunctuation(t *testing.T) {
	c := counter(t)
	for _, end := range []string{"…", "};", "b)", "a", ""} {
		d := strategies.Digest{Facts: []strategies.Fact{{
			Kind: strategies.KindLine, Whole: true, Text: end + "\n/c/d\nx" + end + "\n/usr/bin/env",
			Span: strategies.Span{First: 1, Last: 4},
		}}}
		f := newFitter(c, &d, 4, "exit 1", nil)
		all := f.bill(len(f.steps))
		ps, _ := f.pieces(all.choice)
		if n := c.CountString(join(ps)); all.total() < n {
			t.Errorf("a page of %d tokens is thought to cost %d:\n%s", n, all.total(), join(ps))
		}
	}
}

// TestFitIsNested holds that a larger budget shows every line that a smaller one does.
func TestFitIsNested(t *testing.T) {
	c := counter(t)
	rapid.Check(t, func(t *rapid.T) {
		d, total := digests(t)
		f := newFitter(c, &d, total, "", nil)
		shown := map[int]bool{}
		for budget := 32; budget < 600; budget += rapid.IntRange(1, 60).Draw(t, "more") {
			out, ok := f.fit(bounds{lowest: strategies.Detail, budget: budget})
			if !ok {
				t.Fatalf("nothing fits %d tokens", budget)
			}
			now := map[int]bool{}
			for _, r := range out.shown {
				for n := r[0]; n <= r[1]; n++ {
					now[n] = true
				}
			}
			for n := range shown {
				if !now[n] {
					t.Fatalf("line %d is lost at %d tokens:\n%s", n, budget, out.text)
				}
			}
			shown = now
			lines := len(now)
			for _, o := range out.omissions {
				lines += o.Lines[1] - o.Lines[0] + 1
			}
			if lines != total {
				t.Fatalf("%d lines are accounted for, of %d", lines, total)
			}
		}
	})
}

// TestFieldEnd: a line isn't cut within its time, which is no use without the message.
func TestFieldEnd(t *testing.T) {
	for s, want := range map[string]string{
		"[Mon Nov 30 06:47:33.368253 2026] [core:error] [pid 42] denied": " [core:error] [pid 42] denied",
		"[ERROR] denied [by rule 3] at last":                             " denied [by rule 3] at last",
		"denied [by] rule":                                               "denied [by] rule",
		"[1, 2, 3]":                                                      "[1, 2, 3]",
		"[":                                                              "[",
		"":                                                               "",
	} {
		if got := s[fieldEnd(s):]; got != want {
			t.Errorf("after the field of %q comes %q, want %q", s, got, want)
		}
	}
}
