package cli

import (
	"cmp"
	"encoding/json"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/config"
)

// newConfig is "toktee config".
func newConfig(a *app) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Print the effective settings and the source of each",
		Long: `Prints the effective settings and the source of each: the default, the environment, the project's
.toktee/config.toml or the user's file.`,
		Example: `  toktee config
  toktee config path
  TOKTEE_LEVEL=minimal toktee config --json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			h, err := a.openWith(host.Options{Strict: true})
			if err != nil {
				return err
			}
			entries := h.Settings().Entries()
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
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.AddCommand(newConfigPath(a))
	return cmd
}

// newConfigPath is "toktee config path".
func newConfigPath(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "path",
		Short:   "Print the paths of the settings files, existing or not",
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
