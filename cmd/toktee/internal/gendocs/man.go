package gendocs

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A term is an entry of one of the page's lists.
type term struct{ name, meaning string }

// environment are the variables that a person sets; docs/cli.md has the others as well.
var environment = []term{
	{"TOKTEE_LEVEL, TOKTEE_BUDGET, TOKTEE_ENCODING", "The same as the flags of these names."},
	{"TOKTEE_RAW", "1: all outputs pass through unchanged."},
	{"TOKTEE_DEBUG", "1: toktee logs one line for each result to standard error."},
	{"TOKTEE_NO_STORE", "1: toktee doesn't keep outputs."},
	{"TOKTEE_MASK_SECRETS", "0: toktee doesn't mask secrets in the model's texts."},
	{"TOKTEE_STORE", "The folder of the store, which has the kept outputs."},
	{"TOKTEE_GATEWAY_ENABLED, TOKTEE_GATEWAY_ANTHROPIC_UPSTREAM, TOKTEE_GATEWAY_OPENAI_UPSTREAM, " +
		"TOKTEE_GATEWAY_GEMINI_UPSTREAM", "Whether toktee agent starts a gateway, and where a gateway sends requests."},
	{"TOKTEE_TEAM_DATABASE, TOKTEE_TEAM_BUCKET, TOKTEE_TEAM_MACHINE",
		"The team's database and bucket, and the name of this machine in them."},
	{"TOKTEE_OUT",
		"The output of the agent's shell, as DEVICE:INODE. Shims shorten only an output that goes there."},
}

var files = []term{
	{"$XDG_CONFIG_HOME/toktee/config.toml",
		"The user's settings. Without the variable: ~/.config/toktee/config.toml."},
	{".toktee/config.toml", "A project's settings, in the working folder or in the nearest folder above."},
	{"$XDG_DATA_HOME/toktee", "Kept outputs, and shims. Without the variable: ~/.local/share/toktee."},
	{".toktee/abort", "The folder of the requests to stop that toktee abort writes."},
}

var exits = []term{
	{"0", "Success."},
	{"1", "Failure."},
	{"2", "Wrong arguments or wrong settings. For run and tool also: the run was stopped on request."},
	{"124", "The time limit of toktee run ended the command."},
	{"125", "toktee run itself failed."},
	{"126", "The command of toktee run can't be executed, or a rule of the agent may forbid it."},
	{"127", "The command of toktee run isn't found."},
	{"128+n", "Signal n ended the command of toktee run, or was sent to toktee."},
}

// manual is the manual page of the program and all its commands.
func manual(root *cobra.Command, version, date string) string {
	p := &page{}
	p.WriteString(`.\" Generated from the program's commands. DO NOT EDIT.` + "\n")
	p.macro("TH", "TOKTEE", "1", date, strings.TrimSpace("toktee "+version), "User Commands")
	p.macro("SH", "NAME")
	p.line(root.Name() + " - " + root.Short)
	p.macro("SH", "SYNOPSIS")
	for i, c := range root.Commands() {
		if !shown(c) {
			continue
		}
		if i > 0 {
			p.macro("br")
		}
		p.line(c.UseLine())
	}
	p.macro("SH", "DESCRIPTION")
	p.text(root.Long)
	p.examples(root)
	p.macro("SH", "COMMANDS")
	for _, c := range root.Commands() {
		p.command(c)
	}
	for _, list := range []struct {
		title string
		terms []term
	}{{"EXIT STATUS", exits}, {"ENVIRONMENT", environment}, {"FILES", files}} {
		p.macro("SH", list.title)
		for _, t := range list.terms {
			p.item(t.name, t.meaning)
		}
	}
	return p.String()
}

// shown reports whether a command is one for people.
func shown(c *cobra.Command) bool { return c.IsAvailableCommand() || c.Name() == "help" }

// command writes the section of a command, and those of the commands below it.
func (p *page) command(c *cobra.Command) {
	if !shown(c) {
		return
	}
	p.macro("SS", c.UseLine())
	p.text(cmp.Or(c.Long, c.Short+"."))
	flags := flagsOf(c)
	for _, f := range flags {
		p.item(flagName(f), usageOf(f))
	}
	p.examples(c)
	for _, below := range c.Commands() {
		p.command(below)
	}
}

// examples writes the examples of a command.
func (p *page) examples(c *cobra.Command) {
	if c.Example != "" {
		p.macro("PP")
		p.literal(c.Example)
	}
}

// flagsOf are a command's flags in the order of its help text, but --help, which each command has.
func flagsOf(c *cobra.Command) []*pflag.Flag {
	var list []*pflag.Flag
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden && f.Name != "help" {
			list = append(list, f)
		}
	})
	return slices.Clip(list)
}

// flagName is a flag as it is typed: "-n, --limit N".
func flagName(f *pflag.Flag) string {
	value, _ := pflag.UnquoteUsage(f)
	name := "--" + f.Name
	if f.Shorthand != "" {
		name = fmt.Sprintf("-%s, %s", f.Shorthand, name)
	}
	return strings.TrimSpace(name + " " + value)
}

// usageOf returns a flag's usage as a sentence.
func usageOf(f *pflag.Flag) string {
	_, usage := pflag.UnquoteUsage(f)
	if usage == "" {
		return ""
	}
	return strings.ToUpper(usage[:1]) + usage[1:] + "."
}
