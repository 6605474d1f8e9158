package cli

import (
	"context"
	"fmt"
	"io"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/cmd/tokbench/internal/ordered"
	"github.com/toktee/toktee/cmd/tokbench/internal/report"
	"github.com/toktee/toktee/cmd/tokbench/internal/score"
	"github.com/toktee/toktee/internal/measure/corpus"
)

// orderedFlags are the flags of ordered.
type orderedFlags struct {
	data, levels, budgets string
	lost                  bool
	jobs                  int
}

// newOrdered returns "tokbench ordered".
func newOrdered(a *app) *cobra.Command {
	var f orderedFlags
	cmd := &cobra.Command{
		Use:   "ordered --data DIR",
		Short: "Measure whole sessions with short texts: the calls that are still possible, and the cost",
		Long: `ordered reads the sessions of DIR/ordered-*.jsonl in their order. A call that uses strings of an earlier
result is still possible if the short texts contain these strings. For each level, ordered prints the share of calls
that are still possible with the short texts, and the tokens saved. The columns "head+tail" have the same figures for a
plain cut that keeps the first and the last lines of each result. All results have the same token limit. All cuts
together have at most as many tokens as all short texts together.

ordered also prints the cost with short texts, divided by the cost with the results as the agent had cut them. A second
table has the cost if one constant of the cost model is halved or doubled (docs/tokbench.md). The confidence intervals
treat each session as one observation.

In: a folder with ordered-*.jsonl, with one event on each line (docs/tokbench.md, ordered). No recorded command is run.
Out: two tables on standard output; with --lost, each call that became impossible and its missing strings.
Exit codes: 0 for success; 1 for a run that failed; 2 for wrong arguments.`,
		Example: "  tokbench ordered --data testdata/corpus",
		Args:    exactly(),
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.ordered(cmd.Context(), &f) },
	}
	fs := cmd.Flags()
	fs.StringVar(&f.data, "data", "", "the folder `DIR` with ordered-*.jsonl")
	fs.StringVar(&f.levels, "levels", "",
		"measure these levels `L,...`; \"none\" measures no level (default minimal,balanced,conservative)")
	fs.StringVar(&f.budgets, "budgets", "none", "measure these budgets `N,...`; \"none\" measures no budget")
	fs.BoolVar(&f.lost, "lost", false, "list each string that a call uses and that no short text contains")
	fs.IntVar(&f.jobs, "jobs", runtime.NumCPU(), "measure `N` sessions at once")
	return cmd
}

// ordered measures the sessions of a folder and prints the figures.
func (a *app) ordered(ctx context.Context, f *orderedFlags) error {
	if err := checkJobs(f.jobs); err != nil {
		return err
	}
	settings, err := score.Settings(f.levels, f.budgets)
	if err != nil {
		return usageError{err}
	}
	if f.data == "" {
		return usage("no corpus: want --data DIR")
	}
	sessions, err := corpus.LoadOrdered(f.data)
	if err != nil {
		return err
	}
	if len(sessions) == 0 {
		return usage("--data %s: there is no ordered-*.jsonl", f.data)
	}
	b := &ordered.Bench{Summarise: Summarise, Jobs: f.jobs}
	var rows []ordered.Row
	for _, s := range settings {
		measured, err := b.Rows(changed(ctx, addRecovery), sessions, s)
		if err != nil {
			return err
		}
		rows = append(rows, measured...)
	}
	if f.lost {
		return printLostStrings(a.stdout, rows)
	}
	return report.Sessions(rows).Text(a.stdout)
}

// printLostStrings lists the strings that calls use and no short text has: file, setting, session, the call, the result
// that has the string, and the string.
func printLostStrings(out io.Writer, rows []ordered.Row) error {
	for _, r := range rows {
		for _, s := range r.Sessions {
			for _, l := range s.Lost {
				_, err := fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%s\t%q\n", r.File, r.Setting, s.Name, l.Call, l.Result,
					l.String)
				if err != nil {
					return err
				}
			}
		}
	}
	return nil
}
