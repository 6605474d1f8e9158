package read_test

import (
	"context"
	"fmt"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/general"
	"github.com/toktee/toktee/strategies/read"
)

func ExampleNew() {
	const text = "1→package money\n2→\n3→func Round(cents int) int {\n4→\treturn cents\n5→}\n"
	in := &strategies.Input{Family: strategies.FamilyRead, Path: "money.go", Head: text}
	c := strategies.NewCollector(false)
	if err := read.New(general.New()).Digest(context.Background(), in, strategies.NewText(text), c); err != nil {
		fmt.Println(err)
	}
	d := c.Digest()
	fmt.Println(d.Verdict[1])
	for _, f := range d.Facts {
		fmt.Printf("%s %q\n", f.Rank, f.Text)
	}
	// Output:
	// Read money.go: 5 lines, Go
	// context "1→package money"
	// detail ""
	// evidence "3→func Round(cents int) int {"
	// context "4→\treturn cents"
	// detail "}"
}
