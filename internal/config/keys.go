package config

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"github.com/toktee/toktee/summarize"
)

// The keys of each table, as errors list them.
var (
	tableNames = []string{"agent", "store", "tools"}
	agentKeys  = []string{"split_tool_results_enabled", "tool_summarization_level", "tool_ui_clickable_paths", "tool_ui_rich_formatting", "tool_ui_syntax_highlighting"}
	toolKeys   = []string{"budget", "enabled", "level"}
	storeKeys  = []string{"max_bytes", "ttl"}
)

// problem is an error of a key in a file.
func problem(path string, key toml.Key, format string, args ...any) error {
	return fmt.Errorf("%s: %s: %w", path, key, fmt.Errorf(format, args...))
}

// setKey takes over one key of a file.
func (s *Settings) setKey(path string, user bool, key toml.Key, v any) error {
	table := key[0]
	switch table {
	case "agent", "store", "tools":
		if !user && table == "store" {
			return problem(path, key, "not allowed in a project's file: the store is set in the user's own")
		}
		if _, ok := v.(map[string]any); len(key) == 1 && !ok {
			return problem(path, key, "want a table: [%s]", table)
		}
	default:
		return problem(path, key, "unknown key: want a table of %s", strings.Join(tableNames, ", "))
	}
	switch {
	case len(key) == 1:
		return nil
	case table == "agent" && len(key) == 2:
		return s.setAgent(path, key, v)
	case table == "store" && len(key) == 2:
		return s.setStore(path, key, v)
	case table == "tools" && len(key) == 2:
		if _, ok := v.(map[string]any); !ok {
			return problem(path, key, "want a table: [tools.%s]", quoteKey(key[1]))
		}
		return nil
	case table == "tools" && len(key) == 3:
		return s.setTool(path, key, v)
	}
	return problem(path, key, "unknown key")
}

func (s *Settings) setAgent(path string, key toml.Key, v any) error {
	var err error
	name := "agent." + key[1]
	switch key[1] {
	case "split_tool_results_enabled":
		s.Split, err = boolean(path, key, v)
	case "tool_summarization_level":
		s.Level, err = level(path, key, v)
		name = "level"
	case "tool_ui_rich_formatting":
		s.RichFormatting, err = boolean(path, key, v)
	case "tool_ui_syntax_highlighting":
		s.SyntaxHighlighting, err = boolean(path, key, v)
	case "tool_ui_clickable_paths":
		s.ClickablePaths, err = boolean(path, key, v)
	default:
		return problem(path, key, "unknown key: want %s", strings.Join(agentKeys, ", "))
	}
	s.source[name] = path
	return err
}

func (s *Settings) setTool(path string, key toml.Key, v any) error {
	name := key[1]
	t, ok := s.Tools[name]
	if !ok {
		t.Enabled = true
	}
	var err error
	switch key[2] {
	case "enabled":
		t.Enabled, err = boolean(path, key, v)
	case "level":
		t.Level, err = level(path, key, v)
	case "budget":
		n, ok := v.(int64)
		if !ok {
			return problem(path, key, "value %s: want a number of tokens", show(v))
		}
		if e := summarize.CheckBudget(int(n)); e != nil {
			return problem(path, key, "%w", e)
		}
		t.Budget = int(n)
	default:
		return problem(path, key, "unknown key: want %s", strings.Join(toolKeys, ", "))
	}
	s.Tools[name] = t
	s.source[toolKey(name, key[2])] = path
	return err
}

func (s *Settings) setStore(path string, key toml.Key, v any) error {
	switch key[1] {
	case "ttl":
		text, _ := v.(string)
		d, err := parseTTL(text)
		if err != nil {
			return problem(path, key, `value %s: want a time above zero, such as "30d" or "12h"`, show(v))
		}
		s.TTL = d
	case "max_bytes":
		n, ok := v.(int64)
		if !ok || n <= 0 {
			return problem(path, key, "value %s: want a number of bytes above zero", show(v))
		}
		s.MaxBytes = n
	default:
		return problem(path, key, "unknown key: want %s", strings.Join(storeKeys, ", "))
	}
	s.source["store."+key[1]] = path
	return nil
}

func boolean(path string, key toml.Key, v any) (bool, error) {
	b, ok := v.(bool)
	if !ok {
		return false, problem(path, key, "value %s: want true or false", show(v))
	}
	return b, nil
}

func level(path string, key toml.Key, v any) (summarize.Level, error) {
	text, ok := v.(string)
	if !ok || text == "" {
		return "", problem(path, key, "value %s: want %s", show(v), Levels)
	}
	l, err := summarize.ParseLevel(text)
	if err != nil {
		return "", problem(path, key, "%w", err)
	}
	return l, nil
}

// Levels are the levels, as errors list them.
const Levels = "minimal, balanced or conservative"

// parseTTL reads a duration, in days too.
func parseTTL(s string) (time.Duration, error) {
	if days, ok := strings.CutSuffix(s, "d"); ok {
		n, err := strconv.ParseUint(days, 10, 16)
		if err != nil || n == 0 {
			return 0, fmt.Errorf("bad number of days %q", days)
		}
		return time.Duration(n) * 24 * time.Hour, nil
	}
	d, err := time.ParseDuration(s)
	if err == nil && d <= 0 {
		err = fmt.Errorf("duration %v is not above zero", d)
	}
	return d, err
}

// show shows a bad value in one line.
func show(v any) string {
	switch v := v.(type) {
	case string:
		return strconv.Quote(v)
	case map[string]any:
		return "of a table"
	case []any, []map[string]any:
		return "of an array"
	}
	return fmt.Sprint(v)
}

// quoteKey writes a key as TOML does.
func quoteKey(name string) string { return toml.Key{name}.String() }
