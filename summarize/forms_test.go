package summarize

import (
	"strings"
	"testing"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/tokens"
)

// TestFormsInTurn holds that a fact's forms are shown in turn, each in the place of the one before.
func TestFormsInTurn(t *testing.T) {
	c, err := tokens.New(tokens.Default)
	if err != nil {
		t.Fatal(err)
	}
	d := strategies.Digest{Facts: []strategies.Fact{{
		Kind: strategies.KindEntry, Rank: strategies.Critical, Count: 9, Span: strategies.Span{First: 1, Last: 9},
		Forms: []string{"src/ … 8 more", "src/ 8, go.mod", "go.mod\nsrc/ 8 .go: a b c"},
		Text:  "go.mod\nsrc/ 8 .go: a b c d e f g h",
	}}}
	its, _ := items(&d, c)
	if len(its) != 1 || len(its[0].cuts) != 3 {
		t.Fatalf("%d items: %+v", len(its), its)
	}
	before := 0
	for i, cut := range its[0].cuts {
		text := its[0].printed(cut.end, true)
		if text != d.Facts[0].Forms[i] || cut.tokens <= before || strings.Contains(text, "bytes") {
			t.Errorf("cut %d shows %q in %d tokens", i, text, cut.tokens)
		}
		before = cut.tokens
	}
}
