package cli

import (
	"errors"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/cmd/tokbench/internal/floor"
)

// errBelow says that a family is below the floor.
var errBelow = errors.New("plain cuts keep more, see the table")

// newFloor is "tokbench floor".
func newFloor(a *app) *cobra.Command {
	var except, md string
	cmd := &cobra.Command{
		Use:   "floor REPORT",
		Short: "Say whether plain cuts of as many tokens keep more than toktee does",
		Long: `floor reads a report of eval --json, and lists the families that keep less than the best plain cut of
the very same tokens, at 100, 250, 500, 1000, 2000 and 4000 tokens. Families with fewer than 10 outputs above the budget
aren't judged.

In: a file that eval --json wrote.
Out: a table on standard output of the families below; --md writes it as Markdown.
Exit codes: 0; 1 when a family is below that --except doesn't name; 2 for a mistake in the call.`,
		Example: "  tokbench floor eval.json --except list@100",
		Args:    exactly("REPORT"),
		RunE:    func(_ *cobra.Command, args []string) error { return a.floor(args[0], list(except), md) },
	}
	cmd.Flags().StringVar(&except, "except", "", "what may be below, as `FAMILY@BUDGET,...`, at most three")
	cmd.Flags().StringVar(&md, "md", "", "write the table as Markdown `FILE`")
	return cmd
}

// floor checks a report against the floor.
func (a *app) floor(name string, except []string, md string) error {
	report, err := os.ReadFile(name)
	if err != nil {
		return usageError{err}
	}
	below, err := floor.Breaches(report)
	if err == nil {
		below, err = floor.Except(below, except)
	}
	if err != nil {
		return usageError{err}
	}
	if md != "" {
		if err := writeFile(md, func(w io.Writer) error { return floor.Print(w, below, true) }); err != nil {
			return err
		}
	}
	if err := floor.Print(a.stdout, below, false); err != nil {
		return err
	}
	if len(below) > 0 {
		return errBelow
	}
	return nil
}
