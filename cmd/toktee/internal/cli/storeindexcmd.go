package cli

import (
	"cmp"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/internal/desk"
)

// newStoreIndex is "toktee store index".
func newStoreIndex(a *app) *cobra.Command {
	o := desk.Care{Do: desk.Index}
	cmd := &cobra.Command{
		Use:   "index [--rebuild]",
		Short: "Add new calls and lines of outputs to the ledger",
		Long: `Adds new events of the journal, and new lines of kept outputs, to the ledger. The ledger is toktee's
database of calls, with a search index of their outputs. Commands that show savings or outputs add new events and lines
automatically. If you run "toktee store index" before such a command, the command is faster.

The search index covers the first 32 MiB of an output and the first 64 KiB of a line. It doesn't contain binary outputs,
and secrets in it are masked. --rebuild computes the sums and the search index again, from the calls and the kept
outputs.`,
		Example: `  toktee store index
  toktee store index --rebuild`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.handOver(cmd.Context(), desk.Store, o) },
	}
	cmd.Flags().BoolVar(&o.Rebuild, "rebuild", false, "compute the sums and the search index again")
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	return cmd
}

// newStoreGC is "toktee store gc".
func newStoreGC(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "gc",
		Short: "Remove old outputs and calls",
		Long: `Runs the regular clean-up now and prints the number of removed items. The clean-up removes outputs
that are older than the settings allow. If all outputs together are larger than the settings allow, it removes the
oldest. It also removes the entries of these outputs in the search index. Files of the journal and calls of the ledger
are removed if they are older than 400 days.`,
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
		Long: `Writes the calls and re-reads of the ledger (toktee's database of calls) as JSON lines to a file or to
standard output. The command replaces an existing file. The lines contain commands and folders, but no outputs.`,
		Example: `  toktee store export calls.jsonl
  toktee store export | gzip > calls.jsonl.gz`,
		Args: atMostOne("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o := desk.Care{Do: desk.Export, File: cmp.Or(args...)}
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
		Long: `Adds the calls and re-reads in a file of "toktee store export" to the ledger. The file may come from
another machine. The command skips calls and re-reads that the ledger already has. If FILE is -, the command reads
standard input.`,
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
