package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/toktee/toktee/internal/bench"
	"github.com/toktee/toktee/tokens"
)

// evalFlags are the flags of eval.
type evalFlags struct {
	data, levels, budgets, families, json string
	html, md, svg, texts                  string
	worst, jobs                           int
	times, counts, noIntent               bool
}

func (f *evalFlags) register(fs *flag.FlagSet) {
	fs.StringVar(&f.data, "data", "", "")
	fs.StringVar(&f.levels, "levels", "", "")
	fs.StringVar(&f.budgets, "budgets", "", "")
	fs.StringVar(&f.families, "families", "", "")
	fs.StringVar(&f.json, "json", "", "")
	fs.StringVar(&f.html, "html", "", "")
	fs.StringVar(&f.md, "md", "", "")
	fs.StringVar(&f.svg, "svg", "", "")
	fs.StringVar(&f.texts, "texts", "", "")
	fs.IntVar(&f.worst, "worst", 0, "")
	fs.IntVar(&f.jobs, "jobs", runtime.NumCPU(), "")
	fs.BoolVar(&f.times, "times", false, "")
	fs.BoolVar(&f.counts, "counts", false, "")
	fs.BoolVar(&f.noIntent, "no-intent", false, "")
}

// eval scores a corpus and prints the report.
func (a app) eval(ctx context.Context, args []string, stdout io.Writer) error {
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
	if f.noIntent {
		for i := range cases {
			cases[i].Intent = ""
		}
	}
	b := &bench.Bench{Summarise: a.summarise, Clean: cleaned, Settings: settings, Encoding: tokens.Default, Jobs: f.jobs, Keep: f.texts != ""}
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

// write writes the report in the forms that are wanted, and prints the tables unless the JSON goes to standard output.
func (f *evalFlags) write(ctx context.Context, b *bench.Bench, r *bench.Report, scores []bench.CaseScore, stdout io.Writer) error {
	var worst []bench.Explained
	for _, l := range bench.Worst(b, scores, f.worst) {
		lost, err := b.Explain(withWhy(ctx), l.Case, l.Setting)
		if err != nil {
			return err
		}
		worst = append(worst, bench.Explained{Loss: l, Facts: lost})
	}
	for name, form := range map[string]func(io.Writer) error{
		f.html:  func(w io.Writer) error { return r.HTML(w, b.Settings, worst) },
		f.md:    r.Markdown,
		f.texts: func(w io.Writer) error { return bench.WriteTexts(w, b, scores) },
		f.json: func(w io.Writer) error {
			js, err := r.JSON()
			if err == nil {
				_, err = w.Write(js)
			}
			return err
		},
	} {
		if name == "" || name == "-" {
			continue
		}
		if err := writeFile(name, form); err != nil {
			return err
		}
	}
	if f.svg != "" {
		if err := writeFrontiers(f.svg, r, b.Settings); err != nil {
			return err
		}
	}
	if f.json == "-" {
		js, err := r.JSON()
		if err == nil {
			_, err = stdout.Write(js)
		}
		return err
	}
	if err := r.Print(stdout); err != nil || f.worst == 0 {
		return err
	}
	var losses []bench.Loss
	for _, e := range worst {
		losses = append(losses, e.Loss)
	}
	if err := bench.PrintWorst(stdout, losses); err != nil {
		return err
	}
	for _, e := range worst {
		fmt.Fprintf(stdout, "\n%s  %s\n", e.Case.ID, e.Setting)
		for _, fact := range e.Facts {
			printLost(stdout, fact)
		}
	}
	return nil
}

// writeFile makes a file of a report.
func writeFile(name string, form func(io.Writer) error) error {
	var b bytes.Buffer
	if err := form(&b); err != nil {
		return fmt.Errorf("writing the report: %w", err)
	}
	if err := os.WriteFile(name, b.Bytes(), 0o644); err != nil {
		return fmt.Errorf("writing the report: %w", err)
	}
	return nil
}

// writeFrontiers makes a file for each family whose recall can be drawn.
func writeFrontiers(dir string, r *bench.Report, settings []bench.Setting) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("writing the frontiers: %w", err)
	}
	for i := range r.Families {
		f := &r.Families[i]
		svg := f.Frontier(settings)
		if svg == "" {
			continue
		}
		if err := writeFile(filepath.Join(dir, f.Name+".svg"), func(w io.Writer) error { _, err := io.WriteString(w, svg); return err }); err != nil {
			return err
		}
	}
	return nil
}

// list splits a flag's value at its commas.
func list(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' })
}
