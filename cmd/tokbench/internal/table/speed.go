package table

import (
	"context"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/internal/run/proc"
)

const (
	startRounds = 30
	logRounds   = 7

	// minLog and maxLog bound the log, in bytes.
	minLog = 4 << 20
	maxLog = 16 << 20
)

// longLog returns the outputs of the cases, one after the other, like a build with many tools. Few cases are repeated.
func longLog(cases []corpus.Case) *corpus.Case {
	c := &corpus.Case{ID: "log", Tool: "Bash", Command: "make ci", ExitCode: new(int)}
	for len(c.Stdout) < minLog {
		for i := range cases {
			raw := cases[i].Raw()
			if len(c.Stdout)+len(raw)+1 <= maxLog {
				c.Stdout = append(append(c.Stdout, raw...), '\n')
			}
		}
	}
	return c
}

// time times the starts and the log. Servers aren't timed: each call here starts one, which an agent does once.
func (d *Doc) time(ctx context.Context, list []*contender, cases []corpus.Case, o RunOptions) error {
	var programs []Peer
	rows := []*Row{new(Row)} // that of the raw output comes first
	for _, c := range list {
		switch {
		case c.row.Kind == KindRaw:
			rows[0] = &c.row
		case c.peer != nil && c.row.Kind != KindServer:
			programs = append(programs, *c.peer)
			rows = append(rows, &c.row)
		}
	}
	// A program that does nothing, so that only the start of the peers counts. The command's name is one that no peer
	// knows and no shell has as a builtin.
	nothing, err := proc.Lookup("true")
	if err != nil {
		return err
	}
	start, err := timeRuns(ctx, &corpus.Case{Command: "nothing"}, nothing, programs, startRounds, o)
	if err != nil {
		return err
	}
	log := longLog(cases)
	o.Timeout = time.Minute
	long, err := timeRuns(ctx, log, "", programs, logRounds, o)
	if err != nil {
		return err
	}
	d.Rounds, d.LogBytes = startRounds, len(log.Stdout)
	for i, r := range rows {
		r.Start, r.Log = cost(start[0], start[i]), d.logCost(long[0], long[i])
	}
	return nil
}

// logCost returns the cost of a program for the log, with the rates.
func (d *Doc) logCost(raw, through []Took) *Cost {
	c := cost(raw, through)
	if c == nil {
		return nil
	}
	var clock, processor []float64
	for _, t := range through {
		clock, processor = append(clock, t.Clock.Seconds()), append(processor, t.Processor.Seconds())
	}
	c.MBps = round(quotient(float64(d.LogBytes)/1e6, median(clock)))
	c.MBPerCPU = round(quotient(float64(d.LogBytes)/1e6, median(processor)))
	return c
}

// load returns the mean number of processes that wanted a processor in the last minute, or "" if it isn't known.
func load() string {
	text, err := os.ReadFile("/proc/loadavg") // Linux alone
	if err != nil {
		return ""
	}
	first, _, _ := strings.Cut(string(text), " ")
	return first
}

// cost returns the time of a program beyond that of the command alone, nil if it wasn't timed.
func cost(raw, through []Took) *Cost {
	if len(through) == 0 {
		return nil
	}
	var beyond, times []float64
	for i := range through {
		beyond = append(beyond, (through[i].Clock-raw[i].Clock).Seconds()*1000)
		times = append(times, quotient(through[i].Clock.Seconds(), raw[i].Clock.Seconds()))
	}
	return &Cost{BeyondMS: round(median(beyond)), Times: round(median(times))}
}

func median(list []float64) float64 {
	list = slices.Sorted(slices.Values(list))
	mid := len(list) / 2
	if len(list)%2 == 1 {
		return list[mid]
	}
	return (list[mid-1] + list[mid]) / 2
}
