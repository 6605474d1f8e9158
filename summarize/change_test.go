package summarize

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/tokens"
)

// TestGapInChange holds that a gap that opens or ends within a change says how many lines are removed and added in it,
// that its cost is what it prints, and that any other gap counts lines.
func TestGapInChange(t *testing.T) {
	c, err := tokens.New(tokens.Default)
	if err != nil {
		t.Fatal(err)
	}
	var d strategies.Digest
	for i, l := range []string{"@@ 1", "-a", "-b", "+c", "+d", "+e", " f", "@@ 2", "-g", "+h"} {
		kind := map[byte]strategies.Kind{'-': strategies.KindRemoved, '+': strategies.KindAdded}[l[0]]
		if kind == "" {
			kind = strategies.KindLine
		}
		d.Facts = append(d.Facts, strategies.Fact{
			Kind: kind, Text: l, Whole: true, Count: 1, Span: strategies.Span{First: i + 1, Last: i + 1},
		})
	}
	f := newFitter(c, &d, len(d.Facts), "", nil)
	for _, tt := range []struct {
		a, b int32 // what is shown
		want string
	}{
		{2, 6, "… 3 added"},
		{1, 5, "… 1 removed, 2 added"},
		{1, 7, "… 5 lines: 1 removed, 3 added"},
		{0, 5, "… 2 removed, 2 added"},
		{0, 6, "… 5 lines"},
		{6, 9, "… 2 lines: 1 removed"},
		{6, f.end(), "… 3 lines"},
		{8, f.end(), "… 1 added"},
	} {
		t.Run(fmt.Sprint(tt.a, "-", tt.b), func(t *testing.T) {
			g := gap{hole: f.hole(tt.a, tt.b)}
			f.countGap(tt.a, tt.b, &g)
			if got := g.text(); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
			if cost, n := f.prices.markers.gap(&g), c.CountString(g.text()+"\n"); cost != n {
				t.Errorf("it costs %d, said %d", n, cost)
			}
		})
	}
	large := gap{hole: hole{from: 1, to: 123456}, changes: changes{12345, 1}}
	if cost, n := f.prices.markers.gap(&large), c.CountString(large.text()+"\n"); cost != n {
		t.Errorf("%q costs %d, said %d", strings.TrimSpace(large.text()), n, cost)
	}
}
