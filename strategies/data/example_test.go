package data_test

import (
	"context"
	"fmt"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/data"
)

func ExampleNew() {
	const out = `[{"name":"web","state":"running"},{"name":"db","state":"failed"},{"name":"mq","state":"running"}]`
	in := &strategies.Input{Family: strategies.FamilyExec, Head: out}
	c := strategies.NewCollector(false)
	if err := data.New().Digest(context.Background(), in, strategies.NewText(out), c); err != nil {
		fmt.Println(err)
	}
	for _, f := range c.Digest().Facts {
		fmt.Println(f.Rank, f.Text)
	}
	// Output:
	// evidence (3 rows): name,state
	// evidence web,running
	// critical db,failed
	// evidence mq,running
}
