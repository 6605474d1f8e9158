package cli

import (
	"context"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/cmd/tokbench/internal/ordered"
	"github.com/toktee/toktee/cmd/tokbench/internal/report"
	"github.com/toktee/toktee/cmd/tokbench/internal/subject"
	"github.com/toktee/toktee/cmd/tokbench/internal/summary"
	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/tokens"
)

// evalFlags are the flags of eval.
type evalFlags struct {
	corpusFlags
	levels, budgets         string
	command                 string
	json, html, md, svg     string
	texts                   string
	worst, jobs             int
	times, counts, noIntent bool
}

// newEval is "tokbench eval".
func newEval(a *app) *cobra.Command {
	var f evalFlags
	cmd := &cobra.Command{
		Use:   "eval --data DIR",
		Short: "Score a corpus: what is saved and kept, and which promises are broken",
		Long: `eval prints a block for every family of cases: rows are levels and budgets, columns what was saved
and kept, beside plain ways to cut as many tokens; then where the best of those keeps more; then, at balanced,
what the whole sessions of DIR/ordered-*.jsonl could still have done.

In: a folder with recorded outputs and their facts (docs/tokbench.md, A corpus). Nothing is run.
Out: the tables on standard output; --html, --md, --json and --svg write them as files, --texts every text.
Exit codes: 0; 1 when any promise is broken; 2 for a mistake in the call, such as a corpus that can't be read.`,
		Example: `  tokbench eval --data testdata/corpus --counts --html report.html
  tokbench eval --data testdata/corpus --families gotest,pytest --budgets none --worst 5`,
		Args: exactly(),
		RunE: func(cmd *cobra.Command, _ []string) error { return a.eval(cmd.Context(), &f) },
	}
	fs := cmd.Flags()
	f.add(fs)
	fs.StringVar(&f.levels, "levels", "", "levels `L,...` to measure, or none (default minimal,balanced,conservative)")
	fs.StringVar(&f.budgets, "budgets", "",
		"budgets `N,...` to measure, or none (default 32,50,100,250,500,1000,2000,4000,8000)")
	addAsCommand(fs, &f.command)
	fs.IntVar(&f.worst, "worst", 0, "list the `N` cases that lost the most facts")
	fs.StringVar(&f.html, "html", "", "write the report as a page `FILE`, with the frontier of recall by budget")
	fs.StringVar(&f.md, "md", "", "write the tables as Markdown `FILE`, for a CI job's summary")
	fs.StringVar(&f.svg, "svg", "", "write the frontier of each family into the folder `DIR`")
	fs.StringVar(&f.texts, "texts", "",
		"write every text with its figures as JSON lines `FILE`, for benchmarks/recount/eval.py")
	fs.StringVar(&f.json, "json", "", "write the report as JSON `FILE`, - for standard output instead of the tables")
	fs.BoolVar(&f.counts, "counts", false, "a count that differs from the tool's own is a broken promise")
	fs.BoolVar(&f.noIntent, "no-intent", false, "forget what the callers were after")
	fs.BoolVar(&f.times, "times", false, "report how long the summaries took")
	fs.IntVar(&f.jobs, "jobs", runtime.NumCPU(), "score `N` cases at once")
	return cmd
}

// eval scores a corpus and writes the report.
func (a *app) eval(ctx context.Context, f *evalFlags) error {
	if err := checkJobs(f.jobs); err != nil {
		return err
	}
	if f.worst < 0 {
		return usage("--worst %d: want 0 or more", f.worst)
	}
	settings, err := summary.Settings(f.levels, f.budgets)
	if err != nil {
		return usageError{err}
	}
	cases, err := f.load()
	if err != nil {
		return err
	}
	asCommand(cases, f.command)
	if f.noIntent {
		for i := range cases {
			cases[i].Intent = ""
		}
	}
	b := a.bench(settings, f.jobs)
	b.Keep = f.texts != ""
	scores, err := b.Run(ctx, cases)
	if err != nil {
		return err
	}
	r := report.New(b, scores, f.times)
	if r.Ordered, err = a.wholeSessions(ctx, f, settings); err != nil {
		return err
	}
	if f.counts {
		r.Violations = append(r.Violations, report.Miscounts(&r)...)
	}
	e := evaluation{bench: b, scores: scores, report: &r}
	if err := e.explain(subject.WithReasons(ctx), f.worst); err != nil {
		return err
	}
	if err := e.write(f, a.stdout); err != nil {
		return err
	}
	if len(r.Violations) > 0 {
		return errViolations
	}
	return nil
}

// wholeSessions measures the corpus's whole sessions at balanced, where that is measured at all and nothing about the
// cases is changed: "tokbench ordered" has them at other settings.
func (a *app) wholeSessions(ctx context.Context, f *evalFlags, settings []summary.Setting) ([]ordered.Row, error) {
	s := summary.Setting{Level: "balanced"}
	if !slices.Contains(settings, s) || f.families != "" || f.command != "" || f.noIntent {
		return nil, nil
	}
	sessions, err := corpus.LoadOrdered(f.data)
	if err != nil {
		return nil, usageError{err}
	}
	b := &ordered.Bench{Summarise: ordered.Summariser(a.summarise), Encoding: tokens.Default, Jobs: f.jobs}
	measured, err := b.Run(subject.WithRecovery(ctx), sessions, s)
	return ordered.Rows(s, measured), err
}

// explain finds the n worst losses and why the facts were lost.
func (e *evaluation) explain(ctx context.Context, n int) error {
	for _, l := range e.bench.Worst(e.scores, n) {
		lost, err := e.bench.Explain(ctx, l.Case, l.Setting)
		if err != nil {
			return err
		}
		e.worst = append(e.worst, report.Explained{Loss: l, Facts: lost})
	}
	return nil
}
