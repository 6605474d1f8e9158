package search

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/strategies"
)

// TestRareMatches: the few matches of another shape among many uniform ones are evidence, after definitions and before
// the first match of each file. Matches of which many shapes are rare, or of which there are few, keep their order.
func TestRareMatches(t *testing.T) {
	uniform := func(n int) []string {
		var lines []string
		for i := range n {
			lines = append(lines, fmt.Sprintf("a.go:%d:\tc%d = n%d.child[%d]", i+1, i%7, i%5, i))
		}
		return lines
	}
	odd := "a.go:900:\tif isBlank(sc.child) { reuse(sc.child) }"
	varied := uniform(60)
	for i := range varied {
		varied[i] += strings.Repeat(" + x.child", i%30)
	}
	for _, tt := range []struct {
		name  string
		lines []string
		want  []string
	}{
		{"one among many", slices.Insert(uniform(60), 40, odd), []string{"a.go:900"}},
		{"in generated code", slices.Insert(uniform(60), 40, strings.Replace(odd, "a.go", "vendor/b.go", 1)), nil},
		{"few matches", slices.Insert(uniform(30), 20, odd), nil},
		{"many shapes", slices.Insert(varied, 40, odd), nil},
		{
			"more than are rare",
			slices.Concat(uniform(60), []string{odd, odd + "+", odd + "-", odd + "*", odd + "!"}),
			nil,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d, err := digest(t, commandInput(`grep -rn "\.child" .`), strings.Join(tt.lines, "\n")+"\n")
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range d.Facts {
				if f.Rank == strategies.Evidence && f.Turn >= turnRare && f.Turn < turnFirst {
					got = append(got, f.Group+":"+strings.SplitN(f.Text, ":", 2)[0])
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("rare matches mismatch (-want +got):\n%s", diff)
			}
		})
	}
}
