package cli

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/config"
	"github.com/toktee/toktee/internal/host/rules"
)

// newRules is "toktee rules".
func newRules(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "rules",
		Short: "List, test and trust rules for the output of commands",
		Long: `Rules decide which lines of a command's output are omitted, come first, or are shown together. Rules are
in TOML files, in toktee/rules of the configuration folder and in .toktee/rules of a project. The rules of a project
apply only after "toktee rules trust".
docs/rules.md explains how to write rules.`,
		Example: `  toktee rules list
  toktee rules test
  toktee rules trust`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(cmd, args)
			}
			return usage("no command: want toktee rules followed by %s", strings.Join(commandNames(cmd), ", "))
		},
	}
	cmd.AddCommand(newRulesList(a), newRulesTest(a), newRulesTrust(a))
	return cmd
}

// newRulesList is "toktee rules list".
func newRulesList(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the rules in the order in which they apply, and whether they are trusted",
		Long: `Lists the rules in the order in which they apply: first the rules of the project, then those of the user,
then the built-in rules. If several rules have the same name, only the first of them applies.`,
		Example: "  toktee rules list",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			o := a.rulesOptions()
			settings := config.Options{Dir: workingDir(), Getenv: a.getenv, Trusts: o.Trust.Trusts}
			if _, err := config.Load(settings); err != nil {
				a.note("%v", err)
			}
			set, problems := rules.Load(o)
			for _, err := range problems {
				a.note("%v", err)
			}
			w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
			for _, f := range set.Files() {
				if f.State != rules.Active {
					fmt.Fprintf(w, "%s\t%s\t%s\t-\t\n", f.Origin, f.Path, f.State)
					continue
				}
				listRules(w, set, f)
			}
			for _, f := range rules.BuiltIns() {
				listRules(w, set, f)
			}
			return failed(w.Flush())
		},
	}
}

// listRules prints a line for each rule of a file.
func listRules(w *tabwriter.Writer, set *rules.Set, f *rules.File) {
	where := f.Path
	if f.Origin == rules.BuiltIn {
		where = "-"
	}
	for _, r := range f.Rules {
		state := string(f.State)
		switch {
		case set.Replaced(r):
			state = "replaced"
		case r.IsOff():
			state = "off"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", f.Origin, where, state, r.Name, oneLine(r.Summary(), 80))
	}
}

// rulesOptions returns the places of the rules for this folder.
func (a *app) rulesOptions() rules.Options { return host.RulesOptions(workingDir(), a.getenv) }
