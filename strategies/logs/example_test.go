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
	first, last := d.Facts[0], d.Facts[len(d.Facts)-1]
	fmt.Println(first.Rank, first.Text)
	fmt.Println(last.Rank, last.Text)
	// Output:
	// 7 lines, 1 error, 2 kinds of records
	// context 2026-03-02 06:41:00 INFO served a request in 30 ms (6 of this kind, to 06:41:05)
	// critical 2026-03-02 06:41:07 ERROR the queue is full
}
