package config

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/toktee/toktee/summarize"
	"github.com/toktee/toktee/tokens"
)

// variable returns the name of a key's environment variable: TOKTEE_TEAM_DATABASE for "team.database".
func variable(key string) string {
	return "TOKTEE_" + strings.ToUpper(strings.ReplaceAll(key, ".", "_"))
}

// readEnv takes over the settings of the environment. An empty variable counts as none.
func (s *Settings) readEnv(getenv func(string) (string, bool)) error {
	for _, v := range []struct {
		key string
		set func(string) error
	}{
		{"level", func(x string) (err error) { s.Level, err = summarize.ParseLevel(x); return err }},
		{"budget", func(x string) (err error) { s.Budget, err = ParseBudget(x); return err }},
		{"encoding", func(x string) (err error) { s.Encoding, err = tokens.ParseEncoding(x); return err }},
		{"raw", func(x string) (err error) { s.Raw, err = parseSwitch(x); return err }},
		{"debug", func(x string) (err error) { s.Debug, err = parseSwitch(x); return err }},
		{"no_store", func(x string) (err error) { s.NoStore, err = parseSwitch(x); return err }},
		{"mask_secrets", func(x string) (err error) { s.MaskSecrets, err = parseSwitch(x); return err }},
		{"store", func(x string) error { s.StoreDir = x; return nil }},
		// Not team.share_payloads: consent is written down in the user's own file.
		{"team.bucket", s.setBucket},
		{"team.database", s.setDatabase},
		{"team.machine", s.setMachine},
	} {
		name := variable(v.key)
		x, _ := getenv(name)
		if x == "" {
			continue
		}
		if err := v.set(x); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		s.source[v.key] = name
	}
	return nil
}

// ParseBudget reads a number of tokens: 0, or at least [summarize.MinBudget].
func ParseBudget(x string) (int, error) {
	n, err := strconv.Atoi(x)
	if err != nil {
		return 0, fmt.Errorf("budget %q is not a number: want 0 for the level's own, or at least %d tokens",
			x, summarize.MinBudget)
	}
	return n, summarize.CheckBudget(n)
}

// Switch reads one switch of the environment, such as "raw" for TOKTEE_RAW. It is for callers that need it before the
// settings are read, or while these are broken.
func Switch(getenv func(string) (string, bool), key string) (bool, error) {
	x, _ := getenv(variable(key))
	if x == "" {
		return false, nil
	}
	on, err := parseSwitch(x)
	if err != nil {
		return false, fmt.Errorf("%s: %w", variable(key), err)
	}
	return on, nil
}

// parseSwitch reads what people write for on and off.
func parseSwitch(x string) (bool, error) {
	switch strings.ToLower(x) {
	case "1", "true", "yes", "on":
		return true, nil
	case "0", "false", "no", "off":
		return false, nil
	}
	return false, fmt.Errorf("unknown value %q: want 1 or 0", x)
}
