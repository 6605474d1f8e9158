package setup

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// checkCodex looks for a sandbox in which what shims and "toktee run" print couldn't be kept. Hooks run outside it.
func checkCodex(home string, p *Place, h *Health) {
	path := filepath.Join(home, "config.toml")
	b, _, err := readSettings(path)
	var s struct {
		Mode  string `toml:"sandbox_mode"`
		Write struct {
			Roots []string `toml:"writable_roots"`
		} `toml:"sandbox_workspace_write"`
		Features map[string]any `toml:"features"`
	}
	if err != nil {
		return
	}
	if _, err := toml.Decode(string(b), &s); err != nil {
		h.problem("%s: %s", path, strings.TrimPrefix(err.Error(), "toml: "))
		return
	}
	if on, ok := s.Features["hooks"].(bool); ok && !on {
		h.problem("%s has features.hooks false: remove it, or no hook is called", path)
	}
	inside := slices.ContainsFunc(s.Write.Roots, func(root string) bool {
		rel, err := filepath.Rel(root, p.Store)
		return err == nil && filepath.IsLocal(rel)
	})
	switch {
	case s.Mode == "danger-full-access" || inside || p.Store == "":
	case s.Mode == "workspace-write":
		h.note("in its sandbox, shims and toktee run can't keep outputs for toktee show: add %q to writable_roots of "+
			"[sandbox_workspace_write] in %s", p.Store, path)
	default:
		h.note("in a sandbox that can't write, shims and toktee run can't keep outputs for toktee show")
	}
}
