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

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/s3" // s3://; beamx has gs://
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	replay "github.com/toktee/toktee/contrib/beam"
	prices "github.com/toktee/toktee/internal/measure/replay"
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

func job() (replay.Job, error) {
	j := replay.Job{Input: *input, Output: *output, Texts: *texts}
	if *input == "" || *output == "" || flag.NArg() > 0 {
		return j, errors.New("want --input DIR and --output DIR, and no arguments")
	}
	var err error
	if j.Levels, err = replay.Levels(*levels); err != nil {
		return j, err
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
	counts := map[string]int64{}
	for _, c := range result.Metrics().AllMetrics().Counters() {
		if c.Namespace() == replay.Namespace {
			counts[c.Name()] += c.Result()
		}
	}
	return replay.Tell(os.Stdout, counts)
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
