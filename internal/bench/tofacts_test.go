package bench

import (
	"strings"
	"testing"
)

func TestToFacts(t *testing.T) {
	count := counter(t)
	filler := strings.Repeat("nothing of note on this line\n", 200)
	text := filler + "the needle\n" + filler + "the thread\nthe eye\n"
	perLine := count.CountString("nothing of note on this line\n")
	needle := count.CountString("the needle\n") + 2
	gap := func(first, last int) Omission { return Omission{"line", last - first + 1, Range{first, last}} }
	for _, test := range []struct {
		name  string
		facts [][]string
		lost  []int
		gaps  []Omission
		want  int
	}{
		{"nothing is lost", [][]string{{"needle"}}, nil, nil, 50},
		{"one by grep", [][]string{{"needle"}}, []int{0}, []Omission{gap(1, 401)}, 50 + fetchCall + needle},
		{"one by its small gap", [][]string{{"nothing of note"}}, []int{0}, []Omission{gap(1, 2)}, 50 + fetchCall + 2*perLine},
		{"two in one gap", [][]string{{"thread"}, {"eye"}}, []int{0, 1}, []Omission{gap(402, 402), gap(403, 403)},
			50 + 2*fetchCall + count.CountString("the thread\n") + count.CountString("the eye\n")},
		{"two by one call", [][]string{{"nothing"}, {"of note"}}, []int{0, 1}, []Omission{gap(1, 3)}, 50 + fetchCall + 3*perLine},
		{"on no line", [][]string{{"needle\nnothing"}}, []int{0}, nil, 50 + 1000 + refetch},
	} {
		c := Case{Facts: test.facts}
		f := fetches{t: &truth{c: &c, clean: text, rawTokens: 1000}, count: count}
		if got := f.toFacts(50, test.lost, &Output{Omissions: test.gaps}); got != test.want {
			t.Errorf("%s: %d tokens, want %d", test.name, got, test.want)
		}
	}
}

func TestMostFacts(t *testing.T) {
	lines := []string{"a b c and a long tail of words", "a", "b", "none", "c d"}
	got := mostFacts(lines, []int{30, 2, 2, 1, 3}, [][]string{{"a"}, {"b"}, {"c"}, {"d"}, {"zzz"}})
	// "c d" adds two facts for three tokens, then "a" and "b" one for two; the long line adds nothing any more.
	want := []int{4, 1, 2}
	if len(got) != len(want) || got[0] != want[0] || got[1] != want[1] || got[2] != want[2] {
		t.Errorf("mostFacts = %v, want %v", got, want)
	}
}

// An interval holds the figure, is narrower with more cases, and is the same on every run.
func TestIntervals(t *testing.T) {
	parts := func(n int) []measurer {
		list := make([]measurer, n)
		for i := range list {
			list[i].add(1000, 100, 2, 100+i%7, i%3%2)
		}
		return list
	}
	var all measurer
	few, many := parts(12), parts(300)
	for i := range many {
		all.join(&many[i])
	}
	a, b := intervals(few), intervals(many)
	figure := *all.measure().Recall
	if !b.Recall.OK || b.Recall.Low > figure || b.Recall.High < figure {
		t.Errorf("the interval %+v doesn't hold %v", b.Recall, figure)
	}
	if b.Recall.High-b.Recall.Low >= a.Recall.High-a.Recall.Low {
		t.Errorf("300 cases give %+v, 12 give %+v: want a narrower interval with more", b.Recall, a.Recall)
	}
	if intervals(many) != b {
		t.Error("intervals differ from run to run")
	}
	unlabelled := make([]measurer, 5)
	for i := range unlabelled {
		unlabelled[i].add(1000, 100, 0, 100, 0)
	}
	if got := intervals(unlabelled); got.Recall.OK || got.Hard.OK || !got.Saved.OK {
		t.Errorf("without labels: %+v, want no interval of recall", got)
	}
}
