package summarize

import (
	"strings"
	"testing"

	"github.com/toktee/toktee/strategies"
)

// TestAroundFirst: of lines whose rest comes later, all are shown by their numbers and what matches before one is
// whole.
func TestAroundFirst(t *testing.T) {
	line := func(n int, label string) strategies.Fact {
		text := label + strings.Repeat("before ", 12) + "the match" + strings.Repeat(" after", 12)
		return strategies.Fact{
			Text: text, Label: len(label), Brief: "before the match after", Rank: strategies.Evidence,
			Rest: strategies.Context, Whole: true, Span: strategies.Span{First: n, Last: n},
		}
	}
	d := strategies.Digest{Facts: []strategies.Fact{line(1, "12:"), line(2, "345:")}}
	f := newFitter(counter(t), &d, 2, "", nil)
	short, ok := f.fit(bounds{lowest: strategies.Detail, budget: 36})
	want := "12:…before the match after …+143 bytes\n345:…before the match after …+143 bytes"
	if !ok || short.text != want {
		t.Errorf("at 36 tokens it is\n%s\nwant\n%s", short.text, want)
	}
	if evidence, _ := f.fit(bounds{lowest: strategies.Evidence, budget: 500}); evidence.text != want {
		t.Errorf("evidence alone is\n%s\nwant\n%s", evidence.text, want)
	}
	if all, _ := f.fit(bounds{lowest: strategies.Detail, budget: 500}); len(all.omissions) > 0 {
		t.Errorf("at 500 tokens something is left out:\n%s", all.text)
	}
}
