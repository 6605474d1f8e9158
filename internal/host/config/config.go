// Package config reads the settings: flags over environment over the project's file over the user's.
//
// The project's file is .toktee/config.toml in the working folder or the nearest folder above that has one; the user's
// is toktee/config.toml in the configuration folder. A project's author may be a stranger, so its file can only change
// how much of an output is shown. It can't set programs, paths, approvals or prices, nor anything of the store or of
// data that leaves the machine.
//
// Nothing is guessed. An unknown key, a forbidden value and an unreadable file are errors of one line. The line names
// the file or the variable, the key, the value, and the allowed values.
//
// A file has at most 1 MiB. Without files, loading costs a few system calls. Nothing is read from the process: the
// working folder, the environment and the flags are parameters.
package config

import (
	"time"

	"github.com/toktee/toktee/internal/measure/cost"
	"github.com/toktee/toktee/summarize"
	"github.com/toktee/toktee/tokens"
)

// Settings are the effective settings.
type Settings struct {
	Enabled  bool // summarise at all; calling the command line switches it on
	Level    summarize.Level
	Budget   int // tokens for the model; 0 is the level's own
	Encoding tokens.Encoding
	Raw      bool // pass everything through
	Debug    bool // log a line for each result
	NoStore  bool // keep no outputs
	NoBefore bool // don't compare commands with their earlier runs

	MaskSecrets bool // put marks in place of keys and tokens that a model would be shown

	RichFormatting     bool // escape sequences in the person's view
	SyntaxHighlighting bool // in the person's view
	ClickablePaths     bool // in the person's view

	Tools map[string]Tool // by the tool's name

	MCP      map[string]MCPServer // by the server's name
	MCPNever []string             // servers whose results are never touched, by a word of their name or command

	Rewrite []string // agents whose hook may put commands under toktee: "claude", or none

	StoreDir string        // "" is the default folder
	TTL      time.Duration // 0 is the store's own
	MaxBytes int64         // 0 is the store's own

	Prices map[string]cost.Prices // that files set, by name
	Price  string                 // the name of those that savings are worth; see [Settings.EffectivePrices]

	Team Team

	source map[string]string // by key; a key without one has its default
}

// Tool has the settings of one tool.
type Tool struct {
	Enabled bool            // false passes its outputs through
	Level   summarize.Level // "" is that of all tools
	Budget  int             // 0 is that of all tools
}

// The sources of a setting that are neither a file nor a variable; see [Settings.Source].
const (
	FromDefault = "default"
	FromFlag    = "flag"
)

// Options selects the sources of settings.
type Options struct {
	Dir    string                      // working folder; the search for the project's file begins there
	Getenv func(string) (string, bool) // the environment, as [os.LookupEnv]
	Flags  Flags                       // settings of this call
}

// Load reads the settings. Its error is a bad setting or a file that can't be read.
func Load(o Options) (*Settings, error) {
	s := &Settings{
		Enabled: true, MaskSecrets: true, RichFormatting: true, SyntaxHighlighting: true, ClickablePaths: true,
		Tools: map[string]Tool{}, MCP: map[string]MCPServer{}, MCPNever: neverByDefault, source: map[string]string{},
		Prices: map[string]cost.Prices{},
	}
	for _, f := range []settingsFile{{UserFile(o.Getenv), true}, {ProjectFile(o.Dir), false}} {
		if f.path == "" {
			continue
		}
		if err := s.readFile(f); err != nil {
			return nil, err
		}
	}
	if err := s.readEnv(o.Getenv); err != nil {
		return nil, err
	}
	s.setFlags(o.Flags)
	return s, nil
}

// Source returns the source of a key's value: a file's path, the name of a variable, "flag" or "default".
func (s *Settings) Source(key string) string {
	if src, ok := s.source[key]; ok {
		return src
	}
	return FromDefault
}

// Summarize returns the settings as a configuration of [summarize.Summarize], without rules and the recovery line. A
// level or a budget of this call (see [Settings.OfCall]) overrides the files' settings of a single tool.
func (s *Settings) Summarize() summarize.Config {
	cfg := summarize.Config{
		Enabled: !s.Disabled(), Level: s.Level, Budget: s.Budget, Encoding: s.Encoding, MaskSecrets: s.MaskSecrets,
	}
	cfg.Tools = make(map[string]summarize.ToolConfig, len(s.Tools))
	for name, t := range s.Tools {
		c := summarize.ToolConfig{Disabled: !t.Enabled, Level: t.Level, Budget: t.Budget}
		if s.OfCall("level") {
			c.Level = ""
		}
		if s.OfCall("budget") {
			c.Budget = 0
		}
		cfg.Tools[name] = c
	}
	return cfg
}

// Disabled reports whether all outputs pass through as they are.
func (s *Settings) Disabled() bool { return !s.Enabled || s.Raw }

// OfCall reports whether the value of a key is stated for this call, by a flag or a variable of the environment. Such a
// value overrides the files' values for single tools, and those of rules.
func (s *Settings) OfCall(key string) bool {
	src := s.Source(key)
	return src == FromFlag || src == variable(key)
}
