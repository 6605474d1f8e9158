package permit

import (
	"path/filepath"
	"strings"

	"github.com/toktee/toktee/internal/text/shell"
)

// Refusal returns the rule of Claude Code that denies a command to a session in this folder; ok is false if none does.
// Any doubt counts as a rule, but rules of other tools don't. The error is of a settings file that can't be read.
func (c *Claude) Refusal(line string) (r Rule, ok bool, err error) {
	configDir, _ := c.Getenv("CLAUDE_CONFIG_DIR")
	if configDir == "" {
		home, _ := c.Getenv("HOME")
		configDir = filepath.Join(home, ".claude")
	}
	files, err := settingsFiles(configDir, c.managed(), []string{filepath.Clean(c.Dir)})
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
			tool, _, known := parts(strings.ToLower(strings.TrimSpace(r.Text)))
			isOfBash := !known || tool == "bash" || strings.Contains(tool, "*")
			if r.List == "deny" && isOfBash && r.speaksOf(cmd) {
				return r, true, nil
			}
		}
	}
	return r, false, nil
}
