package cli

import (
	"bytes"
	"errors"
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
		Long: `compare compares two reports of eval --json, toktee's rows in two tables of table --json, or the
allocations in two outputs of go test -bench -benchmem. compare prints the figures that got worse by more than
--max-loss, and the outputs whose texts in the second report have fewer or more facts.

In: two files of the same kind, the older first. Both must have the same cases and settings.
Out: a table of the figures that got worse, on standard output; --md writes it as Markdown.
Exit codes: 0 for success; 1 if a figure got worse by more than --max-loss; 2 for wrong arguments.`,
		Example: `  tokbench compare old.json new.json --max-loss 0.5 --md table.md
  tokbench compare old.txt new.txt --max-loss 5`,
		Args: exactly("OLD", "NEW"),
		RunE: func(_ *cobra.Command, args []string) error { return a.compare(args[0], args[1], maxLoss, md) },
	}
	cmd.Flags().Float64Var(&maxLoss, "max-loss", 0.5,
		"allow a share to fall by `P` percentage points, and a number to grow by P percent")
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
	doc := report.Changes(changes)
	err = writeReports(a.stdout, 0o644, doc, target{md, doc.Markdown})
	if err == nil && len(report.Worse(changes)) > 0 {
		return errWorse
	}
	return err
}

func isJSON(b []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(b), []byte("{")) }

// newFloor returns "tokbench floor".
func newFloor(a *app) *cobra.Command {
	var md string
	cmd := &cobra.Command{
		Use:   "floor REPORT",
		Short: "List the families for which a plain cut with as many tokens keeps more facts",
		Long: `floor reads a report of eval --json. A family is a group of outputs, such as those of go test. floor
lists the families for which toktee keeps fewer facts than the best plain cut with as many tokens. The budgets are 100,
250, 500, 1000, 2000 and 4000 tokens. At a budget, floor skips a family if fewer than 10 of its outputs have more
tokens than the budget.

In: a file that eval --json wrote.
Out: a table of the listed families on standard output; --md writes it as Markdown.
Exit codes: 0 for success; 1 if the table lists a family; 2 for wrong arguments.`,
		Example: "  tokbench floor eval.json --md table.md",
		Args:    exactly("REPORT"),
		RunE:    func(_ *cobra.Command, args []string) error { return a.floor(args[0], md) },
	}
	cmd.Flags().StringVar(&md, "md", "", "write the table as Markdown `FILE`")
	return cmd
}

// floor checks a report against the best plain cuts.
func (a *app) floor(name, md string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return usageError{err}
	}
	below, err := report.Breaches(text)
	if err != nil {
		return usageError{err}
	}
	doc := report.Below(below)
	err = writeReports(a.stdout, 0o644, doc, target{md, doc.Markdown})
	if err == nil && len(below) > 0 {
		return errBelow
	}
	return err
}
