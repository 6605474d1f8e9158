package cli

import (
	"github.com/spf13/cobra"

	"github.com/toktee/toktee/internal/desk"
)

// newStoreIndex is "toktee store index".
func newStoreIndex(a *app) *cobra.Command {
	o := desk.Care{Do: desk.Index}
	cmd := &cobra.Command{
		Use:   "index [--rebuild]",
		Short: "Read into the ledger what is new",
		Long: `Reads what the journal has new, and the lines of kept outputs that the search doesn't know yet. What
shows savings and outputs does so by itself; this is for those who want it to be done before.

Of an output the first 32 MiB are indexed, and of a line the first 64 KiB; binary outputs aren't. Keys and tokens are
masked before. With --rebuild, the sums and the index of lines are made again from the calls and the kept outputs.`,
		Example: `  toktee store index
  toktee store index --rebuild`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.handOver(cmd.Context(), desk.Store, o) },
	}
	cmd.Flags().BoolVar(&o.Rebuild, "rebuild", false, "make the sums and the index of lines again")
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	return cmd
}

// newStoreGC is "toktee store gc".
func newStoreGC(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "gc",
		Short: "Remove what is too old or too much",
		Long: `Removes now what goes by itself from time to time: outputs that are older or more than the settings
say, days of the journal that are older than 30, calls of the ledger that are older than 400 days, and the lines of
outputs that aren't kept any more. It prints what that was.`,
		Example:           "  toktee store gc",
		Args:              noArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.handOver(cmd.Context(), desk.Store, desk.Care{Do: desk.Prune})
		},
	}
}

// newStoreExport is "toktee store export".
func newStoreExport(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "export [FILE]",
		Short: "Write the calls of the ledger as JSON lines",
		Long: `Writes the calls and regrets of the ledger as JSON lines, to a file, which is replaced, or to standard
output. Commands and folders are in it, and no output.`,
		Example: `  toktee store export calls.jsonl
  toktee store export | gzip > calls.jsonl.gz`,
		Args: atMostOne("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o := desk.Care{Do: desk.Export}
			if len(args) > 0 {
				o.File = args[0]
			}
			if len(args) > 0 && o.File == "" {
				return usage(`FILE "": want a path, or - for standard output`)
			}
			return a.handOver(cmd.Context(), desk.Store, o)
		},
	}
}

// newStoreImport is "toktee store import".
func newStoreImport(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "import FILE",
		Short: "Add the calls of an export to the ledger",
		Long: `Adds the calls and regrets that "toktee store export" has written, on this machine or another one,
unless they are there already. FILE is - for standard input.`,
		Example: `  toktee store import calls.jsonl
  gunzip < calls.jsonl.gz | toktee store import -`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 || args[0] == "" {
				return usage("no FILE: want the path of an export, or - for standard input")
			}
			return atMostOne("FILE")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.handOver(cmd.Context(), desk.Store, desk.Care{Do: desk.Import, File: args[0]})
		},
	}
}
