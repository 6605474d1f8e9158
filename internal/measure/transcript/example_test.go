package transcript_test

import (
	"context"
	"fmt"

	"github.com/toktee/toktee/internal/measure/transcript"
)

func ExampleSource_Read() {
	ctx := context.Background()
	sources, err := transcript.Find(ctx, []string{"testdata/codex.jsonl"})
	if err != nil {
		fmt.Println(err)
		return
	}
	calls := map[string]int{}
	stats, err := sources[0].Read(ctx, nil, func(it *transcript.Item) error {
		if it.Kind == transcript.Call {
			calls[it.Tool]++
		}
		return nil
	})
	fmt.Println(stats.Format, stats.Records, calls, err)
	// Output: codex 29 map[apply_patch:1 exec_command:5] <nil>
}
