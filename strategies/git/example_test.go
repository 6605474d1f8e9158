package git_test

import (
	"context"
	"fmt"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/git"
)

func ExampleNew() {
	const command, out = "git status --short", " M cmd/main.go\nUU go.mod\n?? notes.txt\n"
	in := &strategies.Input{Command: command, Shell: strategies.ParseCommand(command), Head: out}
	c := strategies.NewCollector(false)
	if err := git.New().Digest(context.Background(), in, strategies.NewText(out), c); err != nil {
		fmt.Println(err)
	}
	d := c.Digest()
	fmt.Println(d.Verdict[1])
	for _, f := range d.Facts {
		fmt.Println(f.Rank, f.Text)
	}
	// Output:
	// 1 in conflict, 1 modified, 1 untracked
	// critical  M cmd/main.go
	// critical UU go.mod
	// evidence ?? notes.txt
}
