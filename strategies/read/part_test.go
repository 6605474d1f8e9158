package read

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/toktee/toktee/strategies"
)

// The lines of a part of an output aren't those of its file, so its names come without them.
func TestPartHasNoLineRanges(t *testing.T) {
	var src strings.Builder
	src.WriteString("package p\n")
	for i := range 200 {
		fmt.Fprintf(&src, "\nfunc Name%03d(a int) int {\n\tb := a + 1\n\treturn b * 2\n}\n", i)
	}
	ranges := func(part bool) (n int) {
		in := &strategies.Input{Tool: "Read", Path: "p.go", Family: strategies.FamilyRead, Part: part}
		c := strategies.NewCollector(false)
		if err := (strategy{}).Digest(context.Background(), in, strategies.NewText(src.String()), c); err != nil {
			t.Fatal(err)
		}
		for _, f := range c.Digest().Facts {
			if strings.Contains(f.Text, "-") {
				n++
			}
		}
		return n
	}
	if n := ranges(false); n == 0 {
		t.Error("a file's names have no line ranges")
	}
	if n := ranges(true); n != 0 {
		t.Errorf("%d facts of a part have line ranges", n)
	}
}
