package edit_test

import (
	"context"
	"fmt"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/edit"
)

func ExampleNew() {
	const out = "diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n"
	in := &strategies.Input{Family: strategies.FamilyEdit, Head: out}
	c := strategies.NewCollector(false)
	if err := edit.New().Digest(context.Background(), in, strategies.NewText(out), c); err != nil {
		fmt.Println(err)
	}
	d := c.Digest()
	fmt.Println(d.Verdict[2])
	for _, f := range d.Facts {
		fmt.Println(f.Rank, f.Text)
	}
	// Output:
	// Modified f: +1 -1 in 1 hunk
	// evidence f +1 -1
	// evidence @@ -1,2 +1,2 @@
	// detail  a
	// evidence -b
	// evidence +c
}
