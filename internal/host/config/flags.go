package config

import (
	"github.com/toktee/toktee/summarize"
	"github.com/toktee/toktee/tokens"
)

// Flags are the settings that a caller can state for one call, as a command line does. A nil field leaves the setting
// to the environment and the files.
type Flags struct {
	Level    *summarize.Level
	Budget   *int
	Encoding *tokens.Encoding
	Debug    *bool
	NoStore  *bool
	Raw      *bool

	AnthropicUpstream, OpenAIUpstream, GeminiUpstream *string // see [ParseUpstream]
}

// setFlags puts the flags over all other sources.
func (s *Settings) setFlags(f Flags) {
	setFlag(s, "level", &s.Level, f.Level)
	setFlag(s, "budget", &s.Budget, f.Budget)
	setFlag(s, "encoding", &s.Encoding, f.Encoding)
	setFlag(s, "debug", &s.Debug, f.Debug)
	setFlag(s, "no_store", &s.NoStore, f.NoStore)
	setFlag(s, "raw", &s.Raw, f.Raw)
	setFlag(s, "gateway.anthropic_upstream", &s.Gateway.Anthropic, f.AnthropicUpstream)
	setFlag(s, "gateway.openai_upstream", &s.Gateway.OpenAI, f.OpenAIUpstream)
	setFlag(s, "gateway.gemini_upstream", &s.Gateway.Gemini, f.GeminiUpstream)
}

// setFlag sets one setting to a flag's value, and records the flag as its source.
func setFlag[T any](s *Settings, key string, setting, flag *T) {
	if flag != nil {
		*setting = *flag
		s.source[key] = FromFlag
	}
}
