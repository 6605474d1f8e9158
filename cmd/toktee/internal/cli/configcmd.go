package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/internal/config"
)

// newConfig is "toktee config".
func newConfig(a *app) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Print the effective settings and where each comes from",
		Long: `Prints the effective settings and where each comes from: the default, the environment, the project's
.toktee/config.toml or the user's file.`,
		Example: `  toktee config
  toktee config path
  TOKTEE_LEVEL=minimal toktee config --json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := a.settings(&flags{})
			if err != nil {
				return err
			}
			if asJSON {
				enc := json.NewEncoder(a.stdout)
				enc.SetEscapeHTML(false)
				enc.SetIndent("", "  ")
				return failed(enc.Encode(s.Entries()))
			}
			w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
			for _, e := range s.Entries() {
				fmt.Fprintf(w, "%s\t%s\t%s\n", e.Key, e.Value, e.Source)
			}
			return failed(w.Flush())
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.AddCommand(&cobra.Command{
		Use:     "path",
		Short:   "Print the paths of the settings files that are read, whether they exist or not",
		Example: "  toktee config path",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, err := os.Getwd()
			if err != nil {
				dir = ""
			}
			for _, f := range []struct{ who, path string }{
				{"project", config.ProjectFile(dir)}, {"user", config.UserFile(a.getenv)},
			} {
				if f.path == "" {
					f.path = "(none)"
				}
				if _, err := fmt.Fprintf(a.stdout, "%s\t%s\n", f.who, f.path); err != nil {
					return failed(err)
				}
			}
			return nil
		},
	})
	return cmd
}
