package permit

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/BurntSushi/toml"
)

// codexRules reads the rules of Codex: prefix_rule with the decision "forbidden" or "prompt". A rule whose pattern
// can't be read is for every command.
func codexRules(c *Caller) ([][]entry, error) {
	p := Places{Getenv: c.Getenv, Dir: c.Dir}
	files, err := codexFiles(p)
	if err != nil {
		return nil, err
	}
	var rules []entry
	for _, r := range files {
		list := map[string]string{"allow": "", "prompt": "ask"}[r.decision]
		if r.decision == "allow" {
			continue
		} else if list == "" {
			list = "deny"
		}
		rule := Rule{list, fmt.Sprintf("prefix_rule(pattern = %s, decision = %q)", r.pattern, r.decision), r.file}
		commands := alternatives(r.pattern)
		for _, words := range commands {
			pattern := ""
			if len(words) > 0 {
				pattern = strings.Join(words, " ") + " *"
			}
			rules = append(rules, entry{Rule: rule, kind: forCommands, pattern: pattern})
		}
	}
	for _, dir := range append([]string{p.folder("CODEX_HOME", ".codex")}, p.projects(".codex")...) {
		file := filepath.Join(dir, "config.toml")
		b, err := readFile(file)
		if err != nil {
			return nil, err
		}
		var s struct {
			Sandbox string `toml:"sandbox_mode"`
		}
		if _, err := toml.Decode(string(b), &s); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		if c.Server && s.Sandbox != "" && s.Sandbox != "danger-full-access" {
			rule := Rule{"deny", fmt.Sprintf("sandbox_mode = %q", s.Sandbox), file}
			rules = append(rules, entry{Rule: rule, kind: forCommands | forWrites})
		}
	}
	return [][]entry{rules}, nil
}
