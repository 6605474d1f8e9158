package general

import (
	"strings"
	"testing"

	"github.com/toktee/toktee/strategies"
)

// TestHeadersAreBounded: long lines below the title of a group aren't held back.
func TestHeadersAreBounded(t *testing.T) {
	text := "##[group]Run ./x\n./x\n" + strings.Repeat(strings.Repeat("x", 60<<10)+"\n", 20)
	read, ahead := 0, 0
	lines := func(yield func(strategies.Line) bool) {
		for l := range strategies.NewText(text).All() {
			if read++; !yield(l) {
				return
			}
		}
	}
	got := 0
	for _, part := range headers(lines) {
		if got++; part != outside {
			t.Errorf("line %d is in a header", got)
		}
		ahead = max(ahead, read-got)
	}
	if got != 22 || ahead > 8 {
		t.Errorf("%d lines of 22, at most %d held back", got, ahead)
	}
}
