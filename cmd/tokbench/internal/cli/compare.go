package cli

import (
	"bytes"
	"errors"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/cmd/tokbench/internal/compare"
)

// errWorse says that a figure got worse by more than is allowed.
var errWorse = errors.New("figures got worse, see the table")

// newCompare is "tokbench compare".
func newCompare(a *app) *cobra.Command {
	var maxLoss float64
	var md string
	cmd := &cobra.Command{
		Use:   "compare OLD NEW",
		Short: "Say whether a report, or what benchmarks allocate, got worse",
		Long: `compare compares two reports of eval --json, toktee's rows of two tables of table --json, or two outputs
of go test -bench -benchmem, and prints the figures that got worse by more than is allowed, and which results lost or
gained their facts.

In: two files of the same kind, the older first. Reports of other cases or settings can't be compared.
Out: a table on standard output of what got worse; --md writes it as Markdown.
Exit codes: 0; 1 when anything got worse by more than --max-loss; 2 for a mistake in the call.`,
		Example: `  tokbench compare old.json new.json --max-loss 0.5 --md table.md
  tokbench compare old.txt new.txt --max-loss 5`,
		Args: exactly("OLD", "NEW"),
		RunE: func(_ *cobra.Command, args []string) error { return a.compare(args[0], args[1], maxLoss, md) },
	}
	cmd.Flags().Float64Var(&maxLoss, "max-loss", 0.5, "`P` points of a share, or percent of a number, may be lost")
	cmd.Flags().StringVar(&md, "md", "", "write the table as Markdown `FILE`")
	return cmd
}

// compare compares two reports of eval, two tables, or two outputs of Go benchmarks.
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
	differences := compare.Benchmarks
	switch {
	case compare.IsTable(before) && compare.IsTable(after):
		differences = compare.Tables
	case isJSON(before) && isJSON(after):
		differences = compare.Reports
	}
	changes, err := differences(before, after, maxLoss)
	if err != nil {
		return err
	}
	if md != "" {
		if err := writeFile(md, func(w io.Writer) error { return compare.Print(w, changes, true) }); err != nil {
			return err
		}
	}
	if err := compare.Print(a.stdout, changes, false); err != nil {
		return err
	}
	if len(compare.Worse(changes)) > 0 {
		return errWorse
	}
	return nil
}

func isJSON(b []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(b), []byte("{")) }
