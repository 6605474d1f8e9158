package permit

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// A Rewriter is a hook of another's that may replace the results of an agent's tools, as toktee's own does. Agents
// start such hooks at once, and take the answer of one.
type Rewriter struct {
	File  string // of the settings
	Tools string // the pattern of the tools, "" for all
	names bool   // the pattern is a list of names
}

// Takes reports whether the hook gets the results of a tool. A pattern that Go can't read is for all.
func (r Rewriter) Takes(tool string) bool {
	if r.names {
		names := strings.FieldsFunc(r.Tools, func(c rune) bool { return strings.ContainsRune(" ,|", c) })
		return slices.Contains(names, tool)
	}
	re, err := regexp.Compile(r.Tools)
	return err != nil || re.MatchString(tool)
}

// Rewriters returns the hooks besides toktee's that may replace results of an agent in a folder: those of the user, the
// folder, all above it, the machine, plugins and extensions. A file that isn't JSON is skipped: the agent can't read it
// either. Plugins of opencode and extensions of pi aren't among them: these agents call one after the other, and each
// gets the text of the one before.
func (p Places) Rewriters(agent string) (list []Rewriter) {
	add := func(found ...Rewriter) {
		for _, r := range found {
			if !slices.Contains(list, r) { // a project in the home folder
				list = append(list, r)
			}
		}
	}
	files := func(event string, paths ...string) {
		for _, path := range paths {
			var s struct{ Hooks map[string]json.RawMessage }
			if readJSON(path, &s) == nil {
				add(rewriters(agent, path, s.Hooks[event])...)
			}
		}
	}
	in := func(dirs []string, pattern ...string) (paths []string) {
		for _, dir := range dirs {
			found, _ := filepath.Glob(filepath.Join(append([]string{dir}, pattern...)...))
			paths = append(paths, found...)
		}
		return paths
	}
	switch agent {
	case "claude":
		add(p.claudeRewriters()...)
	case "codex":
		dirs := append([]string{p.folder("CODEX_HOME", ".codex"), "/etc/codex"}, p.projects(".codex")...)
		files("PostToolUse", in(dirs, "hooks.json")...)
		for _, path := range in(dirs, "config.toml") {
			add(tomlRewriters(agent, path)...)
		}
	case "copilot":
		home := p.folder("COPILOT_HOME", ".copilot")
		paths := in(append([]string{home}, p.projects(".github")...), "hooks", "*.json")
		for _, name := range []string{"settings.json", "settings.local.json"} {
			paths = append(paths, in(append([]string{home}, p.projects(".github/copilot")...), name)...)
		}
		files("postToolUse", paths...)
		files("PostToolUse", paths...)
	case "gemini":
		home := filepath.Join(p.folder("GEMINI_CLI_HOME"), ".gemini")
		files("AfterTool", in(append([]string{home, "/etc/gemini-cli"}, p.projects(".gemini")...), "settings.json")...)
		files("AfterTool", in([]string{home}, "extensions", "*", "hooks", "hooks.json")...)
	}
	return list
}

// rewriters reads the list of an event: groups of handlers with a matcher, or handlers alone.
func rewriters(agent, file string, raw json.RawMessage) (list []Rewriter) {
	type handler struct {
		Command, Bash string
		Args          []string
		Async         bool // nobody waits for its answer
	}
	var groups []struct {
		Matcher string
		Hooks   []handler
		handler
	}
	if raw != nil && json.Unmarshal(raw, &groups) != nil {
		return []Rewriter{{File: file}}
	}
	for _, g := range groups {
		if g.Hooks == nil {
			g.Hooks = []handler{g.handler}
		}
		for _, h := range g.Hooks {
			if h.Async || IsHook(agent, h.Command+h.Bash, h.Args) {
				continue
			}
			r := Rewriter{file, strings.TrimPrefix(g.Matcher, "*"), false}
			r.names = agent == "claude" && namesTools(r.Tools)
			list = append(list, r)
		}
	}
	return list
}

// tomlRewriters reads the hooks in Codex' settings: [[hooks.PostToolUse]].
func tomlRewriters(agent, file string) []Rewriter {
	b, err := readFile(file)
	var s struct{ Hooks map[string]any }
	if err != nil || toml.Unmarshal(b, &s) != nil || s.Hooks["PostToolUse"] == nil {
		return nil
	}
	raw, err := json.Marshal(s.Hooks["PostToolUse"])
	if err != nil {
		return nil
	}
	return rewriters(agent, file, raw)
}

// claudeRewriters reads Claude Code's settings, and the hooks of plugins that they switch on.
func (p Places) claudeRewriters() (list []Rewriter) {
	home := p.folder("CLAUDE_CONFIG_DIR", ".claude")
	dirs := []string{filepath.Clean(p.Dir)}
	if project, _ := p.Getenv("CLAUDE_PROJECT_DIR"); filepath.IsAbs(project) {
		dirs = append(dirs, filepath.Clean(project))
	}
	paths, _ := settingsFiles(home, p.Managed, dirs)
	on := map[string]bool{}
	for _, path := range paths {
		var s struct {
			Hooks          map[string]json.RawMessage
			EnabledPlugins map[string]any
		}
		if readJSON(path, &s) != nil {
			continue
		}
		list = append(list, rewriters("claude", path, s.Hooks["PostToolUse"])...)
		for name, is := range s.EnabledPlugins {
			on[name] = on[name] || is != false
		}
	}
	if len(on) == 0 {
		return list
	}
	var installed struct {
		Plugins map[string][]struct {
			Path string `json:"installPath"`
		}
	}
	_ = readJSON(filepath.Join(home, "plugins", "installed_plugins.json"), &installed)
	for name, places := range installed.Plugins {
		for _, at := range places {
			if on[name] && filepath.IsAbs(at.Path) {
				list = append(list, pluginRewriters(at.Path)...)
			}
		}
	}
	return list
}

// pluginRewriters reads the hooks of a plugin of Claude Code: those in hooks/hooks.json, in its manifest, and in files
// that the manifest names.
func pluginRewriters(dir string) (list []Rewriter) {
	manifest := filepath.Join(dir, ".claude-plugin", "plugin.json")
	var m struct{ Hooks json.RawMessage }
	_ = readJSON(manifest, &m)
	paths := []string{"hooks/hooks.json"}
	var more string
	var inline map[string]json.RawMessage
	switch {
	case m.Hooks == nil:
	case json.Unmarshal(m.Hooks, &more) == nil:
		paths = append(paths, more)
	case json.Unmarshal(m.Hooks, &inline) == nil:
		if raw, ok := inline["hooks"]; ok {
			_ = json.Unmarshal(raw, &inline)
		}
		list = rewriters("claude", manifest, inline["PostToolUse"])
	case json.Unmarshal(m.Hooks, &paths) != nil:
		return []Rewriter{{File: manifest}}
	}
	for _, path := range paths {
		var s struct{ Hooks map[string]json.RawMessage }
		if file := filepath.Join(dir, filepath.FromSlash(path)); readJSON(file, &s) == nil {
			list = append(list, rewriters("claude", file, s.Hooks["PostToolUse"])...)
		}
	}
	return list
}

// IsHook reports whether a command is "toktee hook AGENT", whatever folder toktee is in, and nothing else: a line with
// more commands is the user's own.
func IsHook(agent, command string, args []string) bool {
	if len(args) > 0 {
		return len(args) > 1 && args[0] == "hook" && args[1] == agent && IsOwnProgram(command)
	}
	program, rest, ok := strings.Cut(command, " hook "+agent)
	if !ok || rest != "" && rest[0] != ' ' || strings.ContainsAny(rest, Operators) {
		return false
	}
	program = strings.TrimSpace(strings.TrimPrefix(program, "& ")) // that is how PowerShell starts a quoted one
	bare := strings.Trim(program, `'"`)
	return IsOwnProgram(bare) && (bare != program || !strings.ContainsAny(bare, Operators))
}

// Operators are what parts commands in a line, redirects them, or puts one into another.
const Operators = ";&|<>$`\n"

// IsOwnProgram reports whether a path is that of toktee.
func IsOwnProgram(path string) bool {
	path = strings.ReplaceAll(path, `\`, "/")
	return strings.HasPrefix(path[strings.LastIndexByte(path, '/')+1:], "toktee")
}
