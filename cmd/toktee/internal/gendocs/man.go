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
	{"TOKTEE_LEVEL, TOKTEE_BUDGET, TOKTEE_ENCODING", "As the flags of these names."},
	{"TOKTEE_RAW", "1: everything passes through as if toktee weren't there."},
	{"TOKTEE_DEBUG", "1: one line per result on standard error."},
	{"TOKTEE_NO_STORE", "1: outputs are not kept."},
	{"TOKTEE_MASK_SECRETS", "0: secrets of well-known shapes are shown to the model."},
	{"TOKTEE_STORE", "The folder of the outputs that are kept."},
	{"TOKTEE_GATEWAY_ENABLED, TOKTEE_GATEWAY_ANTHROPIC_UPSTREAM, TOKTEE_GATEWAY_OPENAI_UPSTREAM, " +
		"TOKTEE_GATEWAY_GEMINI_UPSTREAM", "Whether toktee agent starts a gateway, and where that sends requests."},
	{"TOKTEE_TEAM_DATABASE, TOKTEE_TEAM_BUCKET, TOKTEE_TEAM_MACHINE",
		"Where a team's store is, and the name of this machine in it."},
	{"TOKTEE_OUT", "The output that shims summarise, DEVICE:INODE, as an agent's set-up names it."},
}

var files = []term{
	{"$XDG_CONFIG_HOME/toktee/config.toml", "The user's settings; ~/.config/toktee/config.toml without that variable."},
	{".toktee/config.toml", "A project's settings, in its folder or one above."},
	{"$XDG_DATA_HOME/toktee", "Outputs that are kept, and shims; ~/.local/share/toktee without that variable."},
	{".toktee/abort", "Requests to stop, as toktee abort writes them."},
}

var exits = []term{
	{"0", "It did what it was asked to."},
	{"1", "It failed."},
	{"2", "Bad usage, which includes bad settings; of run and tool also: stopped on request."},
	{"124", "The time limit of run ended the command."},
	{"125", "toktee run itself failed."},
	{"126, 127", "The command of run can't be executed, isn't found."},
	{"128+n", "Signal n ended the command of run, or was sent to toktee."},
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
