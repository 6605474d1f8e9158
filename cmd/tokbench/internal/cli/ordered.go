package cli

import (
	"context"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/cmd/tokbench/internal/ordered"
	"github.com/toktee/toktee/cmd/tokbench/internal/subject"
	"github.com/toktee/toktee/cmd/tokbench/internal/summary"
	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/summarize"
	"github.com/toktee/toktee/tokens"
)

// newOrdered is "tokbench ordered".
func newOrdered(a *app) *cobra.Command {
	var data, levels, budgets string
	var lost, shown bool
	back := summarize.DefaultBack
	jobs := runtime.NumCPU()
	cmd := &cobra.Command{
		Use:   "ordered --data DIR",
		Short: "Say what whole sessions could still have done with shorter results, and what they would have cost",
		Long: `ordered reads the sessions of DIR/ordered-*.jsonl in their order. For each level it prints the share of
calls that could still have been made of those that use something from earlier results, what is saved, and
the cost beside that of the agent's own cut, by the model of internal/measure/cost and at half and double of each
of its constants. Intervals draw sessions again.

In: a folder with ordered-*.jsonl, an event a line (docs/tokbench.md, ordered). Nothing is run.
Out: three tables on standard output; with --lost, each call that isn't possible any more and what it lacks.
Exit codes: 0; 1 where the run failed; 2 for a mistake in the call.`,
		Example: "  tokbench ordered --data testdata/corpus",
		Args:    exactly(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkJobs(jobs); err != nil {
				return err
			}
			if budgets == "" {
				budgets = "none"
			}
			settings, err := summary.Settings(levels, budgets)
			if err != nil {
				return usageError{err}
			}
			b := &ordered.Bench{Summarise: subject.Summarise, Encoding: tokens.O200kBase, Jobs: jobs}
			if shown {
				b.Summarise = ordered.Summariser(subject.Remembering(back))
			}
			return a.ordered(subject.WithRecovery(cmd.Context()), b, data, settings, lost)
		},
	}
	fs := cmd.Flags()
	fs.StringVar(&data, "data", "", "the folder `DIR` with ordered-*.jsonl")
	fs.StringVar(&levels, "levels", "", "levels `L,...` to measure, or none (default minimal,balanced,conservative)")
	fs.StringVar(&budgets, "budgets", "", "budgets `N,...` to measure, or none (default none)")
	fs.BoolVar(&lost, "lost", false, "list what calls use and no short text has")
	fs.BoolVar(&shown, "shown", false, "name sessions, agents and epochs: lines shown before become one saying where")
	fs.IntVar(&back, "back", back, "with --shown, lines that were shown up to `N` tokens back")
	fs.IntVar(&jobs, "jobs", jobs, "measure `N` sessions at once")
	return cmd
}

func (a *app) ordered(
	ctx context.Context, b *ordered.Bench, data string, settings []summary.Setting, lost bool,
) error {
	if data == "" {
		return usage("no corpus: want --data DIR")
	}
	sessions, err := corpus.LoadOrdered(data)
	if err != nil {
		return err
	}
	if len(sessions) == 0 {
		return usage("--data %s: there is no ordered-*.jsonl", data)
	}
	var rows []ordered.Row
	for _, s := range settings {
		measured, err := b.Run(ctx, sessions, s)
		if err != nil {
			return err
		}
		rows = append(rows, ordered.Rows(s, measured)...)
	}
	if lost {
		return ordered.PrintLost(a.stdout, rows)
	}
	return ordered.Print(a.stdout, rows)
}
