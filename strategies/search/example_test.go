package search_test

import (
	"context"
	"fmt"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/search"
)

func ExampleNew() {
	const command, out = "rg -n Round", "a.go:3:func Round() {}\na.go:9:\tRound()\nb.go:5:\tRound()\n"
	in := &strategies.Input{Command: command, Shell: strategies.ParseCommand(command), Head: out}
	c := strategies.NewCollector(false)
	if err := search.New().Digest(context.Background(), in, strategies.NewText(out), c); err != nil {
		fmt.Println(err)
	}
	d := c.Digest()
	fmt.Println(d.Verdict[2])
	for _, f := range d.Facts {
		fmt.Printf("%s %q\n", f.Rank, f.Text)
	}
	// Output:
	// Found 3 matches in 2 files: a.go 2, b.go 1
	// evidence "3:func Round() {}"
	// context "9:\tRound()"
	// evidence "5:\tRound()"
}
