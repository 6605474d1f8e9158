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

// setCommands applies one key below [commands]: never, the table of a pattern, or a value in it.
//
//	commands.never        commands."go test *".level
func (s *Settings) setCommands(f settingsFile, key toml.Key, v any) error {
	_, isTable := v.(map[string]any)
	switch {
	case len(key) == 2 && key[1] == "never" && !isTable:
		list, err := texts(v)
		s.CommandsNever = nil
		for _, text := range list {
			p, bad := shell.ParsePattern(text)
			s.CommandsNever, err = append(s.CommandsNever, p), errors.Join(err, bad)
		}
		s.source["commands.never"] = f.path
		return err
	case len(key) == 2 && isTable:
		return nil
	case len(key) == 2:
		return errors.New(`unknown key: want never, or a table such as [commands."go test *"]`)
	case len(key) > 3:
		return errors.New("unknown key")
	case key[2] != "level" && key[2] != "budget":
		return errors.New("unknown key: want budget, level")
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

// CommandKey returns a key of a pattern's table, as [Settings.Source] knows it.
func CommandKey(p shell.Pattern, field string) string {
	return fmt.Sprintf("commands.%s.%s", quoteKey(p.String()), field)
}

// commandEntries lists the settings of commands that a file sets.
func (s *Settings) commandEntries() (list []Entry) {
	if len(s.CommandsNever) > 0 {
		var all []string
		for _, p := range s.CommandsNever {
			all = append(all, p.String())
		}
		list = append(list, Entry{Key: "commands.never", Value: strings.Join(all, ", ")})
	}
	for _, c := range s.Commands {
		t := Tool{Enabled: true, Level: c.Level, Budget: c.Budget}
		list = append(list, s.toolEntries(t, func(field string) string { return CommandKey(c.Pattern, field) })...)
	}
	return list
}
