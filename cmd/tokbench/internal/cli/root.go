package cli

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// newRoot makes the command tree.
func newRoot(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:   "tokbench",
		Short: "Measure what toktee saves and what it costs",
		Long: `tokbench measures how many tokens toktee saves, and which facts the model loses. It uses recorded outputs
with labelled facts, or an agent's own sessions. Nothing leaves the machine. A broken promise is a text that breaks one
of toktee's guarantees, for example by a number that isn't in the output. "tokbench COMMAND --help" explains what a
command reads and writes, and its exit codes.

Exit codes: 0 for success; 1 for a broken promise, a figure that got worse, or a failed run; 2 for wrong arguments.`,
		SilenceErrors:      true,
		SilenceUsage:       true,
		DisableSuggestions: true,
		CompletionOptions:  cobra.CompletionOptions{DisableDefaultCmd: true},
		Args:               cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("want a command: %s", commands)
			}
			return usage("unknown command %q: want %s", args[0], commands)
		},
	}
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(newEval(a), newOrdered(a), newShow(a),
		newReplay(a), newCompare(a), newFloor(a), newTable(a), newProvenance(a))
	root.SetHelpCommand(newHelp())
	return root
}

// commands are the names of the commands, for error messages.
const commands = "eval, show, replay, ordered, compare, floor, table or provenance"

// newHelp is "tokbench help COMMAND".
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Help about a command",
		Long: `help explains what a command does, reads and writes, in the same words as "tokbench COMMAND --help".

In: the name of a command. Without a name, help prints the help about tokbench as a whole.
Out: the help on standard output.
Exit codes: 0 for success; 2 for an unknown command.`,
		Example: "  tokbench help eval",
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			about, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return usage("unknown command %q: want %s", strings.Join(args, " "), commands)
			}
			about.InitDefaultHelpFlag()
			return about.Help()
		},
	}
}

// flagError returns an error of the flag parser in one line. For an unknown flag it lists the allowed ones.
func flagError(cmd *cobra.Command, err error) error {
	switch {
	case errors.Is(err, pflag.ErrHelp):
		return err
	case !errors.As(err, new(*pflag.NotExistError)):
		return usageError{err}
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Name != "help" {
			names = append(names, "--"+f.Name)
		}
	})
	return usage("%w: %s takes %s", err, cmd.Name(), strings.Join(names, ", "))
}

// exactly refuses other arguments than the named ones.
func exactly(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) > len(names):
			return usage("unexpected argument %q", args[len(names)])
		case len(args) < len(names):
			return usage("%s wants the argument %s", cmd.Name(), names[len(args)])
		}
		return nil
	}
}
