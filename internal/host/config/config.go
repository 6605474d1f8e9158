// Package config reads the settings: flags over environment over the project's file over the user's.
//
// The project's file is .toktee/config.toml in the working folder or the nearest folder above that has one; the user's
// is toktee/config.toml in the configuration folder. A project's author may be a stranger, so its file can only make
// the model see more of an output, unless the user trusts it ([Options.Trusts]): see restrict. It can't set programs,
// paths, approvals or prices, nor anything of single commands, of the store or of data that leaves the machine.
//
// Nothing is guessed. An unknown key, a forbidden value and an unreadable file are errors of one line. The line names
// the file or the variable, the key, the value, and the allowed values. The settings are usable in spite of an error:
// see [Load].
//
// A file has at most 1 MiB. Without files, loading costs a few system calls. Nothing is read from the process: the
// working folder, the environment and the flags are parameters.
package config

import (
	"strings"
	"time"

	"github.com/toktee/toktee/internal/measure/cost"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/summarize"
	"github.com/toktee/toktee/tokens"
)

// Settings are the effective settings.
type Settings struct {
	Enabled bool // summarise at all; calling the command line switches it on
	// Whole passes outputs whole, but with marks in place of secrets: a project switches shortening off, or the user's
	// settings can't be read.
	Whole    bool
	Level    summarize.Level
	Budget   int // tokens for the model; 0 is the level's own
	Encoding tokens.Encoding
	Raw      bool // pass everything through
	Debug    bool // log a line for each result
	NoStore  bool // keep no outputs
	NoBefore bool // don't compare commands with their earlier runs

	NoHistory   bool // don't record checks and edits, and don't state the known facts about them
	NoUnchanged bool // don't state that a check's inputs are those of its last run

	MaskSecrets bool // put marks in place of keys and tokens that a model would be shown

	RichFormatting     bool // escape sequences in the person's view
	SyntaxHighlighting bool // in the person's view
	ClickablePaths     bool // in the person's view

	Tools map[string]Tool // by the tool's name

	Commands      []Command       // by pattern, in the order of the file
	CommandsNever []shell.Pattern // commands whose outputs are never touched
	CommandsPure  []shell.Pattern // further checks whose result follows from their inputs

	MCP      map[string]MCPServer // by the server's name
	MCPNever []string             // servers whose results are never touched, by a word of their name or command
	MCPWhole []string             // those whose results pass as with Whole: a project's file names them

	PassEnv      []string // more variables that commands of tools get; a name may end in "*"
	BesideOthers bool     // hooks replace results that hooks of others may replace, too
	Notices      bool     // hooks print a line at the start and the end of a session, if they were set up to do so
	Claims       string   // who is told of claims that a session contradicts: see [ClaimsPerson]

	StoreDir string        // "" is the default folder
	TTL      time.Duration // 0 is the store's own
	MaxBytes int64         // 0 is the store's own
	// MaxRecording is how many bytes of disk the recording of an output may take; 0 is half of MaxBytes.
	MaxRecording int64

	Prices map[string]cost.Prices // that files set, by name
	Price  string                 // the name of those that savings are worth; see [Settings.EffectivePrices]

	Team    Team
	Gateway Gateway

	source map[string]string // by key; a key without one has its default
}

// Tool has the settings of one tool.
type Tool struct {
	Enabled bool            // false passes its outputs through
	Whole   bool            // as that of all tools
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
	// Trusts reports whether the user trusts this content of a project's file; nil trusts none.
	Trusts func(path, text string) bool
}

// Load reads the settings. Its error names the problem with them in one line; the settings are usable all the same. A
// project's file with an error counts as empty, and so does a variable. If the user's file has an error, outputs pass
// whole, with the defaults; if a variable has one, they pass whole too. Values of a project's file that need trust are
// an [*UntrustedError].
func Load(o Options) (*Settings, error) {
	var problems Problems
	s := defaults()
	if path := UserFile(o.Getenv); path != "" {
		if err := s.readFile(settingsFile{path, true}); err != nil {
			problems = append(problems, err)
			s = defaults()
			s.Whole = true
		}
	}
	if path := ProjectFile(o.Dir); path != "" {
		call := defaults()
		_ = call.readEnv(o.Getenv) // reported below
		call.setFlags(o.Flags)
		if err := s.readProject(path, call.Budget, o.Trusts); err != nil {
			problems = append(problems, err)
		}
	}
	if bad := s.readEnv(o.Getenv); len(bad) > 0 {
		problems = append(problems, bad...)
		s.Whole = true
	}
	s.setFlags(o.Flags)
	if problems == nil {
		return s, nil
	}
	return s, problems
}

func defaults() *Settings {
	return &Settings{
		Enabled: true, MaskSecrets: true, RichFormatting: true, SyntaxHighlighting: true, ClickablePaths: true,
		Tools: map[string]Tool{}, MCP: map[string]MCPServer{}, MCPNever: neverByDefault, source: map[string]string{},
		Prices: map[string]cost.Prices{}, Claims: ClaimsPerson, Notices: true,
	}
}

// Problems are errors of the settings. Their text is one line.
type Problems []error

func (p Problems) Error() string {
	texts := make([]string, len(p))
	for i, err := range p {
		texts[i] = err.Error()
	}
	return strings.Join(texts, "; ")
}

// Unwrap is for [errors.As].
func (p Problems) Unwrap() []error { return p }

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
	ofCall := s.OfCall("level") || s.OfCall("budget")
	if s.Whole && !ofCall {
		cfg.Level, cfg.Budget = summarize.Lossless, summarize.WholeBudget
	}
	cfg.Tools = make(map[string]summarize.ToolConfig, len(s.Tools))
	for name, t := range s.Tools {
		c := summarize.ToolConfig{Disabled: !t.Enabled, Level: t.Level, Budget: t.Budget}
		if (s.Whole || t.Whole) && !ofCall {
			c.Level, c.Budget = summarize.Lossless, summarize.WholeBudget
		}
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
