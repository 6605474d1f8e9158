package list_test

import (
	"context"
	"fmt"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/list"
)

func ExampleNew() {
	const command, out = "find .", "./go.mod\n./cmd/main.go\n./node_modules/x/index.js\n"
	in := &strategies.Input{Command: command, Shell: strategies.ParseCommand(command), Head: out}
	c := strategies.NewCollector(false)
	if err := list.New().Digest(context.Background(), in, strategies.NewText(out), c); err != nil {
		fmt.Println(err)
	}
	d := c.Digest()
	fmt.Println(d.Verdict[0])
	for _, f := range d.Facts {
		fmt.Println(f.Forms[0])
		fmt.Println(f.Text)
	}
	// Output:
	// 3 entries
	// cmd/ … 1 more folder, 1 more entry
	// node_modules/x/ 1, go.mod
	// ./cmd/main.go
}
