package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/BurntSushi/toml"
)

// maxFile is the most that a file may have, in bytes.
const maxFile = 1 << 20

// readFile reads a file. A user's file that doesn't exist says nothing.
func (s *Settings) readFile(path string, user bool) error {
	text, err := slurp(path)
	if user && errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("reading settings: %w", err)
	}
	var tree map[string]any
	md, err := toml.Decode(text, &tree)
	if err != nil {
		return syntaxError(path, err)
	}
	for _, key := range md.Keys() {
		if err := s.setKey(path, user, key, valueOf(tree, key)); err != nil {
			return err
		}
	}
	return nil
}

// slurp reads a regular file of a sane size: reading a pipe would wait for ever.
func slurp(path string) (string, error) {
	st, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if !st.Mode().IsRegular() {
		return "", fmt.Errorf("%s: not a regular file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return "", err
	}
	if len(b) > maxFile {
		return "", fmt.Errorf("%s: larger than %d bytes", path, maxFile)
	}
	return string(b), nil
}

// syntaxError names the line.
func syntaxError(path string, err error) error {
	var p toml.ParseError
	if !errors.As(err, &p) {
		return fmt.Errorf("%s: %s", path, oneLine(err.Error()))
	}
	return fmt.Errorf("%s:%d: %s", path, p.Position.Line, oneLine(p.Message))
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// valueOf finds a key's value, nil if it isn't there as such, like what is inside an array of tables.
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
