package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// options are the command's flags.
type options struct {
	ci     bool
	only   []string // parts to measure
	toktee string   // the command, built from this tree if empty
	pairs  int
	size   int64 // bytes of log text
	rounds int   // how often the log and the corpus are summarised
	corpus string
	jobs   string // folder with logs of CI jobs, "" for outputs of testdata
	bench  string // file for the single measurements
}

var parts = []string{"start", "log", "jobs", "binary", "corpus"}

// parse reads the command line.
func parse(args []string, stderr io.Writer) (*options, error) {
	o := &options{}
	fs := flag.NewFlagSet("pipeline", flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.BoolVar(&o.ci, "ci", false, "hold ratios, which a noisy machine doesn't change, instead of times")
	only := fs.String("only", strings.Join(parts, ","), "parts to measure")
	fs.StringVar(&o.toktee, "toktee", "", "the command to measure (default: built from this tree)")
	fs.IntVar(&o.pairs, "pairs", 50, "pairs of runs of the start gates")
	size := fs.Int64("size", 0, "`MB` of each log text (default 1000, with -ci 64)")
	fs.IntVar(&o.rounds, "rounds", 5, "how often the log and the corpus are summarised")
	fs.StringVar(&o.corpus, "corpus", "testdata/corpus", "folder with cases.jsonl or sessions-*.jsonl")
	fs.StringVar(&o.jobs, "jobs", os.Getenv("TOKTEE_JOBS"), "folder with cases.jsonl, of which the families "+
		strings.Join(jobFamilies, " and ")+" are logs of CI jobs (default TOKTEE_JOBS, or else outputs of testdata)")
	fs.StringVar(&o.bench, "bench", "", "write every measurement to this file, as benchstat reads it")
	if err := fs.Parse(args); err != nil {
		return nil, err
	}
	if fs.NArg() > 0 {
		return nil, fmt.Errorf("unexpected argument %q", fs.Arg(0))
	}
	for p := range strings.SplitSeq(*only, ",") {
		if !slices.Contains(parts, p) {
			return nil, fmt.Errorf("-only %q: want %s", p, strings.Join(parts, ", "))
		}
		o.only = append(o.only, p)
	}
	if min(o.pairs, o.rounds) < 1 {
		return nil, fmt.Errorf("-pairs %d, -rounds %d: want at least 1 of each", o.pairs, o.rounds)
	}
	if *size == 0 {
		*size = 1000
		if o.ci {
			*size = 64
		}
	}
	if o.size = *size * 1e6; o.size < minSize {
		return nil, fmt.Errorf("-size %d: want at least %d MB", *size, int64(minSize/1e6))
	}
	return o, nil
}

// minSize is the size in bytes of the smallest log text whose figures mean something.
const minSize = 4e6
