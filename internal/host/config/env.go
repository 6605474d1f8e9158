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

// readEnv takes over the settings of the environment. An empty variable counts as none, and so does a bad one.
func (s *Settings) readEnv(getenv func(string) (string, bool)) (problems Problems) {
	for _, v := range []struct {
		key string
		set func(string) error
	}{
		{"level", parsed(&s.Level, summarize.ParseLevel)},
		{"budget", parsed(&s.Budget, ParseBudget)},
		{"encoding", parsed(&s.Encoding, tokens.ParseEncoding)},
		{"raw", parsed(&s.Raw, parseSwitch)},
		{"debug", parsed(&s.Debug, parseSwitch)},
		{"no_store", parsed(&s.NoStore, parseSwitch)},
		{"mask_secrets", parsed(&s.MaskSecrets, parseSwitch)},
		{"gateway.enabled", func(x string) error {
			is, err := parseSwitch(x)
			s.Gateway.Off = err == nil && !is
			return err
		}},
		{"gateway.anthropic_upstream", upstream(&s.Gateway.Anthropic)},
		{"gateway.openai_upstream", upstream(&s.Gateway.OpenAI)},
		{"gateway.gemini_upstream", upstream(&s.Gateway.Gemini)},
		{"store", func(x string) error { s.StoreDir = x; return nil }},
		// Not team.share_payloads and team.share_history: consent is written down in the user's own file.
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
			problems = append(problems, fmt.Errorf("%s: %w", name, err))
			continue
		}
		s.source[v.key] = name
	}
	return problems
}

// parsed returns a function that sets a setting to a parsed value, unless that is bad.
func parsed[T any](setting *T, parse func(string) (T, error)) func(string) error {
	return func(x string) error {
		v, err := parse(x)
		if err == nil {
			*setting = v
		}
		return err
	}
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
