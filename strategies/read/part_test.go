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

// TestPlace: where the lines of an output stand in their file is known from what the call asks for, or from the numbers
// that they come with, unless something else has cut them.
func TestPlace(t *testing.T) {
	src := lines(manyFunctions(60))
	text := func(first, last int) string { return strings.Join(src[first-1:last], "\n") + "\n" }
	above := "Here's the result of running `cat -n` on many.go:\n"
	tests := []struct {
		name, command, text string
		shift               int
	}{
		{"whole", "cat many.go", text(1, 300), 0},
		{"from line 1", "head -300 many.go", text(1, 300), 0},
		{"further down", "sed -n 41,300p many.go", text(41, 300), 40},
		{"to the end", "tail -n +41 many.go", text(41, 362), 40},
		{"numbered", "cat -n many.go | sed -n 41,300p", number(text(41, 300), tab, 41), 40},
		{"below a line", "", above + number(text(41, 300), tab, 41), 39},
		{"numbers of another kind", "sed -n 41,300p many.go | cat -n", number(text(41, 300), tab, 1), 0},
		{"the end", "tail -n 50 many.go", text(313, 362), 0},
		{"several ranges", "sed -n '3,10p;41,300p' many.go", text(3, 10) + text(41, 300), 0},
		{
			"cut", "sed -n 41,300p many.go",
			text(41, 100) + "[... 150 lines truncated ...]\n" + text(251, 300), 0,
		},
		{
			"numbers without blank lines", "nl many.go | sed -n 41,300p",
			"    34\tfunc f() {\n    35\t}\n\n    36\tfunc g() {\n    37\t}\n\n    38\tvar n int\n", 0,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := input("many.go", tt.command, tt.text)
			in.Cut = tt.name == "cut"
			if got := digest(t, in, tt.text).Place; got.Shift != tt.shift {
				t.Errorf("the place is %+v, want a shift of %d", got, tt.shift)
			}
		})
	}
}
