package setup

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Found returns the agents that are on this machine: those whose program is in PATH, or whose folder of settings is
// there.
func (p *Place) Found() (list []*Agent) {
	for _, a := range Agents() {
		if a.program(p) != "" && a.Name != "pi" || a.hasHome(p) { // other programs are called pi too
			list = append(list, a)
		}
	}
	return list
}

// program returns the path of the agent's program, "" if PATH has none.
func (a *Agent) program(p *Place) string {
	for _, dir := range filepath.SplitList(p.Path) {
		for _, name := range [...]string{a.Program, a.Program + ".exe", a.Program + ".cmd"} {
			path := filepath.Join(dir, name)
			if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && filepath.IsAbs(path) {
				return path
			}
		}
	}
	return ""
}

// hasHome reports whether the user has settings of the agent.
func (a *Agent) hasHome(p *Place) bool {
	info, err := os.Stat(a.home(p))
	return err == nil && info.IsDir()
}

// Installed reports whether an agent has something of toktee's at a place, besides instructions that others share.
func (a *Agent) Installed(p *Place) bool {
	for i, e := range a.edits(p) {
		old, _, err := readSettings(e.file())
		text, shared := e.(paragraph)
		if err != nil || old == nil || shared && (i > 0 || text.isOthers(old)) {
			continue
		}
		if without, err := e.remove(old); err == nil && !equal(old, without) {
			return true
		}
	}
	return false
}

// NeedsShims reports whether an agent that is set up, and isn't one of those, finds shims in its PATH.
func (p *Place) NeedsShims(without []*Agent) bool {
	for _, a := range Agents() {
		gone := slices.ContainsFunc(without, func(b *Agent) bool { return b.Name == a.Name })
		if !gone && a.usesShims(p) {
			return true
		}
	}
	return false
}

// UsesPath reports whether an agent's settings themselves hold a PATH with shims.
func (p *Place) UsesPath(a *Agent) bool { return !a.Shims && a.usesShims(p) }

// usesShims reports whether an agent's settings bring shims into its PATH.
func (a *Agent) usesShims(p *Place) bool {
	if a.Shims {
		return a.Installed(p)
	}
	for _, e := range a.edits(p) {
		if key, ok := e.(tomlKey); ok {
			old, _, err := readSettings(key.path)
			without, err2 := key.remove(old)
			return err == nil && err2 == nil && !equal(old, without)
		}
	}
	return false
}

// shimsFile records which shims init has made, so that uninstall leaves those that the user made.
func (p *Place) shimsFile() string { return filepath.Join(p.Data, "setup", "shims") }

// RecordedShims returns the names of shims that init has made.
func (p *Place) RecordedShims() (names []string) {
	b, err := os.ReadFile(p.shimsFile())
	if err != nil || json.Unmarshal(b, &names) != nil {
		return nil
	}
	return names
}

// RecordShims adds names to those that init has made; nil forgets all.
func (p *Place) RecordShims(names []string) error {
	if names == nil {
		err := os.Remove(p.shimsFile())
		journal{p.Data}.clean()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	all := append(p.RecordedShims(), names...)
	slices.Sort(all)
	b, err := json.Marshal(slices.Compact(all))
	if err != nil {
		return err
	}
	return replace(p.shimsFile(), append(b, '\n'), 0o600, nil)
}
