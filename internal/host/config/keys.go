package config

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/BurntSushi/toml"

	"github.com/toktee/toktee/internal/text/words"
)

// A fileKey is a key that a table of a settings file may have.
type fileKey struct {
	name   string
	source string // the setting, as [Settings.Source] calls it
	set    func(s *Settings, v any) error
}

// switchKey is a key that is true or false.
func switchKey(name, source string, of func(*Settings) *bool) fileKey {
	return fileKey{name, source, func(s *Settings, v any) (err error) {
		*of(s), err = boolean(v)
		return err
	}}
}

// agentKeys are the keys of [agent], in the order in which errors list them.
var agentKeys = []fileKey{
	{"pass_env", "agent.pass_env", func(s *Settings, v any) (err error) {
		s.PassEnv, err = texts(v)
		return err
	}},
	switchKey("mask_secrets", "mask_secrets", func(s *Settings) *bool { return &s.MaskSecrets }),
	switchKey("split_tool_results_enabled", "agent.split_tool_results_enabled",
		func(s *Settings) *bool { return &s.Enabled }),
	{"tool_summarization_level", "level", func(s *Settings, v any) (err error) {
		s.Level, err = level(v)
		return err
	}},
	switchKey("tool_ui_clickable_paths", "agent.tool_ui_clickable_paths",
		func(s *Settings) *bool { return &s.ClickablePaths }),
	switchKey("tool_ui_rich_formatting", "agent.tool_ui_rich_formatting",
		func(s *Settings) *bool { return &s.RichFormatting }),
	switchKey("tool_ui_syntax_highlighting", "agent.tool_ui_syntax_highlighting",
		func(s *Settings) *bool { return &s.SyntaxHighlighting }),
}

// sizeKey is a key of [store] that is a number of bytes.
func sizeKey(name string, of func(*Settings) *int64) fileKey {
	return fileKey{name, "store." + name, func(s *Settings, v any) error {
		n, ok := v.(int64)
		if !ok || n <= 0 {
			return fmt.Errorf("value %s: want a number of bytes above zero", shown(v))
		}
		*of(s) = n
		return nil
	}}
}

// storeKeys are the keys of [store].
var storeKeys = []fileKey{
	{"before", "store.before", func(s *Settings, v any) error {
		is, err := boolean(v)
		s.NoBefore = !is
		return err
	}},
	sizeKey("max_bytes", func(s *Settings) *int64 { return &s.MaxBytes }),
	sizeKey("max_recording", func(s *Settings) *int64 { return &s.MaxRecording }),
	{"ttl", "store.ttl", func(s *Settings, v any) error {
		text, _ := v.(string)
		d, err := parseTTL(text)
		if err != nil {
			return fmt.Errorf(`value %s: want a time above zero, such as "30d" or "12h"`, shown(v))
		}
		s.TTL = d
		return nil
	}},
}

// historyKeys are the keys of [history].
var historyKeys = []fileKey{
	{"enabled", "history.enabled", func(s *Settings, v any) error {
		is, err := boolean(v)
		s.NoHistory = !is
		return err
	}},
	{"unchanged", "history.unchanged", func(s *Settings, v any) error {
		is, err := boolean(v)
		s.NoUnchanged = !is
		return err
	}},
}

// hooksKeys are the keys of [hooks].
var hooksKeys = []fileKey{
	switchKey("beside_others", "hooks.beside_others", func(s *Settings) *bool { return &s.BesideOthers }),
	switchKey("notices", "hooks.notices", func(s *Settings) *bool { return &s.Notices }),
}

// toolKeys returns the keys of the table of one tool, [tools.NAME].
func toolKeys(tool string) []fileKey {
	var keys []fileKey
	for _, field := range toolFields {
		keys = append(keys, fileKey{field, ToolKey(tool, field), func(s *Settings, v any) (err error) {
			t, ok := s.Tools[tool]
			if !ok {
				t.Enabled = true
			}
			err = t.set(field, v)
			s.Tools[tool] = t
			return err
		}})
	}
	return keys
}

// toolFields are the keys of a tool's table, and of that of an MCP server or its tool.
var toolFields = []string{"budget", "enabled", "level"}

func (t *Tool) set(field string, v any) (err error) {
	switch field {
	case "budget":
		t.Budget, err = budget(v)
	case "enabled":
		t.Enabled, err = boolean(v)
	case "level":
		t.Level, err = level(v)
	}
	return err
}

// tableNames are the tables of a settings file, in the order in which errors list them.
var tableNames = []string{
	"agent", "claims", "commands", "cost", "gateway", "history", "hooks", "mcp", "prices", "store", "team", "tools",
}

// tableKeys are the keys of tables whose values are one level below them.
var tableKeys = map[string][]fileKey{
	"agent": agentKeys, "claims": claimsKeys, "cost": costKeys, "gateway": gatewayKeys, "history": historyKeys,
	"hooks": hooksKeys,
	"store": storeKeys, "team": teamKeys,
}

// usersOwn are the tables and keys that a project's file can't have, and why.
var usersOwn = map[string]string{
	"agent.mask_secrets": "secrets are masked unless the user's own file switches that off",

	"agent.pass_env": "only the user's own file sets the variables that commands get",

	"claims":   "only the user's own file sets who sees claims",
	"commands": "only the user's own file sets what the model sees of a command's output; a project can have rules",

	"cost":    "only the user's own file sets prices",
	"gateway": "only the user's own file sets where requests to models go",
	"history": "only the user's own file sets what is recorded",
	"hooks":   "only the user's own file sets what hooks may do",
	"prices":  "only the user's own file sets prices",
	"store":   "only the user's own file sets the store",
	"team":    "only the user's own file sets what leaves the machine",
}

// setKey applies one key of a file: a table, or a value in one. Its error describes the problem without the file and
// the key, which the caller adds.
func (s *Settings) setKey(f settingsFile, key toml.Key, v any) error {
	table := key[0]
	depth := 2 // of values
	if table == "tools" || table == "prices" {
		depth = 3
	}
	switch {
	case !slices.Contains(tableNames, table):
		return unknownKey(table, tableNames)
	case !f.user && cmp.Or(usersOwn[table], usersOwn[key.String()]) != "":
		return fmt.Errorf("not allowed in a project's file: %s", cmp.Or(usersOwn[table], usersOwn[key.String()]))
	case table == "mcp" && len(key) > 1:
		return s.setMCP(f, key, v)
	case table == "commands" && len(key) > 1:
		return s.setCommands(f, key, v)
	case len(key) > depth:
		return errors.New("unknown key")
	case len(key) < depth:
		if _, ok := v.(map[string]any); !ok {
			return fmt.Errorf("want a table: [%s]", key)
		}
		return nil
	}
	keys := tableKeys[table]
	switch table {
	case "prices":
		keys = priceKeys(key[1])
	case "tools":
		keys = toolKeys(key[1])
	}
	var names []string
	for _, k := range keys {
		if k.name == key[depth-1] {
			s.source[k.source] = f.path
			return k.set(s, v)
		}
		names = append(names, k.name)
	}
	return unknownKey(key[depth-1], names)
}

// unknownKey is the error of a key that isn't one of the names.
func unknownKey(key string, names []string) error {
	return fmt.Errorf("unknown key: %s", words.Wanted(key, names))
}

// Levels are the levels, as errors list them.
const Levels = "minimal, balanced, conservative or lossless"
