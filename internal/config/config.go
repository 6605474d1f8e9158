// Package config reads the settings of the command line: flags over environment over the project's file over the user's.
//
// The project's file is .toktee/config.toml in the working folder or the nearest folder above that has one; the user's is
// toktee/config.toml in the configuration folder. A project is somebody else's word: its file can change how much of an
// output is shown, and nothing else. Programs, paths, approvals and the store are none of its business.
//
// Nothing is guessed. A key that isn't known, a value that isn't allowed and a file that can't be read are errors that
// name the file or the variable, the key, the value, and what is allowed, in one line.
//
// A file has at most 1 MiB. Without files, loading costs a few system calls.
package config

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/toktee/toktee/summarize"
	"github.com/toktee/toktee/tokens"
)

// Settings are the effective settings.
type Settings struct {
	Split    bool // summarise at all; calling the command line switches it on
	Level    summarize.Level
	Budget   int
	Encoding tokens.Encoding
	Raw      bool // pass everything through
	Debug    bool
	NoStore  bool

	RichFormatting     bool // escape sequences in the person's view
	SyntaxHighlighting bool
	ClickablePaths     bool

	Tools map[string]Tool

	StoreDir string        // "" is the default folder
	TTL      time.Duration // 0 is the store's own
	MaxBytes int64         // 0 is the store's own

	source map[string]string // by key; a key without one has its default
}

// Tool is what is set for one tool.
type Tool struct {
	Enabled bool
	Level   summarize.Level
	Budget  int
}

// The sources that aren't a file.
const (
	FromDefault = "default"
	FromFlag    = "flag"
)

// Options says where settings come from.
type Options struct {
	Dir    string                      // working folder, where the search for the project's file begins
	Getenv func(string) (string, bool) // the environment, as [os.LookupEnv]
	Flags  Flags                       // what the caller states for this call
}

// Load reads the settings. Its error is a bad setting or a file that can't be read.
func Load(o Options) (*Settings, error) {
	s := &Settings{
		Split: true, RichFormatting: true, SyntaxHighlighting: true, ClickablePaths: true,
		Tools: map[string]Tool{}, source: map[string]string{},
	}
	if path := UserFile(o.Getenv); path != "" {
		if err := s.readFile(path, true); err != nil {
			return nil, err
		}
	}
	if path := ProjectFile(o.Dir); path != "" {
		if err := s.readFile(path, false); err != nil {
			return nil, err
		}
	}
	if err := s.readEnv(o.Getenv); err != nil {
		return nil, err
	}
	s.setFlags(o.Flags)
	return s, nil
}

// Source is where the value of a key comes from: a file's path, the name of a variable, "flag" or "default".
func (s *Settings) Source(key string) string {
	if src, ok := s.source[key]; ok {
		return src
	}
	return FromDefault
}

// Summarize is what the settings say to [summarize.Summarize]. A level or a budget that a flag or a variable sets goes
// before what a file says of a single tool.
func (s *Settings) Summarize() summarize.Config {
	cfg := summarize.Config{Enabled: s.Split && !s.Raw, Level: s.Level, Budget: s.Budget, Encoding: s.Encoding}
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

// OfCall reports whether the value of a key is stated for this call, by a flag or a variable of the environment. Such a
// value goes before what files say of single tools and rules.
func (s *Settings) OfCall(key string) bool {
	src := s.Source(key)
	return src == FromFlag || src == variable(key)
}

// Entry is one effective setting.
type Entry struct {
	Key    string `json:"key"`
	Value  string `json:"value"`
	Source string `json:"source"`
}

// Entries lists the effective settings in a fixed order.
func (s *Settings) Entries() []Entry {
	var list []Entry
	add := func(key, value string) { list = append(list, Entry{key, value, s.Source(key)}) }
	level := string(s.Level)
	if level == "" {
		level = string(summarize.Balanced)
		if s.Budget != 0 {
			level = "as the budget allows"
		}
	}
	encoding := s.Encoding
	if encoding == "" {
		encoding = tokens.Default
	}
	add("level", level)
	add("budget", orDefault(int64(s.Budget), "the level's own"))
	add("encoding", string(encoding))
	add("raw", strconv.FormatBool(s.Raw))
	add("debug", strconv.FormatBool(s.Debug))
	add("no_store", strconv.FormatBool(s.NoStore))
	add("agent.split_tool_results_enabled", strconv.FormatBool(s.Split))
	add("agent.tool_ui_rich_formatting", strconv.FormatBool(s.RichFormatting))
	add("agent.tool_ui_syntax_highlighting", strconv.FormatBool(s.SyntaxHighlighting))
	add("agent.tool_ui_clickable_paths", strconv.FormatBool(s.ClickablePaths))
	for _, name := range slices.Sorted(maps.Keys(s.Tools)) {
		t := s.Tools[name]
		for _, e := range []Entry{
			{Key: "enabled", Value: strconv.FormatBool(t.Enabled)},
			{Key: "level", Value: string(t.Level)},
			{Key: "budget", Value: orDefault(int64(t.Budget), "")},
		} {
			if key := toolKey(name, e.Key); s.Source(key) != FromDefault {
				add(key, e.Value)
			}
		}
	}
	add("store", orText(s.StoreDir, "the default folder"))
	ttl := ""
	if s.TTL != 0 {
		ttl = s.TTL.String()
	}
	add("store.ttl", orText(ttl, "the default"))
	add("store.max_bytes", orDefault(s.MaxBytes, "the default"))
	return list
}

func toolKey(name, field string) string { return fmt.Sprintf("tools.%s.%s", quoteKey(name), field) }

func orDefault(n int64, text string) string {
	if n == 0 {
		return text
	}
	return strconv.FormatInt(n, 10)
}

func orText(s, text string) string {
	if s == "" {
		return text
	}
	return s
}
