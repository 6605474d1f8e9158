package strategies

import (
	"strings"
	"testing"
)

func TestCollectorOrder(t *testing.T) {
	c := NewCollector(false)
	c.Line(Detail, KindLine, "", Line{N: 1, Text: "a"})
	c.Line(Critical, KindLine, "", Line{N: 2, Text: "b"})
	c.Line(Critical, KindLine, "", Line{N: 2, Text: "again"})
	c.Add(Fact{Rank: Noise, Span: Span{First: 5, Last: 4}})
	c.Line(Noise, KindLine, "", Line{N: 9, Text: "cut", Cut: 10})
	c.Add(Fact{Text: "one line", Span: Span{First: 10, Last: 12}, Whole: true})
	d := c.Digest()
	if d.Misplaced != 2 {
		t.Errorf("Misplaced = %d, want 2", d.Misplaced)
	}
	var got []string
	for _, f := range d.Facts {
		got = append(got, f.Text)
		if f.Whole != (f.Text == "a" || f.Text == "b") {
			t.Errorf("fact %q: Whole = %v", f.Text, f.Whole)
		}
	}
	if s := strings.Join(got, " "); s != "a b cut one line" {
		t.Errorf("facts %q", s)
	}
}

// TestCollectorIsBounded holds that the collector keeps both ends of a rank and lets go of the middle.
func TestCollectorIsBounded(t *testing.T) {
	c := NewCollector(true)
	const n = 200000
	text := strings.Repeat("x", 36)
	for i := 1; i <= n; i++ {
		c.Line(Detail, KindLine, "", Line{N: i, Text: text})
	}
	c.Line(Critical, KindLine, "", Line{N: n + 1, Text: "the one that matters"})
	d := c.Digest()
	if len(d.Facts)+d.Dropped != n+1 {
		t.Errorf("%d facts kept and %d dropped, of %d", len(d.Facts), d.Dropped, n+1)
	}
	bytes := 0
	for _, f := range d.Facts {
		bytes += len(f.Text) + factOverhead
	}
	if bytes > 2*keepPerRank+1000 {
		t.Errorf("%d bytes kept, more than %d", bytes, 2*keepPerRank)
	}
	if f := d.Facts[0]; f.Span.First != 1 {
		t.Errorf("the first fact kept is line %d", f.Span.First)
	}
	if f := d.Facts[len(d.Facts)-2]; f.Span.First != n {
		t.Errorf("the last line kept is %d", f.Span.First)
	}
	if f := d.Facts[len(d.Facts)-1]; f.Text != "the one that matters" {
		t.Errorf("the last fact is %q", f.Text)
	}
}

func TestOutcomeFailOutlivesPass(t *testing.T) {
	c := NewCollector(false)
	c.Outcome(Fail)
	c.Outcome(Pass)
	if got := c.Digest().Outcome; got != Fail {
		t.Errorf("outcome %d, want Fail", got)
	}
}
