package logs_test

import (
	"context"
	"fmt"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/logs"
)

func ExampleNew() {
	out := ""
	for i := range 6 {
		out += fmt.Sprintf("2026-03-02 06:41:0%d INFO served a request in %d ms\n", i, 30+i)
	}
	out += "2026-03-02 06:41:07 ERROR the queue is full\n"
	c := strategies.NewCollector(false)
	in := &strategies.Input{Head: out}
	if err := logs.New().Digest(context.Background(), in, strategies.NewText(out), c); err != nil {
		fmt.Println(err)
	}
	d := c.Digest()
	fmt.Println(d.Verdict[2])
	for _, f := range d.Facts[:3] {
		fmt.Println(f.Rank, f.Text)
	}
	// Output:
	// 7 lines, 1 error, 2 kinds of records
	// critical kinds of records, values of the first:
	// critical 1x ERROR the queue is full (06:41:07)
	// context 6x INFO served a request in 30 ms (06:41:00 to 06:41:05)
}
