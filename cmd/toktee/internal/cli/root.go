package cli

import (
	"errors"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/toktee/toktee/internal/run/proc"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/words"
)

// Commands is the command tree, for programs that write about it. It isn't made to be run.
func Commands() *cobra.Command {
	root := newRoot()
	addAll(root, &app{})
	root.InitDefaultHelpCmd()
	return root
}

// often are the commands that agents call most.
var often = map[string]func(*app) *cobra.Command{
	"run": newRun, "summarize": newSummarize, "show": newShow, "tool": newTool, "hook": newHook,
	"mcp-proxy": newMCPProxy, "stats": newStats,
}

// newTree makes the command tree for a command line. For a command that is called often, it makes no other commands,
// which saves a tenth of the start.
func newTree(a *app, args []string) *cobra.Command {
	root := newRoot()
	if len(args) > 0 && often[args[0]] != nil {
		root.AddCommand(often[args[0]](a))
		root.CompletionOptions.DisableDefaultCmd = true
		return root
	}
	addAll(root, a)
	return root
}

// addAll adds all commands, in the groups of the help.
func addAll(root *cobra.Command, a *app) {
	for _, g := range []struct {
		title    string
		commands []*cobra.Command
	}{
		{"Run commands and read their outputs:", []*cobra.Command{
			newRun(a), newSummarize(a), newShow(a), newExplain(a), newList(a), newHistory(a), newBrowse(a), newUI(a)}},
		{"Connect agents:", []*cobra.Command{
			newInit(a), newUninstall(a), newDoctor(a), newAgent(a), newGateway(a), newShims(a), newMCP(a),
			newMCPProxy(a), newHook(a), newTool(a), newAbort(a)}},
		{"Measure savings:", []*cobra.Command{newStats(a), newExperiment(a), newTelemetry(a)}},
		{"Set up and maintain:", []*cobra.Command{newConfig(a), newRules(a), newStore(a), newVersion(a)}},
	} {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title})
		for _, c := range g.commands {
			c.GroupID = g.title
		}
		root.AddCommand(g.commands...)
		root.SetHelpCommandGroupID(g.title) // the last one's
		root.SetCompletionCommandGroupID(g.title)
	}
	addCompletion(root)
	for _, c := range root.Commands() { // "toktee ui [--addr ADDR] [--open]" lists all of its flags
		for _, c := range append(c.Commands(), c) {
			c.DisableFlagsInUseLine = strings.Contains(c.Use, "--")
		}
	}
}

// newRoot makes the command tree without the commands.
func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "toktee",
		Short: "tee for tool output: a short text for the model, the full output for the person",
		Long: `toktee makes a short text of a tool's output for a language model. The text fits a token budget. toktee
keeps the full output for the person. In the short text, a marker replaces omitted lines. The last line of the text
names the command that prints the omitted lines.`,
		Example: `  toktee run -- go test ./...
  toktee show
  some-tool 2>&1 | toktee summarize --command some-tool
  toktee ls`,
		SilenceErrors:      true,
		SilenceUsage:       true,
		DisableSuggestions: true,
		Version:            version(),
		Args:               cobra.ArbitraryArgs,
		RunE:               helpOnly,
	}
	root.Flags().SetInterspersed(false) // "toktee go test -v" is about go
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(newHelp())
	return root
}

// helpOnly prints the help of a command that only has commands below it.
func helpOnly(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return unknownCommand(cmd, args)
	}
	return failed(cmd.Help())
}

// unknownCommand is the error of a command line whose next word is none of a command's commands. If the word is a
// program, the error names the command that runs it.
func unknownCommand(parent *cobra.Command, args []string) error {
	name, names := args[0], commandNames(parent)
	for _, c := range parent.Commands() {
		if slices.Contains(c.SuggestFor, name) {
			names = []string{c.Name()}
			name = c.Name()
		}
	}
	if _, err := proc.Lookup(name); err == nil && !parent.HasParent() && words.Closest(name, names) == "" {
		return usage("unknown command %q: did you mean toktee run -- %s?", args[0], words.Cut(shell.Quote(args), 80))
	}
	return usage("unknown command %q: %s", args[0], words.Wanted(name, names))
}

// addCompletion adds "toktee completion SHELL", which the library makes.
func addCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() != "completion" {
			continue
		}
		c.Short = "Print the completion script for a shell"
		c.Example = "  toktee completion bash >~/.local/share/bash-completion/completions/toktee"
		c.Args = cobra.ArbitraryArgs
		c.RunE = func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usage("unknown shell %q: %s", args[0], words.Wanted(args[0], commandNames(cmd)))
			}
			return usage("no shell: want toktee completion followed by %s", strings.Join(commandNames(cmd), ", "))
		}
		for _, shell := range c.Commands() {
			shell.Args = noArgs
			shell.Example = "  toktee completion " + shell.Name()
		}
	}
}

// newHelp is "toktee help COMMAND".
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "Help about a command",
		Example: "  toktee help run",
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			about, rest, err := cmd.Root().Find(args)
			switch {
			case err == nil && len(rest) == 0:
			case about != nil && about.HasSubCommands():
				return unknownCommand(about, rest)
			default:
				return usage("unexpected argument %q: %s has no commands", rest[0], about.CommandPath())
			}
			about.InitDefaultHelpFlag()
			return failed(about.Help())
		},
	}
}

// commandNames are the commands that a command has, sorted.
func commandNames(root *cobra.Command) []string {
	var names []string
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() || c.Name() == "help" {
			names = append(names, c.Name())
		}
	}
	sort.Strings(names)
	return names
}

// flagError turns an error of the flag parser into one line with the allowed values.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var value *pflag.InvalidValueError
	var missing *pflag.ValueRequiredError
	switch {
	case errors.Is(err, pflag.ErrHelp):
		return err
	case errors.As(err, &unknown):
		name := "--" + unknown.GetSpecifiedName()
		if short := unknown.GetSpecifiedShortnames(); short != "" {
			name = "-" + short
		}
		return usage("unknown flag %s: %s", name, words.Wanted(name, flagNames(cmd)))
	case errors.As(err, &value):
		return usage("--%s %q: %s", value.GetFlag().Name, value.GetValue(), wanted(value))
	case errors.As(err, &missing):
		_, text := pflag.UnquoteUsage(missing.GetFlag())
		return usage("--%s needs a value: %s", missing.GetFlag().Name, text)
	}
	return usage("%w", err)
}

// wanted returns the end of the error of a bad value: the allowed ones, without the value and the flag's name.
//
//	unknown level "huge": want minimal, balanced, conservative or lossless
func wanted(e *pflag.InvalidValueError) string {
	var boolean *strconv.NumError
	if err := e.Unwrap(); !errors.As(err, &boolean) {
		text := err.Error()
		if i := strings.Index(text, ": want "); i >= 0 && strings.Contains(text[:i], e.GetValue()) {
			return text[i+len(": "):]
		}
		return text
	}
	return "want true or false"
}

// flagNames are the flags that a command takes.
func flagNames(cmd *cobra.Command) []string {
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, "--"+f.Name)
		}
	})
	return names
}

// noArgs refuses arguments.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 && cmd.HasAvailableSubCommands() {
		return unknownCommand(cmd, args)
	}
	if len(args) > 0 {
		return usage("unexpected argument %q: %s takes none", args[0], cmd.CommandPath())
	}
	return nil
}

// atMostOne refuses more than one argument. The error calls it by the noun in what.
func atMostOne(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > 1 {
			return usage("unexpected argument %q: %s takes at most one %s", args[1], cmd.CommandPath(), what)
		}
		return nil
	}
}
