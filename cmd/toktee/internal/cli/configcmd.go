package cli

import (
	"cmp"
	"encoding/json"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/config"
	"github.com/toktee/toktee/internal/text/shell"
)

// newConfig is "toktee config".
func newConfig(a *app) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Print the settings that apply here, and the source of each",
		Long: `Prints the settings that apply in this folder, and the source of each. The source is "default", an
environment variable, the project's .toktee/config.toml or the user's settings file.`,
		Example: `  toktee config
  toktee config path
  TOKTEE_LEVEL=minimal toktee config --json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			h, err := a.openWith(host.Options{Strict: true})
			if err != nil {
				return err
			}
			return a.printEntries(h.Settings().Entries(), asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.AddCommand(newConfigPath(a), newConfigExplain(a))
	return cmd
}

// printEntries prints settings with their sources.
func (a *app) printEntries(entries []config.Entry, asJSON bool) error {
	if asJSON {
		enc := json.NewEncoder(a.stdout)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return failed(enc.Encode(entries))
	}
	w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	for _, e := range entries {
		fmt.Fprintln(w, e.Key+"\t"+e.Value+"\t"+e.Source)
	}
	return failed(w.Flush())
}

// newConfigExplain is "toktee config explain".
func newConfigExplain(a *app) *cobra.Command {
	var asJSON bool
	var tool string
	cmd := &cobra.Command{
		Use:   "explain [flags] -- CMD [ARG]...",
		Short: "Print the settings and rules that apply to a command, and the source of each",
		Long: `Prints whether toktee shortens the output of CMD, the level, the budget, and the rules that match CMD.
The command also prints the source of each of these settings. A single argument is read as a whole command line. toktee
doesn't run CMD.`,
		Example: `  toktee config explain -- terraform plan -out p
  toktee config explain -- 'cd infra && terraform plan | tee log'
  toktee config explain --tool Bash -- make`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("no command: want toktee config explain -- CMD")
			}
			h, err := a.openWith(host.Options{Strict: true})
			if err != nil {
				return err
			}
			command := args[0]
			if len(args) > 1 {
				command = shell.Quote(args)
			}
			return a.printEntries(h.Explain(tool, command), asJSON)
		},
	}
	cmd.Flags().SetInterspersed(false)
	cmd.Flags().StringVar(&tool, "tool", toolExec,
		"the `NAME` of the tool that runs CMD, as the agent calls it, such as Bash")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// newConfigPath is "toktee config path".
func newConfigPath(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "path",
		Short:   "Print the paths of the settings files, even if a file doesn't exist",
		Example: "  toktee config path",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, f := range []struct{ who, path string }{
				{"project", config.ProjectFile(workingDir())}, {"user", config.UserFile(a.getenv)},
			} {
				if _, err := fmt.Fprintf(a.stdout, "%s\t%s\n", f.who, cmp.Or(f.path, "(none)")); err != nil {
					return failed(err)
				}
			}
			return nil
		},
	}
}
