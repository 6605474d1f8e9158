package config

import (
	"fmt"
	"reflect"
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
