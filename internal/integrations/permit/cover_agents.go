package permit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/tailscale/hujson"
)

// claudeCovers reads Claude Code's lists "allow": Bash(toktee:*), Bash(toktee run *).
func claudeCovers(p Places) (covers []Cover, err error) {
	files, err := settingsFiles(p.folder("CLAUDE_CONFIG_DIR", ".claude"), p.Managed, []string{filepath.Clean(p.Dir)})
	errs := []error{err}
	for _, file := range files {
		s, err := readSettings(file)
		errs = append(errs, err)
		for _, r := range s.rules {
			tool, pattern, _ := parts(r.Text)
			if before, ok := strings.CutSuffix(pattern, ":*"); ok {
				pattern = before + " *"
			}
			if r.List == "allow" && tool == "Bash" && coversRun(pattern) {
				covers = append(covers, Cover{"claude", file, r.Text})
			}
		}
	}
	return covers, errors.Join(errs...)
}

// geminiCovers reads Gemini CLI's allowed tools, run_shell_command(toktee), and its policies:
//
//	[[rule]]
//	toolName = "run_shell_command"
//	commandPrefix = "toktee"
//	decision = "allow"
func geminiCovers(p Places) (covers []Cover, err error) {
	home := p.folder("", ".gemini")
	var errs []error
	for _, dir := range append([]string{home}, p.projects(".gemini")...) {
		file := filepath.Join(dir, "settings.json")
		var s struct {
			Tools struct{ Allowed, Core []string }
			Old   []string `json:"allowedTools"`
			Older []string `json:"coreTools"`
		}
		errs = append(errs, readJSON(file, &s))
		for _, rule := range slices.Concat(s.Tools.Allowed, s.Tools.Core, s.Old, s.Older) {
			tool, prefix, _ := parts(rule)
			if (strings.HasPrefix(tool, "run_shell_command") || tool == "ShellTool") && prefixCoversRun(prefix) {
				covers = append(covers, Cover{"gemini", file, rule})
			}
		}
	}
	policies, err := filepath.Glob(filepath.Join(home, "policies", "*.toml"))
	errs = append(errs, err)
	for _, file := range policies {
		found, err := geminiPolicy(file)
		covers, errs = append(covers, found...), append(errs, err)
	}
	return unique(covers), errors.Join(errs...)
}

func geminiPolicy(file string) (covers []Cover, err error) {
	b, err := readFile(file)
	if err != nil {
		return nil, err
	}
	var policy struct {
		Rule []struct {
			CommandPrefix any
			CommandRegex  string
			Decision      string
		}
	}
	if _, err := toml.Decode(string(b), &policy); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	for _, r := range policy.Rule {
		prefixes, _ := r.CommandPrefix.([]any)
		for _, prefix := range append(prefixes, r.CommandPrefix, strings.TrimPrefix(r.CommandRegex, "^")) {
			text, _ := prefix.(string)
			if r.Decision == "allow" && prefixCoversRun(strings.TrimSuffix(text, ".*")) {
				covers = append(covers, Cover{"gemini", file, `allow "` + text + `"`})
			}
		}
	}
	return covers, nil
}

// copilotCovers reads Copilot CLI's permanent permissions: "toktee" and "toktee:*" among a place's commands.
func copilotCovers(p Places) (covers []Cover, err error) {
	file := filepath.Join(p.folder("COPILOT_HOME", ".copilot"), "permissions-config.json")
	var s struct {
		Locations map[string]struct {
			Approvals []struct {
				Commands []string `json:"commandIdentifiers"`
			} `json:"tool_approvals"`
		}
	}
	err = readJSON(file, &s)
	for _, place := range slices.Sorted(maps.Keys(s.Locations)) {
		for _, approval := range s.Locations[place].Approvals {
			for _, command := range approval.Commands {
				if prefixCoversRun(strings.ReplaceAll(strings.TrimSuffix(command, ":*"), ":", " ")) {
					covers = append(covers, Cover{"copilot", file, command + " in " + place})
				}
			}
		}
	}
	return covers, err
}

// opencodeCovers reads opencode's permissions, of all agents and of single ones: {"bash": {"toktee *": "allow"}}.
func opencodeCovers(p Places) (covers []Cover, err error) {
	dirs := append([]string{p.folder("OPENCODE_CONFIG_DIR", ".config", "opencode")}, p.projects(".opencode")...)
	dirs = append(dirs, p.projects(".")...)
	if xdg, _ := p.Getenv("XDG_CONFIG_HOME"); xdg != "" {
		dirs = append(dirs, filepath.Join(xdg, "opencode"))
	}
	type permission struct {
		Bash json.RawMessage
	}
	var errs []error
	for _, dir := range dirs {
		for _, name := range []string{"opencode.json", "opencode.jsonc"} {
			file := filepath.Join(dir, name)
			var s struct {
				Permission json.RawMessage
				Agent      map[string]struct{ Permission json.RawMessage }
			}
			errs = append(errs, readJSON(file, &s))
			all := []json.RawMessage{s.Permission}
			for _, agent := range slices.Sorted(maps.Keys(s.Agent)) {
				all = append(all, s.Agent[agent].Permission)
			}
			for _, raw := range all {
				var of permission
				rules := map[string]string{}
				if json.Unmarshal(raw, &of) != nil || json.Unmarshal(of.Bash, &rules) != nil {
					continue // "allow", for all commands
				}
				for _, pattern := range slices.Sorted(maps.Keys(rules)) {
					if rules[pattern] == "allow" && coversRun(pattern) {
						covers = append(covers, Cover{"opencode", file, `"` + pattern + `": "allow"`})
					}
				}
			}
		}
	}
	return unique(covers), errors.Join(errs...)
}

// prefixCoversRun returns coversRun for the beginning of a command.
func prefixCoversRun(prefix string) bool {
	words := strings.Fields(withoutQuotes(prefix))
	return len(words) > 0 && wordsCoverRun(words, true)
}

// readJSON reads a file of JSON with comments, if it exists.
func readJSON(file string, into any) error {
	b, err := readFile(file)
	if err != nil || len(b) == 0 {
		return err
	}
	b = bytes.TrimPrefix(b, []byte("\ufeff"))
	if !json.Valid(b) {
		b, err = hujson.Standardize(b)
	}
	if err == nil {
		err = json.Unmarshal(b, into)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}

// unique drops duplicates, as for a project in the home folder.
func unique(covers []Cover) []Cover {
	var once []Cover
	for _, c := range covers {
		if !slices.Contains(once, c) {
			once = append(once, c)
		}
	}
	return once
}
