package rules

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/strategies"
)

// A Rule changes the text or the limits for the output of some commands.
type Rule struct {
	Name     string
	File     *File
	about    string
	disabled bool // see IsOff

	// The condition. All fields that are set must hold; at least one is set.
	programs    []string       // base names of programs
	subcommands []string       // words that follow the program, such as "plan" or "compose pull"
	tools       []string       // tool names, in any case
	command     *pattern       // matches the whole command line; nil for none
	words       *shell.Pattern // selects a command of the line; nil for none

	// The effect.
	level  string // "" for none
	budget int    // 0 for none
	lines  []*entry
}

// An entry is the treatment of the lines that it matches.
type entry struct {
	match, unless *pattern // unless may be nil
	do            action
	with          *template // of replace and fold; nil for none
	by            *template // of group
	rank          strategies.Rank
	ranked        bool // the entry has a rank
}

// action is the treatment of a line.
type action string

// The actions.
const (
	keep    action = "keep"    // shown with the evidence
	drop    action = "drop"    // left out
	replace action = "replace" // the part that matched is printed as other text
	fold    action = "fold"    // lines that follow each other are printed as one
	group   action = "group"   // lines take turns by their group
	ranking action = "rank"    // shown earlier or later
)

var actions = []string{string(drop), string(fold), string(group), string(keep), string(ranking), string(replace)}

// matches reports whether the rule is about a call.
func (r *Rule) matches(in *strategies.Input) bool {
	if r.disabled {
		return false
	}
	if len(r.tools) > 0 && !slices.ContainsFunc(r.tools, func(t string) bool { return strings.EqualFold(t, in.Tool) }) {
		return false
	}
	if len(r.programs) > 0 && !r.runs(in.Shell) {
		return false
	}
	if r.words != nil && !r.words.MatchesAny(shell.Words(in.Command)) {
		return false
	}
	return r.command == nil || in.Command != "" && r.command.matches(in.Command)
}

// runs reports whether the rule's program prints to the output, in its own form.
func (r *Rule) runs(l shell.Line) bool {
	return l.OK && !l.Reshaped && slices.ContainsFunc(l.Commands, func(c shell.Call) bool {
		if !slices.Contains(r.programs, c.Name) || c.Own && r.File.Origin == BuiltIn {
			return false
		}
		return len(r.subcommands) == 0 || slices.ContainsFunc(
			r.subcommands,
			func(s string) bool { return follows(c.Args, s) },
		)
	})
}

// follows reports whether the words of sub are the first of args that aren't options.
func follows(args []string, sub string) bool {
	for word := range strings.FieldsSeq(sub) {
		for len(args) > 0 && strings.HasPrefix(args[0], "-") {
			args = args[1:]
		}
		if len(args) == 0 || args[0] != word {
			return false
		}
		args = args[1:]
	}
	return true
}

// Limits returns the level and the budget that the rule sets, "" and 0 for none.
func (r *Rule) Limits() (level string, budget int) { return r.level, r.budget }

// IsOff reports whether the rule does nothing but replace a weaker one of its name.
func (r *Rule) IsOff() bool { return r.disabled }

// Summary describes the condition and the effect of the rule in a few words.
func (r *Rule) Summary() string {
	if r.disabled {
		return "off"
	}
	var parts []string
	if len(r.programs) > 0 {
		s := strings.Join(r.programs, "|")
		if len(r.subcommands) > 0 {
			s += " " + strings.Join(r.subcommands, "|")
		}
		parts = append(parts, s)
	}
	if len(r.tools) > 0 {
		parts = append(parts, "tool "+strings.Join(r.tools, "|"))
	}
	if r.words != nil {
		parts = append(parts, r.words.String())
	}
	if r.command != nil {
		parts = append(parts, "command /"+r.command.src+"/")
	}
	return strings.Join(parts, "; ")
}
