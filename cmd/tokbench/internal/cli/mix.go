package cli

import (
	"context"
	"fmt"
	"io"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/cmd/tokbench/internal/mix"
	"github.com/toktee/toktee/cmd/tokbench/internal/subject"
)

// mixFlags are the flags of mix.
type mixFlags struct {
	data, json string
	minSavings float64
	jobs       int
}

// newMix is "tokbench mix".
func newMix(a *app) *cobra.Command {
	var f mixFlags
	cmd := &cobra.Command{
		Use:   "mix --data DIR",
		Short: "Measure a session of the published mix of tools, built from the outputs of a corpus",
		Long: `mix takes, for each kind of tool that a session uses, the outputs of the corpus that are nearest to
its size, and weights their savings by calls and size.

In: a folder with recorded outputs (docs/tokbench.md, A corpus).
Out: a table on standard output, a row for each kind of tool; --json writes it as a file.
Exit codes: 0; 1 where the level minimal saves less than --min-savings; 2 for a mistake in the call.`,
		Example: "  tokbench mix --data testdata/corpus --min-savings 97",
		Args:    exactly(),
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.mix(cmd.Context(), &f) },
	}
	fs := cmd.Flags()
	addData(fs, &f.data)
	fs.StringVar(&f.json, "json", "", "write the figures as JSON `FILE`")
	fs.Float64Var(&f.minSavings, "min-savings", 0, "fail where the level minimal saves less than `P` percent")
	fs.IntVar(&f.jobs, "jobs", runtime.NumCPU(), "score `N` cases at once")
	return cmd
}

// mix measures a session of the published mix on the outputs of a corpus.
func (a *app) mix(ctx context.Context, f *mixFlags) error {
	cases, err := load(f.data)
	if err != nil {
		return err
	}
	m, err := mix.Run(ctx, *a.bench(nil, f.jobs), cases, mix.Seed(), subject.ToolOf)
	if err != nil {
		return err
	}
	if f.json != "" {
		form := func(w io.Writer) error {
			js, err := m.JSON()
			if err == nil {
				_, err = w.Write(append(js, '\n'))
			}
			return err
		}
		if err := writeFile(f.json, form); err != nil {
			return err
		}
	}
	if err := m.Print(a.stdout); err != nil {
		return err
	}
	if got := m.Saved[0] * 100; got < f.minSavings {
		return fmt.Errorf("minimal saves %.1f%% of the session, want at least %.1f%%", got, f.minSavings)
	}
	return nil
}
