package config

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/BurntSushi/toml"
	"github.com/toktee/toktee/internal/run/diskfile"
	"github.com/toktee/toktee/internal/text/words"
)

// MaxFile is the largest size of a settings file, in bytes.
const MaxFile = 1 << 20

// A settingsFile is the user's own or that of a project, which may set less.
type settingsFile struct {
	path string
	user bool
}

// readFile takes over a file's settings. A user's file that doesn't exist has none.
func (s *Settings) readFile(f settingsFile) error {
	text, err := diskfile.Read(f.path, MaxFile)
	if f.user && errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("reading settings: %w", err)
	}
	return s.readText(f, text)
}

// readText takes over the settings of a file's text.
func (s *Settings) readText(f settingsFile, text string) error {
	var tree map[string]any
	md, err := toml.Decode(text, &tree)
	if err != nil {
		return syntaxError(f.path, err)
	}
	for _, key := range md.Keys() {
		if err := s.setKey(f, key, valueOf(tree, key)); err != nil {
			return fmt.Errorf("%s: %s: %w", f.path, shortKey(key.String()), err)
		}
	}
	if f.user {
		return s.fillPrices(f)
	}
	return nil
}

// shortKey cuts a key for an error: its author may be a stranger, and a model may read the error.
func shortKey(key string) string { return words.Cut(key, 80) }

// syntaxError returns the parser's error with the file and, if the parser reports it, the line.
func syntaxError(path string, err error) error {
	var p toml.ParseError
	if !errors.As(err, &p) {
		return fmt.Errorf("%s: %s", path, shortKey(words.OneLine(err.Error())))
	}
	return fmt.Errorf("%s:%d: %s", path, p.Position.Line, shortKey(words.OneLine(p.Message)))
}

// valueOf finds a key's value in the decoded file. It is nil for a key inside an array of tables, which has several.
func valueOf(tree map[string]any, key toml.Key) any {
	var v any = tree
	for _, name := range key {
		m, ok := v.(map[string]any)
		if !ok {
			return nil
		}
		v = m[name]
	}
	return v
}
