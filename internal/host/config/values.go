package config

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"github.com/toktee/toktee/summarize"
)

func boolean(v any) (bool, error) {
	b, ok := v.(bool)
	if !ok {
		return false, fmt.Errorf("value %s: want true or false", shown(v))
	}
	return b, nil
}

func level(v any) (summarize.Level, error) {
	text, ok := v.(string)
	if !ok || text == "" {
		return "", fmt.Errorf("value %s: want %s", shown(v), Levels)
	}
	return summarize.ParseLevel(text)
}

func budget(v any) (int, error) {
	n, ok := v.(int64)
	if !ok {
		return 0, fmt.Errorf("value %s: want a number of tokens", shown(v))
	}
	return int(n), summarize.CheckBudget(int(n))
}

// noRewrite explains why commands of other agents than Claude Code aren't rewritten.
var noRewrite = map[string]string{
	"cline":    replacesAll,
	"codex":    "it takes a rewritten command only with a permission to run it, past its own rules",
	"copilot":  replacesAll,
	"cursor":   "it was never tried there",
	"gemini":   replacesAll,
	"kilo":     replacesAll,
	"opencode": replacesAll,
	"pi":       replacesAll,
	"qwen":     "its hooks change no command",
}

const replacesAll = "nothing is gained, since its hook replaces results of failing commands too"

// rewrite reads the agents whose commands may be rewritten.
func rewrite(v any) ([]string, error) {
	list, ok := v.([]any)
	if !ok {
		return nil, fmt.Errorf(`value %s: want a list, ["claude"] or []`, shown(v))
	}
	var agents []string
	for _, a := range list {
		name, _ := a.(string)
		switch why, known := noRewrite[name]; {
		case known:
			return nil, fmt.Errorf(`%q: commands are rewritten for "claude" alone; for %s %s`, name, name, why)
		case name != "claude":
			return nil, fmt.Errorf(`value %s: want "claude"`, shown(a))
		case !slices.Contains(agents, name):
			agents = append(agents, name)
		}
	}
	return agents, nil
}

// parseTTL reads a duration above zero. It takes Go's units and whole days, such as "30d".
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

// shown returns a bad value for an error, on one line.
func shown(v any) string {
	if text, ok := v.(string); ok {
		return shortKey(strconv.Quote(text))
	}
	switch reflect.ValueOf(v).Kind() {
	case reflect.Map:
		return "of a table"
	case reflect.Slice:
		return "of an array"
	}
	return fmt.Sprint(v)
}

// quoteKey writes a key as TOML does.
func quoteKey(name string) string { return toml.Key{name}.String() }
