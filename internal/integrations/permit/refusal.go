package permit

import (
	"path/filepath"

	"github.com/toktee/toktee/internal/text/shell"
)

// Refusal returns the rule of Claude Code that denies a command to a session in this folder; ok is false if none does.
// Any doubt counts as a rule, but rules of other tools don't. The error is of a settings file that can't be read.
func (c *Claude) Refusal(line string) (r Rule, ok bool, err error) {
	files, err := c.files()
	if err != nil {
		return r, false, err
	}
	words, _ := shell.Simple(line)
	cmd := commandOf(line, words, c.Dir, nil)
	for _, file := range files {
		s, err := readSettings(file)
		if err != nil {
			return r, false, err
		}
		for _, r := range s.rules {
			if r.List == "deny" && r.mayBar(cmd) {
				return r, true, nil
			}
		}
	}
	return r, false, nil
}

// files returns the places of the settings files of a session.
func (c *Claude) files() ([]string, error) {
	return settingsFiles(c.configDir(), c.managed(), []string{filepath.Clean(c.Dir)})
}

// configDir returns the user's folder of Claude Code.
func (c *Claude) configDir() string {
	return Places{Getenv: c.Getenv}.folder("CLAUDE_CONFIG_DIR", ".claude")
}
