package permit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
)

// maxFile is the largest size of a settings file, in bytes.
const maxFile = 1 << 20

// A settings holds the relevant members of a settings file of Claude Code.
type settings struct {
	rules  []Rule
	mode   string  // the mode in which sessions begin, "" for none
	guards []entry // a sandbox and hooks, which don't reach what a server of the agent's runs
	helper bool    // a program has more rules

	tools []string // that the session has, by a flag; nil for all
	asks  bool     // a flag names a tool that answers questions
}

// managedDirs are the folders of the machine's settings: Linux, macOS, and Windows as seen from Linux on top of it.
var managedDirs = []string{
	"/etc/claude-code", "/Library/Application Support/ClaudeCode", "/mnt/c/Program Files/ClaudeCode",
}

// ClaudeFiles returns the places of Claude Code's settings files for a session in a folder; configDir has the user's.
func ClaudeFiles(configDir, dir string) ([]string, error) {
	return settingsFiles(configDir, nil, []string{dir})
}

// settingsFiles returns the places of settings files for a session in these folders, whether there is a file or not:
// the user's, those of each folder and of all above it, the machine's in the folders managed, nil for [managedDirs].
func settingsFiles(configDir string, managed, dirs []string) ([]string, error) {
	var files []string
	add := func(dir string, names ...string) {
		for _, name := range names {
			if path := filepath.Join(dir, name); !slices.Contains(files, path) {
				files = append(files, path)
			}
		}
	}
	add(configDir, "settings.json", "settings.local.json", "cowork_settings.json", "remote-settings.json")
	for _, dir := range dirs {
		for {
			add(filepath.Join(dir, ".claude"), "settings.json", "settings.local.json")
			up := filepath.Dir(dir)
			if up == dir {
				break
			}
			dir = up
		}
	}
	if managed == nil {
		managed = managedDirs
	}
	for _, dir := range managed {
		add(dir, "managed-settings.json")
		entries, err := os.ReadDir(filepath.Join(dir, "managed-settings.d"))
		if err != nil && !isAbsent(err) {
			return nil, err
		}
		for _, e := range entries {
			add(filepath.Join(dir, "managed-settings.d"), e.Name())
		}
	}
	return files, nil
}

// isAbsent reports whether an error means that there is no such file.
func isAbsent(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// readFile returns the content of a regular file, nil if there is none. A dangling link is an error.
func readFile(path string) ([]byte, error) {
	if _, err := os.Lstat(path); err != nil {
		if isAbsent(err) {
			return nil, nil
		}
		return nil, err
	}
	st, err := os.Stat(path) // before it is opened: opening a pipe would wait for ever
	switch {
	case err != nil:
		return nil, err
	case !st.Mode().IsRegular() || st.Size() > maxFile:
		return nil, fmt.Errorf("%s: no file of at most %d bytes", path, maxFile)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err == nil && len(b) > maxFile {
		err = fmt.Errorf("%s: larger than %d bytes", path, maxFile)
	}
	return append([]byte{}, b...), err
}

// readSettings reads a settings file; one that isn't there is empty. Names of members are compared exactly, as Claude
// Code does.
func readSettings(path string) (settings, error) {
	var s settings
	b, err := readFile(path)
	if err != nil || b == nil || strings.TrimSpace(string(b)) == "" {
		return s, err
	}
	return parseSettings(path, b)
}

// parseSettings reads the content of a settings file, which may begin with a BOM.
func parseSettings(path string, b []byte) (s settings, err error) {
	top, err := object(bytes.TrimPrefix(b, []byte("\ufeff")))
	if err != nil {
		return s, fmt.Errorf("%s: %w", path, err)
	}
	permissions, err := object(top["permissions"])
	if err != nil {
		return s, fmt.Errorf("%s: permissions: %w", path, err)
	}
	_ = json.Unmarshal(permissions["defaultMode"], &s.mode) // an unknown mode asks
	for _, list := range []string{"deny", "ask", "allow"} {
		var texts []string
		if raw, ok := permissions[list]; ok && json.Unmarshal(raw, &texts) != nil {
			return s, fmt.Errorf("%s: permissions.%s isn't a list of rules", path, list)
		}
		for _, text := range texts {
			s.rules = append(s.rules, Rule{list, text, path})
		}
	}
	if sandboxAllows(top["sandbox"]) {
		s.rules = append(s.rules, Rule{"allow", "Bash", path})
	}
	s.helper = top["policyHelper"] != nil || top["policyHelpers"] != nil
	s.guards = hookGuards(path, top["hooks"])
	if sandboxed(top["sandbox"]) {
		s.guards = append(s.guards, entry{Rule: Rule{"deny", "sandbox", path}, kind: forCommands})
	}
	return s, nil
}

// object reads a JSON object; what isn't there is an empty one.
func object(b []byte) (map[string]json.RawMessage, error) {
	var m map[string]json.RawMessage
	if len(b) == 0 {
		return m, nil
	}
	if err := json.Unmarshal(b, &m); err != nil {
		return nil, fmt.Errorf("not a JSON object: %w", err)
	}
	if m == nil {
		return nil, errors.New("not a JSON object: null")
	}
	return m, nil
}

// sandboxed reports whether settings of a sandbox are anything but switched off.
func sandboxed(raw json.RawMessage) bool {
	if raw == nil {
		return false
	}
	m, err := object(raw)
	return err != nil || string(m["enabled"]) != "false"
}

// sandboxAllows reports whether settings of a sandbox let commands run without a question.
func sandboxAllows(raw json.RawMessage) bool {
	var s struct {
		Enabled bool
		Auto    *bool `json:"autoAllowBashIfSandboxed"`
	}
	return len(raw) > 0 && json.Unmarshal(raw, &s) == nil && s.Enabled && (s.Auto == nil || *s.Auto)
}

// hooksBefore reports whether any hook before calls of a tool isn't toktee's, unless it is also for the other tool.
func hooksBefore(raw json.RawMessage, tool, other string) bool {
	events, err := object(raw)
	if err != nil {
		return true
	}
	var groups []struct {
		Matcher string
		Hooks   []struct {
			Command string
			Args    []string
		}
	}
	if events["PreToolUse"] == nil {
		return false
	}
	if json.Unmarshal(events["PreToolUse"], &groups) != nil {
		return true
	}
	for _, g := range groups {
		if namesTools(g.Matcher) && !strings.Contains(g.Matcher, tool) || other != "" && matches(g.Matcher, other) {
			continue
		}
		for _, h := range g.Hooks {
			if !IsHook("claude", h.Command, h.Args) {
				return true
			}
		}
	}
	return false
}

// matches reports whether a hook's matcher is surely for a tool.
func matches(matcher, tool string) bool {
	if matcher == "" || matcher == "*" {
		return true
	}
	re, err := regexp.Compile("^(?:" + matcher + ")$")
	return err == nil && re.MatchString(tool)
}

// namesTools reports whether a hook's matcher is a list of tools by their names, rather than a pattern.
func namesTools(matcher string) bool {
	const names = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_ ,|-"
	return matcher != "" && strings.Trim(matcher, names) == ""
}
