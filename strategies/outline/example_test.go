package outline_test

import (
	"context"
	"fmt"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/outline"
)

func ExampleNew() {
	const command = "mower --help"
	const out = "Usage: mower [flags]\n\nFlags:\n  -d, --dry    mow nothing\n  -e, --edges  mow the edges, too\n" +
		"  -h, --help   print this\n  -s, --speed N  so many meters a minute\n"
	in := &strategies.Input{Command: command, Shell: strategies.ParseCommand(command), Head: out}
	c := strategies.NewCollector(false)
	if err := outline.New().Digest(context.Background(), in, strategies.NewText(out), c); err != nil {
		fmt.Println(err)
	}
	d := c.Digest()
	fmt.Println(d.Verdict[1])
	fmt.Println(d.Facts[0].Forms[2])
	// Output:
	// 7 lines, 4 flags
	// Usage: mower [flags]
	// Flags: (4 flags) -d --dry, -e --edges, … 2 more
}
