package cli

import (
	"bytes"
	"errors"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/cmd/tokbench/internal/report"
)

var (
	errWorse = errors.New("figures got worse, see the table")
	errBelow = errors.New("plain cuts keep more, see the table")
)

// newCompare returns "tokbench compare".
func newCompare(a *app) *cobra.Command {
	var maxLoss float64
	var md string
	cmd := &cobra.Command{
		Use:   "compare OLD NEW",
		Short: "Compare two reports, two tables, or two outputs of Go benchmarks",
		Long: `compare compares two reports of eval --json, toktee's rows of two tables of table --json, or the
allocations in two outputs of go test -bench -benchmem. It prints the figures that got worse by more than is allowed,
and the results that lost or gained their facts.

In: two files of the same kind, the older first. Reports of other cases or settings can't be compared.
Out: a table on standard output of the figures that got worse; --md writes it as Markdown.
Exit codes: 0; 1 if a figure got worse by more than --max-loss; 2 for a mistake in the call.`,
		Example: `  tokbench compare old.json new.json --max-loss 0.5 --md table.md
  tokbench compare old.txt new.txt --max-loss 5`,
		Args: exactly("OLD", "NEW"),
		RunE: func(_ *cobra.Command, args []string) error { return a.compare(args[0], args[1], maxLoss, md) },
	}
	cmd.Flags().Float64Var(&maxLoss, "max-loss", 0.5, "allow a loss of `P` points of a share, or percent of a number")
	cmd.Flags().StringVar(&md, "md", "", "write the table as Markdown `FILE`")
	return cmd
}

// compare compares two files of the same kind.
func (a *app) compare(old, now string, maxLoss float64, md string) error {
	if maxLoss < 0 {
		return usage("--max-loss %v: want 0 or more", maxLoss)
	}
	before, err := os.ReadFile(old)
	if err != nil {
		return usageError{err}
	}
	after, err := os.ReadFile(now)
	if err != nil {
		return usageError{err}
	}
	compare := report.CompareBenchmarks
	switch {
	case report.IsTable(before) && report.IsTable(after):
		compare = report.CompareTables
	case isJSON(before) && isJSON(after):
		compare = report.CompareEvals
	}
	changes, err := compare(before, after, maxLoss)
	if err != nil {
		return err
	}
	err = printed(a.stdout, md, func(w io.Writer, markdown bool) error {
		return report.PrintChanges(w, changes, markdown)
	})
	if err == nil && len(report.Worse(changes)) > 0 {
		return errWorse
	}
	return err
}

func isJSON(b []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(b), []byte("{")) }

// newFloor returns "tokbench floor".
func newFloor(a *app) *cobra.Command {
	var except, md string
	cmd := &cobra.Command{
		Use:   "floor REPORT",
		Short: "List the families of which plain cuts of the same tokens keep more",
		Long: `floor reads a report of eval --json. It lists the families that keep less than the best plain cut of the
same tokens, at 100, 250, 500, 1000, 2000 and 4000 tokens. Families with fewer than 10 outputs above the budget aren't
judged.

In: a file that eval --json wrote.
Out: a table on standard output of the families below; --md writes it as Markdown.
Exit codes: 0; 1 if a family is below that --except doesn't name; 2 for a mistake in the call.`,
		Example: "  tokbench floor eval.json --except list@100",
		Args:    exactly("REPORT"),
		RunE:    func(_ *cobra.Command, args []string) error { return a.floor(args[0], list(except), md) },
	}
	cmd.Flags().StringVar(&except, "except", "", "accept `FAMILY@BUDGET,...`, at most three")
	cmd.Flags().StringVar(&md, "md", "", "write the table as Markdown `FILE`")
	return cmd
}

// floor checks a report against the best plain cuts.
func (a *app) floor(name string, except []string, md string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return usageError{err}
	}
	below, err := report.Breaches(text)
	if err == nil {
		below, err = report.Except(below, except)
	}
	if err != nil {
		return usageError{err}
	}
	err = printed(a.stdout, md, func(w io.Writer, markdown bool) error {
		return report.PrintBreaches(w, below, markdown)
	})
	if err == nil && len(below) > 0 {
		return errBelow
	}
	return err
}
