package general

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/strategies"
)

// TestHeadingsOfCommandLines: a line that the command line prints comes first, and then the line below it. A line that
// it might have printed isn't one.
func TestHeadingsOfCommandLines(t *testing.T) {
	var text strings.Builder
	var want []string
	for n := range 6 {
		heading, first := fmt.Sprintf("== #%d", n), fmt.Sprintf("record %d is open", n)
		want = append(want, heading, first)
		text.WriteString(heading + "\n" + first + "\n")
		for i := range 12 {
			fmt.Fprintf(&text, "%s of record %d\n", strings.Repeat("word ", i+1), n)
		}
	}
	for command, isHeading := range map[string]bool{
		`for n in 0 1 2 3 4 5; do echo "== #$n"; view $n; done`:                         true,
		`for n in $(cat numbers); do echo "== #$n"; view $n; done`:                      true,
		`printf '== #0\n'; view 0; echo "== #1"; view 1; echo "$2"; view 2`:             false,
		`for n in 0 1 2 3 4 5; do echo "== #$n" >log; view $n; done`:                    false,
		`for n in 0 1 2 3 4 5; do if test -e $n; then echo "== #$n"; fi; view $n; done`: false,
	} {
		got := ranked(t, &strategies.Input{Command: command}, text.String(), strategies.Evidence)
		first := got[:min(len(got), len(want))]
		if diff := cmp.Diff(want, first); (diff == "") != isHeading {
			t.Errorf("%s: headings come first is %v, want %v\n%s", command, diff == "", isHeading, diff)
		}
	}
}
