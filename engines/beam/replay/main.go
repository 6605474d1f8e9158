// Command replay replays agents' sessions on an engine that runs Apache Beam, into rows in Parquet, which
// docs/replay-parquet.md describes.
//
//	go build -o toktee-replay ./replay
//	./toktee-replay --input ~/.claude/projects --output rows
//
// Without --runner, that is prism, in this process.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/s3" // s3://; beamx has gs://
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	replay "github.com/toktee/toktee/engines/beam"
	prices "github.com/toktee/toktee/internal/replay"
	"github.com/toktee/toktee/internal/replayrows"
)

var (
	input  = flag.String("input", "", "replay the transcripts in `DIR`: a folder, or a bucket's URL")
	output = flag.String("output", "", "write rows into `DIR`: a folder, or a bucket's URL")
	levels = flag.String("levels", "minimal,balanced,conservative", "levels `L,...` to measure")
	texts  = flag.Bool("texts", false, "put the texts, raw and summarised, into the rows")
	table  = flag.String("prices", "", "price table `FILE`, TOML")
)

func main() {
	flag.Parse()
	beam.Init()
	j, err := job()
	if err != nil {
		fmt.Fprintln(os.Stderr, "replay:", err)
		os.Exit(2)
	}
	if err := run(context.Background(), j); err != nil {
		fmt.Fprintln(os.Stderr, "replay:", err)
		os.Exit(1)
	}
}

// known are the levels that there are.
var known = []string{"minimal", "balanced", "conservative", "lossless"}

// job is what the flags ask for.
func job() (replay.Job, error) {
	j := replay.Job{Input: *input, Output: *output, Texts: *texts}
	if *input == "" || *output == "" || flag.NArg() > 0 {
		return j, errors.New("want --input DIR and --output DIR, and no arguments")
	}
	list := strings.Split(*levels, ",")
	for _, l := range list {
		if !slices.Contains(known, l) {
			return j, fmt.Errorf("unknown level %q: want some of %v", l, known)
		}
	}
	for _, l := range known { // in their order, each once, as tokbench has them
		if slices.Contains(list, l) {
			j.Levels = append(j.Levels, l)
		}
	}
	return j, readPrices(&j)
}

func run(ctx context.Context, j replay.Job) error {
	if err := replay.Prepare(j); err != nil {
		return err
	}
	p, s := beam.NewPipelineWithRoot()
	if _, err := replay.Rows(s, j); err != nil {
		return err
	}
	result, err := beamx.RunWithMetrics(ctx, p)
	if err != nil {
		return err
	}
	for _, c := range result.Metrics().AllMetrics().Counters() {
		if c.Namespace() != replay.Namespace {
			continue
		}
		fmt.Printf("%s: %d\n", c.Name(), c.Result())
		if c.Name() == string(replayrows.Unreadable) && c.Result() > 0 {
			err = errors.New("not all can be read: see the log")
		}
	}
	return err
}

// readPrices reads the table of --prices, so that the workers need no file.
func readPrices(j *replay.Job) error {
	if *table == "" {
		return nil
	}
	f, err := os.Open(*table)
	if err != nil {
		return err
	}
	defer f.Close()
	j.Prices, err = prices.ReadPrices(f)
	return err
}
