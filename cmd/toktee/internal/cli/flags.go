package cli

import (
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/internal/desk/period"
	"github.com/toktee/toktee/internal/host/config"
	"github.com/toktee/toktee/summarize"
	"github.com/toktee/toktee/tokens"
)

// flags are the flags that state a setting for this call. A flag that isn't there leaves it to the other sources.
type flags struct {
	level    given[summarize.Level]
	budget   given[int]
	encoding given[tokens.Encoding]
	debug    given[bool]
	noStore  given[bool]
	raw      given[bool]
}

// sessionFlags are the flags for a call's session.
type sessionFlags struct {
	session string
	epoch   given[int]
}

// add adds the flags to a command.
func (f *sessionFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.session, "session", "",
		"the session's `KEY`; if the session repeats a call, print one line or the changes instead of the text")
	complete(cmd, "session")
	f.epoch.add(cmd, "epoch", "N", natural,
		"a number that you increase each time after the model's context was compacted")
}

// placeFlags are the flags for the folder and environment of the built-in tools.
type placeFlags struct {
	timeout    given[time.Duration]
	root       string
	unconfined bool
	passEnv    []string
}

// add adds the flags to a command.
func (f *placeFlags) add(cmd *cobra.Command) {
	f.timeout.add(cmd, "timeout", "D", parseTimeout, "default time limit of commands, such as 30s or 5m; 0 for none")
	cmd.Flags().StringVar(&f.root, "root", "", "the folder `DIR` that paths can't leave; by default the working folder")
	cmd.Flags().BoolVar(&f.unconfined, "unconfined", false, "let paths leave the folder of --root")
	cmd.Flags().StringArrayVar(&f.passEnv, "pass-env", nil,
		"also pass the variable `NAME` to commands, or all variables with a prefix, such as APP_*; may be repeated")
}

// check refuses an epoch without a session, and a session whose calls can't be remembered.
func (f *sessionFlags) check(noStore bool) error {
	switch {
	case f.session == "" && f.epoch.set:
		return usage("--epoch needs --session")
	case f.session != "" && noStore:
		return usage("--session needs the store, which is switched off")
	}
	return nil
}

// given is a flag that knows whether it is on the command line. It implements [pflag.Value].
type given[T any] struct {
	value T
	set   bool
	parse func(string) (T, error)
	typ   string // the name of its values in the help, such as "N"
}

// add adds the flag to a command, with values that a shell completes.
func (g *given[T]) add(
	cmd *cobra.Command, name, typ string, parse func(string) (T, error), about string, values ...string,
) {
	g.parse, g.typ = parse, typ
	cmd.Flags().Var(g, name, about)
	complete(cmd, name, values...)
}

func (g *given[T]) Set(s string) error {
	v, err := g.parse(s)
	if err != nil {
		return err
	}
	g.value, g.set = v, true
	return nil
}

func (g *given[T]) String() string {
	if !g.set {
		return ""
	}
	return fmt.Sprint(g.value)
}

func (g *given[T]) Type() string { return g.typ }

// pointer returns the value, nil if the flag isn't on the command line.
func (g *given[T]) pointer() *T {
	if !g.set {
		return nil
	}
	return &g.value
}

// settings are the flags on the command line, for the host.
func (f *flags) settings() config.Flags {
	return config.Flags{
		Level: f.level.pointer(), Budget: f.budget.pointer(), Encoding: f.encoding.pointer(),
		Debug: f.debug.pointer(), NoStore: f.noStore.pointer(), Raw: f.raw.pointer(),
	}
}

// parseLevel reads a level. Unlike in a library, none is a mistake.
func parseLevel(s string) (summarize.Level, error) {
	if s == "" {
		return "", fmt.Errorf("want %s", config.Levels)
	}
	return summarize.ParseLevel(s)
}

// parseEncoding reads an encoding. Unlike in a library, none is a mistake.
func parseEncoding(s string) (tokens.Encoding, error) {
	if s == "" {
		return "", fmt.Errorf("want %s or %s", tokens.O200kBase, tokens.Cl100kBase)
	}
	return tokens.ParseEncoding(s)
}

func parseBool(s string) (bool, error) {
	b, err := strconv.ParseBool(s)
	if err != nil {
		return false, fmt.Errorf("want true or false")
	}
	return b, nil
}

// addShape adds the flags that shape the model's text.
func (f *flags) addShape(cmd *cobra.Command) {
	f.level.add(cmd, "level", "LEVEL", parseLevel, "how much of the output the model gets: "+config.Levels,
		string(summarize.Minimal), string(summarize.Balanced), string(summarize.Conservative),
		string(summarize.Lossless))
	f.addBudget(cmd, fmt.Sprintf("the model's text has at most N tokens; N is at least %d, or 0 for the level's budget",
		summarize.MinBudget))
	f.addEncoding(cmd)
	addSwitch(cmd, &f.debug, "debug", "log one line for each result to standard error")
}

// addBudget adds --budget, whose help is about.
func (f *flags) addBudget(cmd *cobra.Command, about string) {
	f.budget.add(cmd, "budget", "N", config.ParseBudget, about)
}

// addEncoding adds --encoding.
func (f *flags) addEncoding(cmd *cobra.Command) {
	f.encoding.add(cmd, "encoding", "ENCODING", parseEncoding,
		fmt.Sprintf("count tokens with the encoding %s or %s", tokens.O200kBase, tokens.Cl100kBase),
		string(tokens.O200kBase), string(tokens.Cl100kBase))
}

// addNoStore adds --no-store.
func (f *flags) addNoStore(cmd *cobra.Command) {
	addSwitch(cmd, &f.noStore, "no-store", "don't keep the output")
}

// addSwitch adds a flag that is true without a value.
func addSwitch(cmd *cobra.Command, g *given[bool], name, about string) {
	g.parse, g.typ = parseBool, "bool"
	cmd.Flags().VarPF(g, name, "", about).NoOptDefVal = "true"
}

// complete lets a shell complete a flag's value from a list; an empty list completes nothing, not even files.
func complete(cmd *cobra.Command, name string, values ...string) {
	fixed := cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)
	// It fails for a flag that doesn't exist or was registered before: a slip that every test of the command shows.
	if err := cmd.RegisterFlagCompletionFunc(name, fixed); err != nil {
		panic(err)
	}
}

// parseTimeout reads a time limit.
func parseTimeout(s string) (time.Duration, error) {
	d, err := time.ParseDuration(s)
	if err != nil || d < 0 {
		return 0, fmt.Errorf("want a time such as 30s, 5m or 1h30m, or 0 for none")
	}
	return d, nil
}

// parsePeriod reads the begin or the end of a period, such as "today", "7d" or a date.
func parsePeriod(s string) (time.Time, error) { return period.Parse(s, time.Now()) }

// natural reads a number from 0.
func natural(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("want a number from 0")
	}
	return n, nil
}

// integer reads a number.
func integer(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0, fmt.Errorf("want a number")
	}
	return n, nil
}
