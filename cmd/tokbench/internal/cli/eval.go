package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/cmd/tokbench/internal/report"
	"github.com/toktee/toktee/cmd/tokbench/internal/score"
)

// evalFlags are the flags of eval.
type evalFlags struct {
	corpusFlags
	levels, budgets string
	json, texts     string
	counts          bool
}

// newEval returns "tokbench eval".
func newEval(a *app) *cobra.Command {
	var f evalFlags
	cmd := &cobra.Command{
		Use:   "eval --data DIR",
		Short: "Score a corpus: savings, lost facts and broken promises",
		Long: `eval measures a corpus of recorded outputs whose facts are known. A family is a group of outputs, such as
those of go test. For every family, eval prints tables with a row for each level and budget. The tables have the tokens
saved, and the share of facts that toktee's texts keep. They also have this share for plain cuts with as many tokens as
toktee's texts. Three reports follow. The first compares toktee with the best plain cut of each family. The second
counts the gaps in the texts at the level balanced. The third lists the broken promises.

In: a folder with recorded outputs and their facts (docs/tokbench.md, A corpus). No recorded command is run.
Out: the tables on standard output; --json writes them to a file, --texts writes every text.
Exit codes: 0 for success; 1 for a broken promise; 2 for wrong arguments, or a corpus that can't be read.`,
		Example: `  tokbench eval --data testdata/corpus --counts --json report.json
  tokbench eval --data testdata/corpus --families gotest,pytest --budgets none`,
		Args: exactly(),
		RunE: func(cmd *cobra.Command, _ []string) error { return a.eval(cmd.Context(), &f) },
	}
	fs := cmd.Flags()
	f.add(fs)
	f.addAsCommand(fs)
	fs.StringVar(&f.levels, "levels", "",
		"measure these levels `L,...`; \"none\" measures no level (default minimal,balanced,conservative)")
	fs.StringVar(&f.budgets, "budgets", "",
		"measure these budgets `N,...`; \"none\" measures no budget (default 32,50,100,250,500,1000,2000,4000,8000)")
	fs.StringVar(&f.json, "json", "", "write the report as JSON to `FILE`; with -, print it instead of the tables")
	fs.StringVar(&f.texts, "texts", "",
		"write every text with its figures as JSON lines to `FILE`, for benchmarks/recount/eval.py")
	fs.BoolVar(&f.counts, "counts", false, "report a count that differs from the tool's own count as a broken promise")
	return cmd
}

// eval scores a corpus and writes the report.
func (a *app) eval(ctx context.Context, f *evalFlags) error {
	if err := checkJobs(f.jobs); err != nil {
		return err
	}
	settings, err := score.Settings(f.levels, f.budgets)
	if err != nil {
		return usageError{err}
	}
	cases, err := f.load()
	if err != nil {
		return err
	}
	b := a.bench(settings, f.jobs)
	b.Keep, b.Least = f.texts != "", f.json != "-"
	scores, err := b.Run(ctx, cases)
	if err != nil {
		return err
	}
	r := report.New(b, scores)
	if f.counts {
		r.Violations = append(r.Violations, report.Miscounts(&r)...)
	}
	texts := func() ([]byte, error) { return report.Texts(b, scores) }
	err = writeReports(a.stdout, 0o644, r.Doc(), target{f.texts, texts}, target{f.json, r.JSON})
	if err == nil && len(r.Violations) > 0 {
		return errViolations
	}
	return err
}
