package config

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/summarize"
)

// A Command has the settings of the commands that a pattern selects.
type Command struct {
	Pattern shell.Pattern
	Level   summarize.Level // "" is that of all commands
	Budget  int             // 0 is that of all commands
}

// setCommands applies one key below [commands]: never, pure, the table of a pattern, or a value in it.
//
//	commands.never        commands.pure        commands."go test *".level
func (s *Settings) setCommands(f settingsFile, key toml.Key, v any) error {
	_, isTable := v.(map[string]any)
	switch {
	case len(key) == 2 && !isTable && (key[1] == "never" || key[1] == "pure"):
		list, err := patterns(v)
		if key[1] == "never" {
			s.CommandsNever = list
		} else {
			s.CommandsPure = list
		}
		s.source[key.String()] = f.path
		return err
	case len(key) == 2 && isTable:
		return nil
	case len(key) == 2:
		return errors.New(`unknown key: want never, pure, or a table such as [commands."go test *"]`)
	case len(key) > 3:
		return errors.New("unknown key")
	case key[2] != "level" && key[2] != "budget":
		return unknownKey(key[2], []string{"budget", "level"})
	}
	p, err := shell.ParsePattern(key[1])
	if err != nil {
		return err
	}
	i := slices.IndexFunc(s.Commands, func(c Command) bool { return c.Pattern.String() == p.String() })
	if i < 0 {
		i = len(s.Commands)
		s.Commands = append(s.Commands, Command{Pattern: p})
	}
	t := Tool{Level: s.Commands[i].Level, Budget: s.Commands[i].Budget}
	err = t.set(key[2], v)
	s.Commands[i].Level, s.Commands[i].Budget = t.Level, t.Budget
	s.source[CommandKey(p, key[2])] = f.path
	return err
}

// patterns reads a list of patterns.
func patterns(v any) (list []shell.Pattern, err error) {
	all, err := texts(v)
	for _, text := range all {
		p, bad := shell.ParsePattern(text)
		list, err = append(list, p), errors.Join(err, bad)
	}
	return list, err
}

// CommandKey returns a key of a pattern's table, as [Settings.Source] knows it.
func CommandKey(p shell.Pattern, field string) string {
	return fmt.Sprintf("commands.%s.%s", quoteKey(p.String()), field)
}

// commandEntries lists the settings of commands that a file sets.
func (s *Settings) commandEntries() (list []Entry) {
	add := func(key string, patterns []shell.Pattern) {
		var all []string
		for _, p := range patterns {
			all = append(all, p.String())
		}
		if len(all) > 0 {
			list = append(list, Entry{Key: key, Value: strings.Join(all, ", ")})
		}
	}
	add("commands.never", s.CommandsNever)
	add("commands.pure", s.CommandsPure)
	for _, c := range s.Commands {
		t := Tool{Enabled: true, Level: c.Level, Budget: c.Budget}
		list = append(list, s.toolEntries(t, func(field string) string { return CommandKey(c.Pattern, field) })...)
	}
	return list
}
