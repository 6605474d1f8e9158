package rules

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
)

// texts is a small alphabet, so that random expressions match random lines.
var texts = rapid.StringMatching(`[ab1-3 .-]{0,8}`)

func drawDigest(t *rapid.T) strategies.Digest {
	c := strategies.NewCollector(false)
	line := 0
	for range rapid.IntRange(0, 30).Draw(t, "facts") {
		line += rapid.IntRange(1, 3).Draw(t, "gap")
		n := rapid.IntRange(0, 4).Draw(t, "lines")
		f := strategies.Fact{
			Rank: strategies.Rank(
				rapid.IntRange(0, 4).Draw(t, "rank"),
			), Group: rapid.SampledFrom([]string{"", "g", "h"}).Draw(t, "group"),
			Lead: rapid.Bool().
				Draw(t, "lead"),
			Second: rapid.Bool().Draw(t, "second"), Count: rapid.IntRange(0, 3).Draw(t, "count"),
		}
		lines := make([]string, max(n, 1))
		for i := range lines {
			lines[i] = texts.Draw(t, "text")
		}
		f.Text, f.Whole = strings.Join(lines, "\n"), n > 0 && rapid.Bool().Draw(t, "whole")
		f.Brief = rapid.SampledFrom(lines).Draw(t, "brief")
		if n > 0 {
			f.Span = strategies.Span{First: line, Last: line + n - 1}
			line = f.Span.Last
		}
		c.Add(f)
	}
	c.Verdict("verdict", "", "")
	c.Count(strategies.Failed, 3)
	d := c.Digest()
	d.Headed = rapid.Bool().Draw(t, "headed")
	d.Outcome = strategies.Outcome(rapid.IntRange(0, 2).Draw(t, "outcome"))
	return d
}

func drawRule(t *rapid.T, name string) string {
	var sb strings.Builder
	fmt.Fprintf(&sb, "[[rule]]\nname = %q\ntool = \"x\"\n", name)
	for range rapid.IntRange(1, 5).Draw(t, "entries") {
		match := rapid.SampledFrom([]string{`^(a*)`, `(\d)(.*)$`, `b`, `^(.)(.)`, `.`, `(\d+)`, `^$`}).Draw(t, "match")
		do := rapid.SampledFrom(actions).Draw(t, "do")
		fmt.Fprintf(&sb, "[[rule.line]]\nmatch = '%s'\ndo = %q\n", match, do)
		if rapid.Bool().Draw(t, "unless") {
			sb.WriteString("unless = '3'\n")
		}
		switch action(do) {
		case replace:
			fmt.Fprintf(
				&sb,
				"with = %q\n",
				rapid.SampledFrom([]string{"", "x", "$0$0", "-$0", "y $0 z"}).Draw(t, "with"),
			)
		case fold:
			fmt.Fprintf(
				&sb,
				"with = %q\n",
				rapid.SampledFrom([]string{"${count}", "${first}${last}", "${count} x ${last}", "x"}).Draw(t, "with"),
			)
		case group:
			sb.WriteString("by = \"$0\"\n")
		}
		if action(do) == ranking || do != "keep" && do != "drop" && rapid.Bool().Draw(t, "ranked") {
			fmt.Fprintf(&sb, "rank = %q\n", rapid.SampledFrom(rankNames).Draw(t, "rank"))
		}
	}
	return sb.String()
}

func drawMatch(t *rapid.T) *Match {
	var sb strings.Builder
	for i := range rapid.IntRange(1, 3).Draw(t, "rules") {
		sb.WriteString(drawRule(t, fmt.Sprint("r", i)))
	}
	f, err := Parse("f.toml", sb.String(), User)
	if err != nil {
		t.Fatalf("%v in\n%s", err, sb.String())
	}
	return New(f).For(&strategies.Input{Tool: "x"})
}

// TestAnyRule holds, for any digest and any rules, that lines neither appear nor vanish, that everything but the
// facts stays, that every number of a fact stands in its lines, and that on a failed run what is critical or evidence
// stays as it is and stays ahead.
func TestAnyRule(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDigest(t)
		before := d
		before.Facts = append([]strategies.Fact(nil), d.Facts...)
		in := &strategies.Input{
			Tool:   "x",
			Status: result.Status{Known: true, Code: rapid.IntRange(0, 1).Draw(t, "code")},
		}
		m := drawMatch(t)
		changed := m.Apply(in, &d)

		if got, want := covered(t, d.Facts), covered(t, before.Facts); !cmp.Equal(got, want) {
			t.Fatalf("lines %v became %v", want, got)
		}
		if got, want := facts(d.Facts, spanless), facts(before.Facts, spanless); !cmp.Equal(got, want) {
			t.Fatalf("facts that stand for no line: %s", cmp.Diff(want, got))
		}
		rest := d
		rest.Facts = before.Facts
		if diff := cmp.Diff(before, rest, cmp.AllowUnexported(result.Details{})); diff != "" {
			t.Fatalf("the digest besides its facts (-before +after):\n%s", diff)
		}
		for _, f := range d.Facts {
			if f.Span.First != 0 {
				checkNumbers(t, f, before.Facts)
			}
			if f.Rank == strategies.Dropped && !changed {
				t.Fatal("a fact is dropped, but nothing is said to be changed")
			}
		}
		if in.Status.OK() && d.Outcome != strategies.Fail {
			return
		}
		proof := func(f strategies.Fact) bool { return f.Rank <= strategies.Evidence && !f.Raised && f.Span.First != 0 }
		if diff := cmp.Diff(facts(before.Facts, proof), facts(d.Facts, proof)); diff != "" {
			t.Fatalf("what is critical or evidence on a failed run (-before +after):\n%s", diff)
		}
		raised := facts(d.Facts, func(f strategies.Fact) bool { return f.Raised && f.Rank == strategies.Critical })
		if len(raised) > maxRaised {
			t.Fatalf("%d facts were raised", len(raised))
		}
	})
}

func spanless(f strategies.Fact) bool { return f.Span.First == 0 }

func facts(list []strategies.Fact, is func(strategies.Fact) bool) []strategies.Fact {
	var some []strategies.Fact
	for _, f := range list {
		if is(f) {
			some = append(some, f)
		}
	}
	return some
}

// covered are the lines that facts stand for; their spans must rise.
func covered(t *rapid.T, list []strategies.Fact) []int {
	var lines []int
	for _, f := range list {
		if f.Span.First == 0 {
			continue
		}
		if n := len(lines); n > 0 && f.Span.First <= lines[n-1] || f.Span.Last < f.Span.First {
			t.Fatalf("spans don't rise: %v after line %d", f.Span, lines[n-1])
		}
		if f.Whole && strings.Count(f.Text, "\n")+1 != f.Span.Len() {
			t.Fatalf("%q is called whole for %v", f.Text, f.Span)
		}
		for n := f.Span.First; n <= f.Span.Last; n++ {
			lines = append(lines, n)
		}
	}
	return lines
}

// checkNumbers holds that the numbers of a fact are those of the facts whose lines it stands for, or the number of
// its lines.
func checkNumbers(t *rapid.T, f strategies.Fact, before []strategies.Fact) {
	var sources []string
	for _, b := range before {
		if b.Span.First != 0 && b.Span.First <= f.Span.Last && f.Span.First <= b.Span.Last {
			sources = append(sources, strings.Split(b.Text, "\n")...)
		}
	}
	if !numbersFrom(f.Text, fmt.Sprint(f.Span.Len()), sources...) {
		t.Fatalf("%q has a number that none of %q has", f.Text, sources)
	}
}

func TestNumbers(t *testing.T) {
	for text, want := range map[string][]string{
		"":                        nil,
		"a1b22 c":                 {"1", "22"},
		"1.5 s, 2,000. 10:30:00.": {"1.5", "2,000", "10:30:00"},
		"-3 x-4 (-5) 6-7":         {"-3", "4", "-5", "6", "7"},
		"1..2 .5 5.":              {"1", "2", "5", "5"},
	} {
		var got []string
		for n := range numbers(text) {
			got = append(got, n)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("numbers(%q) mismatch (-want +got):\n%s", text, diff)
		}
	}
}
