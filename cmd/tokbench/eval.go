package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"

	"github.com/toktee/toktee/internal/bench"
	"github.com/toktee/toktee/tokens"
)

// evalFlags are the flags of eval.
type evalFlags struct {
	data, levels, budgets, families, json string
	worst, jobs                           int
	times, counts                         bool
}

func (f *evalFlags) register(fs *flag.FlagSet) {
	fs.StringVar(&f.data, "data", "", "")
	fs.StringVar(&f.levels, "levels", "", "")
	fs.StringVar(&f.budgets, "budgets", "", "")
	fs.StringVar(&f.families, "families", "", "")
	fs.StringVar(&f.json, "json", "", "")
	fs.IntVar(&f.worst, "worst", 0, "")
	fs.IntVar(&f.jobs, "jobs", runtime.NumCPU(), "")
	fs.BoolVar(&f.times, "times", false, "")
	fs.BoolVar(&f.counts, "counts", false, "")
}

// eval scores a corpus and prints the report.
func eval(ctx context.Context, args []string, stdout io.Writer) error {
	var f evalFlags
	fs := newFlags("eval")
	f.register(fs)
	if _, err := parse(fs, args); err != nil {
		return err
	}
	if f.jobs < 1 {
		return usageError{fmt.Errorf("--jobs %d: want at least 1", f.jobs)}
	}
	if f.worst < 0 {
		return usageError{fmt.Errorf("--worst %d: want 0 or more", f.worst)}
	}
	settings, err := bench.Settings(f.levels, f.budgets)
	if err != nil {
		return usageError{err}
	}
	cases, err := load(f.data)
	if err != nil {
		return err
	}
	if cases, err = bench.OfFamilies(cases, list(f.families)); err != nil {
		return usageError{err}
	}
	b := &bench.Bench{Summarise: summarise, Clean: cleaned, Settings: settings, Encoding: tokens.Default, Jobs: f.jobs}
	scores, err := b.Run(ctx, cases)
	if err != nil {
		return err
	}
	r := bench.NewReport(b, scores, f.times)
	if f.counts {
		r.Violations = append(r.Violations, bench.Miscounts(&r)...)
	}
	if err := f.write(ctx, b, &r, scores, stdout); err != nil {
		return err
	}
	if len(r.Violations) > 0 {
		return errViolations
	}
	return nil
}

// write prints the tables, and writes the JSON where it is wanted.
func (f *evalFlags) write(ctx context.Context, b *bench.Bench, r *bench.Report, scores []bench.CaseScore, stdout io.Writer) error {
	if f.json != "" {
		js, err := r.JSON()
		if err != nil {
			return err
		}
		if f.json == "-" {
			_, err = stdout.Write(js)
			return err
		}
		if err := os.WriteFile(f.json, js, 0o644); err != nil {
			return fmt.Errorf("writing the report: %w", err)
		}
	}
	if err := r.Print(stdout); err != nil {
		return err
	}
	if f.worst == 0 {
		return nil
	}
	losses := bench.Worst(b, scores, f.worst)
	if err := bench.PrintWorst(stdout, losses); err != nil {
		return err
	}
	for _, l := range losses {
		lost, err := b.Explain(withWhy(ctx), l.Case, l.Setting)
		if err != nil {
			return err
		}
		fmt.Fprintf(stdout, "\n%s  %s\n", l.Case.ID, l.Setting)
		for _, fact := range lost {
			printLost(stdout, fact)
		}
	}
	return nil
}

// list splits a flag's value at its commas.
func list(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' })
}
