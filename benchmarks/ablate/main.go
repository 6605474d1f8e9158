// Command ablate measures the contribution of each part of the pipeline: it summarises the corpus without the part and
// reports the losses of the texts.
//
//	go run ./benchmarks/ablate                                # benchmarks/results/ablation.md
//	go run ./benchmarks/ablate -only general/ -out -          # the stages of the general engine, on standard output
//	go run ./benchmarks/ablate -data DIR -out -               # another corpus, of the form of docs/tokbench.md
//
// A part is a strategy, the programs of one file, a stage of the general engine, a form of diagnostics, or a stage of
// summarize. A row states the lines of Go of the part, without tests, and its losses: the points of recall and of saved
// tokens that are missing without it. They are measured at budgets of 100, 250 and 1000 tokens and at the level
// balanced. Figures below 0 are gains. The figures are those of "tokbench eval"; see docs/tokbench.md.
//
// # Cost
//
// A case is summarised again only without the parts that contributed to its text. The whole table takes two minutes of
// one core.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"runtime"

	"github.com/toktee/toktee/internal/measure/corpus"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "ablate:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	fs := flag.NewFlagSet("ablate", flag.ContinueOnError)
	data := fs.String("data", "testdata/corpus", "folder with the corpus")
	out := fs.String("out", "benchmarks/results/ablation.md", "file to write, - for standard output")
	only := fs.String("only", "", "measure the parts whose names match this regular expression")
	jobs := fs.Int("jobs", runtime.NumCPU(), "cases that are summarised at once")
	if err := fs.Parse(args); err != nil {
		return err
	}
	pattern, err := regexp.Compile(*only)
	if err != nil {
		return fmt.Errorf("-only %q: %w", *only, err)
	}
	cases, err := corpus.Load(*data)
	if err != nil {
		return err
	}
	parts, err := allParts(".")
	if err != nil {
		return err
	}
	b := bench{cases: cases, jobs: *jobs}
	whole, err := b.run(ctx, nil)
	if err != nil {
		return err
	}
	t := table{cases: len(cases), whole: whole.figures()}
	for _, p := range parts {
		if !pattern.MatchString(p.name) {
			continue
		}
		fmt.Fprintln(os.Stderr, p.name)
		without, err := b.run(ctx, &p)
		if err != nil {
			return fmt.Errorf("without %s: %w", p.name, err)
		}
		t.rows = append(t.rows, row{part: p, figures: without.figures(), changes: whole.changes(without)})
	}
	if *out == "-" {
		return t.write(os.Stdout)
	}
	return writeFile(*out, t.write)
}

func writeFile(name string, write func(io.Writer) error) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
