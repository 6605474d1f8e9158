package score

import (
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/tokens"
)

func TestToFacts(t *testing.T) {
	count, err := tokens.New("")
	if err != nil {
		t.Fatal(err)
	}
	filler := strings.Repeat("nothing of note on this line\n", 200)
	text := filler + "the needle\n" + filler + "the thread\nthe eye\n"
	perLine := count.CountString("nothing of note on this line\n")
	needle := count.CountString("the needle\n") + 2
	gap := func(first, last int) result.Omission {
		return result.Omission{Kind: "line", Count: last - first + 1, Lines: [2]int{first, last}}
	}
	for _, test := range []struct {
		name  string
		facts [][]string
		lost  []int
		gaps  []result.Omission
		want  int
	}{
		{"nothing is lost", [][]string{{"needle"}}, nil, nil, 50},
		{"one by grep", [][]string{{"needle"}}, []int{0}, []result.Omission{gap(1, 401)}, 50 + fetchCall + needle},
		{"one by its small gap", [][]string{{"nothing of note"}}, []int{0}, []result.Omission{gap(1, 2)}, 50 +
			fetchCall + 2*perLine},
		{"two in one gap", [][]string{{"thread"}, {"eye"}}, []int{0, 1},
			[]result.Omission{gap(402, 402), gap(403, 403)},
			50 + 2*fetchCall + count.CountString("the thread\n") + count.CountString("the eye\n")},
		{"two by one call", [][]string{{"nothing"}, {"of note"}}, []int{0, 1}, []result.Omission{gap(1, 3)}, 50 +
			fetchCall + 3*perLine},
		{"on no line", [][]string{{"needle\nnothing"}}, []int{0}, nil, 50 + 1000 + Refetch},
	} {
		c := corpus.Case{Facts: test.facts}
		f := fetches{truth: &Truth{Case: &c, Clean: text, RawTokens: 1000}, count: count}
		if got := f.toFacts(50, test.lost, &Output{Metadata: result.Metadata{Omissions: test.gaps}}); got != test.want {
			t.Errorf("%s: %d tokens, want %d", test.name, got, test.want)
		}
	}
}
