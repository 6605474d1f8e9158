package strategies_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/toktee/toktee/strategies"
)

// jobs digests what a queue prints about its jobs, one a line:
//
//	4711 done    nightly backup
//	4712 failed  send invoices: connection refused
//	4713 waiting resize pictures
type jobs struct{}

// The numbers that this strategy counts besides [strategies.Failed].
const (
	keyDone    strategies.Key = "done"
	keyWaiting strategies.Key = "waiting"
)

func (jobs) Name() string { return "jobs" }

// Match looks at the command line alone: "queue jobs", with whatever filter behind it.
func (jobs) Match(in *strategies.Input) strategies.Confidence {
	if c := in.Shell.Commands; len(c) != 1 || c[0].Name != "queue" {
		return strategies.No
	}
	return strategies.Command
}

// Digest ranks failed jobs first, then those that wait, then those that are done.
func (jobs) Digest(ctx context.Context, in *strategies.Input, lines strategies.Lines, c *strategies.Collector) error {
	n := map[strategies.Key]int64{}
	for l := range lines.All() {
		rank, key := strategies.Detail, keyDone
		switch fields := strings.Fields(l.Text); {
		case len(fields) < 3:
			return strategies.Decline("a line is no job") // another strategy reads it
		case fields[1] == "failed":
			rank, key = strategies.Critical, strategies.Failed
		case fields[1] == "waiting":
			rank, key = strategies.Context, keyWaiting
		}
		n[key]++
		c.Line(rank, "job", "", l)
	}
	for key, jobs := range n {
		c.Count(key, jobs)
	}
	short := fmt.Sprintf("%d failed", n[strategies.Failed])
	c.Verdict(short, fmt.Sprintf("%s, %d waiting, %d done", short, n[keyWaiting], n[keyDone]), "")
	c.Upstream = in.Cut // the numbers are then of a part
	return ctx.Err()
}

// A strategy of one's own: one method that recognises the output, one that ranks its lines.
func ExampleStrategy() {
	const command = "queue jobs"
	const output = "4711 done    nightly backup\n" +
		"4712 failed  send invoices: connection refused\n" +
		"4713 waiting resize pictures\n"
	in := &strategies.Input{Command: command, Shell: strategies.ParseCommand(command), Head: output}

	registry := strategies.Registry{jobs{}}
	for _, s := range registry.Choose(in) {
		c := strategies.NewCollector(false)
		if err := s.Digest(context.Background(), in, strategies.NewText(output), c); err != nil {
			fmt.Println(err)
			continue
		}
		d := c.Digest()
		fmt.Printf("%s: %s\n", s.Name(), d.Verdict[1])
		for _, f := range d.Facts {
			fmt.Printf("%-8v %s\n", f.Rank, f.Text)
		}
	}
	// Output:
	// jobs: 1 failed, 1 waiting, 1 done
	// detail   4711 done    nightly backup
	// critical 4712 failed  send invoices: connection refused
	// context  4713 waiting resize pictures
}
