package host

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/toktee/toktee/internal/host/config"
	"github.com/toktee/toktee/internal/host/rules"
	"github.com/toktee/toktee/internal/text/shell"
)

// RulesOptions returns the folders of the rules for a working folder ("" for none), and the file that records trusted
// project rules. It needs no settings, so that rules can be inspected while the settings are broken.
func RulesOptions(dir string, getenv func(string) (string, bool)) rules.Options {
	o := rules.Options{Dir: dir}
	trusted := ""
	if user := config.UserDir(getenv); user != "" {
		o.UserDir, trusted = filepath.Join(user, "rules"), filepath.Join(user, "trusted-rules")
	}
	o.Trust = rules.NewTrust(trusted)
	return o
}

// loadRules reads the rules. A file that is broken or not trusted costs its own rules; all such files together are one
// warning. A level or a budget that was stated for this call goes before those of rules.
func (h *Host) loadRules() *rules.Set {
	set, problems := rules.Load(RulesOptions(h.o.Dir, h.o.Getenv))
	switch n := len(problems); {
	case n == 1:
		h.warn(problems[0])
	case n > 1:
		h.warn(fmt.Errorf("%d problems with files of rules, see toktee rules list; the first: %w", n, problems[0]))
	}
	for _, c := range h.settings.Commands {
		key := config.CommandKey(c.Pattern, "level")
		if c.Level == "" {
			key = config.CommandKey(c.Pattern, "budget")
		}
		set.Limit(h.settings.Source(key), c.Pattern, string(c.Level), c.Budget)
	}
	set.NoLimits = h.settings.OfCall("level") || h.settings.OfCall("budget")
	return set
}

// Never reports whether the user's settings exempt a command line: the output of one of its commands isn't touched, so
// that of the line passes as it is. Every integration asks, and [Host.Deliver] asks for them.
//
//	[commands]
//	never = ["terraform plan *"]
func (h *Host) Never(command string) bool {
	if h.settings == nil || command == "" || len(h.settings.CommandsNever) == 0 {
		return false
	}
	words := shell.Words(command)
	return slices.ContainsFunc(h.settings.CommandsNever, func(p shell.Pattern) bool { return p.MatchesAny(words) })
}
