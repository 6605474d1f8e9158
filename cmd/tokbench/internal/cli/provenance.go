package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/cmd/tokbench/internal/score"
	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/internal/measure/provenance"
	"github.com/toktee/toktee/internal/run/parallel"
)

// provenanceFlags are the flags of provenance.
type provenanceFlags struct {
	corpusFlags
	levels, budgets string
	show            int
}

// newProvenance returns "tokbench provenance".
func newProvenance(a *app) *cobra.Command {
	var f provenanceFlags
	cmd := &cobra.Command{
		Use:   "provenance --data DIR",
		Short: "Prove where each line of the short texts comes from",
		Long: `provenance makes the short texts of a corpus and proves where each line of a text comes from. There are
three kinds of lines. A line is a line of the output, or words from the lines of the output that the result names as its
sources, or a statement of toktee. For every strategy (the code for one kind of output), provenance prints the number of
texts, of lines of each kind, and of lines without a proof.

In: a folder with recorded outputs (docs/tokbench.md, A corpus). No recorded command is run.
Out: the table on standard output, and the first lines without a proof.
Exit codes: 0 for success; 1 for a line without a proof; 2 for wrong arguments, or a corpus that can't be read.`,
		Example: "  tokbench provenance --data testdata/corpus --budgets 100,250,1000",
		Args:    exactly(),
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.provenance(cmd.Context(), &f) },
	}
	fs := cmd.Flags()
	f.add(fs)
	f.addAsCommand(fs)
	fs.StringVar(&f.levels, "levels", "",
		"measure these levels `L,...`; \"none\" measures no level (default as in eval)")
	fs.StringVar(&f.budgets, "budgets", "",
		"measure these budgets `N,...`; \"none\" measures no budget (default as in eval)")
	fs.IntVar(&f.show, "show", 20, "print the first `N` lines without a proof")
	return cmd
}

// errUnproved is returned if a line has no proof.
var errUnproved = errors.New("lines without a proof")

// provenance checks the texts of a corpus.
func (a *app) provenance(ctx context.Context, f *provenanceFlags) error {
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
	var mu sync.Mutex
	kinds := map[string]*kindCounts{}
	faults := make([][]string, len(cases))
	check := func(ctx context.Context, i int) error {
		for _, s := range settings {
			strategy, lines, err := a.proved(ctx, &cases[i], s)
			if err != nil {
				return err
			}
			mu.Lock()
			n := kinds[strategy]
			if n == nil {
				n = &kindCounts{lines: map[provenance.Kind]int{}}
				kinds[strategy] = n
			}
			n.texts++
			for _, l := range lines {
				n.lines[l.Kind]++
				if l.Kind == provenance.Unproved {
					faults[i] = append(faults[i], fmt.Sprintf("%s at %s, line %d: %s:\n  %s",
						cases[i].ID, s, l.Number, l.Why, l.Text))
				}
			}
			mu.Unlock()
		}
		return nil
	}
	err = parallel.Do(ctx, f.jobs, len(cases), func() (func(context.Context, int) error, error) { return check, nil })
	if err != nil {
		return err
	}
	return a.printProvenance(kinds, slices.Concat(faults...), f.show)
}

// kindCounts counts the texts and lines of a strategy.
type kindCounts struct {
	texts int
	lines map[provenance.Kind]int
}

// proved makes the text of a case and checks its lines.
func (a *app) proved(ctx context.Context, c *corpus.Case, s score.Setting) (strategy string, lines []provenance.Line,
	err error) {
	out, err := a.summarise(ctx, c, s)
	if err != nil {
		return "", nil, err
	}
	text, err := clean(c, slices.Concat(c.Stdout, c.Stderr))
	if err != nil {
		return "", nil, err
	}
	call := strings.Join([]string{c.Command, c.Path, c.Pattern, string(c.Args)}, "\n")
	return cmp.Or(out.Strategy, "none"), provenance.Check(text, call, out.Text, out.Sources), nil
}

// printProvenance prints the counts and the first faults.
func (a *app) printProvenance(kinds map[string]*kindCounts, faults []string, show int) error {
	fmt.Fprintf(a.stdout, "%-10s %6s %8s %9s %10s %9s\n",
		"strategy", "texts", "own", "composed", "statements", "unproved")
	for _, name := range slices.Sorted(maps.Keys(kinds)) {
		n := kinds[name]
		fmt.Fprintf(a.stdout, "%-10s %6d %8d %9d %10d %9d\n", name, n.texts, n.lines[provenance.Own],
			n.lines[provenance.Composed], n.lines[provenance.Statement], n.lines[provenance.Unproved])
	}
	for _, fault := range faults[:min(show, len(faults))] {
		fmt.Fprintln(a.stdout, fault)
	}
	if len(faults) > 0 {
		return fmt.Errorf("%d %w", len(faults), errUnproved)
	}
	return nil
}
