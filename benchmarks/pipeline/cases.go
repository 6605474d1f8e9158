package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/toolname"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// The limit of a case is a fixed part and a part for its size. A read or a search whose source is parsed may take more.
// As ratios, the unit is a pass of the yardstick over a MB. A pass took some 1.7 ms on the machine that the times are
// from; each limit is doubled.
const (
	caseTime    = 2 * time.Millisecond
	perMB       = 50 * time.Millisecond
	perMBParsed = 250 * time.Millisecond

	yardOfCase = 2.4
	yardPerMB  = 60
	yardParsed = 300
)

// The shortest of some runs counts. On a noisy machine, a case that is over its limit gets more runs, each next to a
// run of the yardstick. A machine that is slower now than when the yardstick was measured isn't the case's fault.
const (
	bestOf     = 3
	bestOfMany = 20
)

// timed is the time of a case, and its share of the limit.
type timed struct {
	c           *corpus.Case
	strategy    string
	took        time.Duration
	share       float64 // of the time that is allowed
	shareOfYard float64 // of the passes of the yardstick that are
}

// cases measures each case alone, in this process.
func (m *meter) cases(t *table, cases []corpus.Case) error {
	m.say("corpus: each case alone")
	perYardMB, err := shortestYard(30)
	if err != nil {
		return err
	}
	all := make([]timed, len(cases))
	for i := range cases {
		c := &all[i]
		c.c = &cases[i]
		for range bestOf {
			if err := c.run(m.ctx); err != nil {
				return fmt.Errorf("case %s: %w", c.c.ID, err)
			}
		}
		c.judge(perYardMB)
		if m.o.ci && c.shareOfYard > 1 {
			if err := c.again(m.ctx); err != nil {
				return fmt.Errorf("case %s: %w", c.c.ID, err)
			}
		}
	}
	name := fmt.Sprintf("each of %d cases alone: ", len(all))
	worst := slices.MaxFunc(all, func(a, b timed) int { return cmp.Compare(a.share, b.share) })
	t.add(row{
		kind: absolute, name: name + "largest share of the time allowed", value: 100 * worst.share, limit: 100,
		unit: "%", note: worst.c.ID,
	})
	worst = slices.MaxFunc(all, func(a, b timed) int { return cmp.Compare(a.shareOfYard, b.shareOfYard) })
	t.add(row{
		kind: ratio, name: name + "the same in passes of the yardstick", value: 100 * worst.shareOfYard, limit: 100,
		unit: "%", note: worst.c.ID,
	})
	return nil
}

// again measures a case that took too long, in turns with the yardstick.
func (c *timed) again(ctx context.Context) error {
	c.took = 0
	perYardMB := time.Duration(math.MaxInt64)
	for range bestOfMany {
		if err := c.run(ctx); err != nil {
			return err
		}
		y, err := shortestYard(1)
		if err != nil {
			return err
		}
		perYardMB = min(perYardMB, y)
	}
	c.judge(perYardMB)
	return nil
}

// shortestYard measures how long the yardstick takes for a MB, and returns the shortest time of some runs.
func shortestYard(runs int) (time.Duration, error) {
	text := bytes.Repeat([]byte("a line of the yardstick, 50 bytes with its end..\n"), 1_000_000/50)
	shortest := time.Duration(math.MaxInt64)
	for range runs {
		y, err := measureYardstick(bytes.NewReader(text))
		if err != nil {
			return 0, err
		}
		shortest = min(shortest, y.took)
	}
	return shortest, nil
}

// run summarises the case and keeps the shortest time.
func (c *timed) run(ctx context.Context) error {
	began := time.Now()
	r, err := summarize.Summarize(ctx, summarize.Config{Enabled: true}, request(c.c))
	took := time.Since(began)
	if err != nil {
		return err
	}
	if c.took == 0 || took < c.took {
		c.took = took
	}
	c.strategy = r.Metadata().Strategy
	return nil
}

// judge compares the time of a case with its limit. perYardMB is the yardstick's time for a MB.
func (c *timed) judge(perYardMB time.Duration) {
	mb := float64(len(c.c.Stdout)+len(c.c.Stderr)) / 1e6
	perMB, yardPerMB := float64(perMB), float64(yardPerMB)
	if c.parsed() {
		perMB, yardPerMB = float64(perMBParsed), yardParsed
	}
	c.share = float64(c.took) / (float64(caseTime) + perMB*mb)
	c.shareOfYard = float64(c.took) / float64(perYardMB) / (yardOfCase + yardPerMB*mb)
}

// parsed reports whether the source that a case shows may be parsed.
func (c *timed) parsed() bool {
	f := toolname.FamilyOfCall(c.c.Tool, c.c.Args, shell.Parse(c.c.Command))
	return f == toolname.FamilyRead || f == toolname.FamilySearch || c.strategy == "read" || c.strategy == "search"
}

// request returns the request that passes a case to the pipeline.
func request(c *corpus.Case) summarize.Request {
	req := summarize.Request{
		CallID: c.ID, Tool: c.Tool, Command: c.Command, Path: c.Path, Pattern: c.Pattern, Args: c.Args,
		Offset: c.Offset, Limit: c.Limit, Intent: c.Intent, Session: c.Session, Stdout: c.Stdout, Stderr: c.Stderr,
	}
	if c.ExitCode != nil {
		req.Status = result.Status{Known: true, Code: *c.ExitCode}
	}
	return req
}
