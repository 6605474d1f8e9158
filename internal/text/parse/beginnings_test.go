package parse_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/toktee/toktee/internal/text/parse"
)

// TestBeginnings compares with a search through the list.
func TestBeginnings(t *testing.T) {
	word := rapid.StringMatching(`[ab✓][ab]{0,2}`)
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOf(word).Draw(t, "list")
		s := rapid.StringMatching(`[abc✓]{0,4}`).Draw(t, "line")
		want := ""
		if i := slices.IndexFunc(list, func(b string) bool { return strings.HasPrefix(s, b) }); i >= 0 {
			want = list[i]
		}
		if got := parse.NewBeginnings(list...).Of(s); got != want {
			t.Fatalf("%q begins with %q of %q, want %q", s, got, list, want)
		}
	})
}
