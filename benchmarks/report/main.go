// Command report measures the figures of benchmarks/results, which README.md and docs/benchmarks.md quote:
//
//	go run ./benchmarks/report                          # measure, and write the docs' figures; a minute or two
//	go run ./benchmarks/report -only readme             # write the docs' figures from the committed results
//	go run ./benchmarks/report -only table              # compare toktee with cuts and other programs, and write the
//	                                                    # table of docs/benchmarks.md; 5 minutes; other
//	                                                    # programs by -peer NAME=TEMPLATE, as in tokbench table, and
//	                                                    # by -install, those of benchmarks/peers
//	go run ./benchmarks/report -results DIR -readme ""  # measure into another folder, to compare with the
//	                                                    # committed results
//
// It runs from the root of the repository and writes
//
//   - eval.json: "tokbench eval --counts" on testdata/corpus;
//   - mix.json: a coding session built from the same outputs, which must save 97% at minimal;
//   - allocs.txt: the allocations of those benchmarks that allocate nearly the same on every machine;
//   - the figures between two marks of the README, and of docs/benchmarks.md;
//   - only on request: table.json, "tokbench table" on the same, and the table of docs/benchmarks.md.
//
// eval.json and mix.json depend on the code and the corpus alone, as does the table without its times. The exit code is
// 1 if a step fails, or a promise is broken.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
)

const (
	corpusDir = "testdata/corpus"
	docs      = "docs/benchmarks.md" // shows the tables
)

// report defines the measurements and their files.
type report struct {
	results  string
	readme   string // "" for none
	peers    []string
	install  bool   // the programs of benchmarks/peers are rows of the table
	tokbench string // built from this tree
	toktee   string
}

// step is a part of the measurement.
type step struct {
	name string
	do   func(*report, context.Context) error
}

// steps are the measurements in their order.
var steps = []step{
	{"eval", (*report).eval}, {"allocs", (*report).allocs}, {"readme", (*report).figures},
	{"table", (*report).table},
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "report:", err)
		os.Exit(1)
	}
}

// run takes the wanted steps.
func run(ctx context.Context, args []string) error {
	var r report
	fs := flag.NewFlagSet("report", flag.ContinueOnError)
	fs.StringVar(&r.results, "results", "benchmarks/results", "folder that the measurements are written to")
	fs.StringVar(&r.readme, "readme", "README.md", "file that shows the key figures; empty: no figures are written")
	fs.Func("peer", "another program for the table, NAME=TEMPLATE; may be repeated", func(s string) error {
		r.peers = append(r.peers, s)
		return nil
	})
	fs.BoolVar(&r.install, "install", false, "get gortk and context-mode as rows of the table (Linux on x86-64)")
	only := fs.String("only", "eval,allocs,readme", "steps to take")
	if err := fs.Parse(args); err != nil {
		return err
	}
	wanted := strings.Split(*only, ",")
	for _, name := range wanted {
		if !slices.ContainsFunc(steps, func(s step) bool { return s.name == name }) {
			return fmt.Errorf("-only %q: want eval, allocs, readme or table", name)
		}
	}
	if _, err := os.Stat(corpusDir); err != nil {
		return fmt.Errorf("run it from the root of the repository: %w", err)
	}
	if err := os.MkdirAll(r.results, 0o755); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "toktee-report-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	r.tokbench, r.toktee = filepath.Join(dir, "tokbench"), filepath.Join(dir, "toktee")
	return r.take(ctx, wanted)
}

// take takes the wanted steps in their order.
func (r *report) take(ctx context.Context, wanted []string) error {
	built := []string{"eval", "table"}
	if slices.ContainsFunc(wanted, func(name string) bool { return slices.Contains(built, name) }) {
		if err := command(ctx, "go", "build", "-o", r.tokbench, "./cmd/tokbench"); err != nil {
			return err
		}
	}
	for _, s := range steps {
		if !slices.Contains(wanted, s.name) {
			continue
		}
		if err := s.do(r, ctx); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	return nil
}

// eval measures the corpus, and the session mix from the same texts.
func (r *report) eval(ctx context.Context) error {
	texts := filepath.Join(filepath.Dir(r.tokbench), "texts.jsonl")
	err := command(ctx, r.tokbench, "eval", "--counts", "--data", corpusDir,
		"--json", filepath.Join(r.results, "eval.json"), "--texts", texts)
	if err != nil {
		return err
	}
	return r.mix(texts)
}

// figures writes the README's figures and the tables of docs/benchmarks.md from the results.
func (r *report) figures(context.Context) error {
	if r.readme == "" {
		return nil
	}
	text, err := keyFigures(r.results)
	if err != nil {
		return err
	}
	if err := keyMarks.write(r.readme, text); err != nil {
		return err
	}
	if text, err = tables(r.results); err != nil {
		return err
	}
	return figuresMarks.write(docs, text)
}

// command runs a command whose output is shown.
func command(ctx context.Context, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("running %s %s: %w", filepath.Base(name), strings.Join(args, " "), err)
	}
	return nil
}
