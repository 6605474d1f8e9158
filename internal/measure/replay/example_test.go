package replay_test

import (
	"context"
	"fmt"

	"github.com/toktee/toktee/internal/measure/replay"
	"github.com/toktee/toktee/internal/measure/transcript"
)

func ExampleRun() {
	ctx := context.Background()
	sources, err := transcript.Find(ctx, []string{"../transcript/testdata/claude.jsonl"})
	if err != nil {
		fmt.Println(err)
		return
	}
	head := func(_ context.Context, c *replay.Call, _ string) (text, strategy string, err error) {
		return c.Raw[:min(len(c.Raw), 400)], "head", nil
	}
	r, err := replay.Run(ctx, replay.Options{Summarise: head, Levels: []string{"head"}}, sources)
	if err != nil {
		fmt.Println(err)
		return
	}
	l := r.Total.Levels[0]
	fmt.Printf("%d results, %.0f%% saved, %d of %d strings lost\n", r.Total.Results, *l.Saved.Value*100, l.Lost,
		r.Total.Evidence)
	// Output: 6 results, 55% saved, 1 of 4 strings lost
}
