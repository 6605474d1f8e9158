package permit

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// claudeRules reads the rules of Claude Code: those of settings files, and of the flags that it was started with.
func claudeRules(c *Caller) ([][]entry, error) {
	p := Places{Getenv: c.Getenv, Dir: c.Dir}
	configDir := p.folder("CLAUDE_CONFIG_DIR", ".claude")
	if !filepath.IsAbs(configDir) || !filepath.IsAbs(c.Dir) {
		return nil, errors.New("the folder of the user's settings isn't known")
	}
	managed := c.Managed
	if managed == nil {
		managed = managedDirs
	}
	dirs := []string{c.Dir, realPath(c.Dir)}
	if dir, _ := c.Getenv("CLAUDE_PROJECT_DIR"); filepath.IsAbs(dir) {
		dirs = append(dirs, filepath.Clean(dir))
	}
	files, err := settingsFiles(configDir, managed, dirs)
	if err != nil {
		return nil, err
	}
	var rules []entry
	home, project := p.folder(""), projectOf(c.Dir)
	add := func(s *settings) {
		for _, r := range s.rules {
			if e, ok := claudeEntry(r); ok {
				e.home, e.dir, e.project = home, c.Dir, project
				rules = append(rules, e)
			}
		}
		if c.Server {
			rules = append(rules, s.guards...)
		}
	}
	for _, file := range files {
		s, err := readSettings(file)
		if err != nil {
			return nil, err
		}
		add(&s)
		if s.helper {
			return nil, fmt.Errorf("%s takes rules from a program", file)
		}
	}
	started, err := c.flags()
	if err != nil && (c.Server || !errors.Is(err, errUnknownStart)) {
		return nil, err
	}
	add(&started)
	return [][]entry{rules}, nil
}

// claudeEntry returns a rule to deny or ask of Claude Code; ok is false for those of tools that toktee hasn't.
func claudeEntry(r Rule) (e entry, ok bool) {
	e.Rule = r
	tool, pattern, known := parts(strings.ToLower(strings.TrimSpace(r.Text)))
	if e.pattern = pattern; strings.Trim(pattern, "*/") == "" {
		e.pattern = ""
	}
	switch {
	case r.List == "allow":
		return e, false
	case !known || strings.Contains(tool, "*") && fits(tool, "bash"):
		e.kind, e.pattern = forCommands|forReads|forWrites, ""
	case tool == "bash" || tool == "powershell":
		e.kind = forCommands
	case slices.Contains([]string{"cd", "glob", "grep", "ls", "notebookread", "read"}, tool):
		e.kind = forReads
	case slices.Contains(fileTools, tool):
		e.kind = forWrites
	}
	return e, e.kind != 0
}

// projectOf returns the nearest folder with .git or .claude, from a folder upwards; the folder itself if there is none.
func projectOf(dir string) string {
	for up := dir; ; up = filepath.Dir(up) {
		for _, name := range []string{".git", ".claude", ".gemini", ".codex", ".opencode", "opencode.json"} {
			if _, err := os.Lstat(filepath.Join(up, name)); err == nil {
				return up
			}
		}
		if up == filepath.Dir(up) {
			return dir
		}
	}
}

// flags returns the rules of Claude Code's command line:
//
//	claude --disallowedTools "Bash(touch:*)" "Read(./.env)" --settings '{"permissions":{"deny":["WebFetch"]}}'
//
// The error is for flags that may bring other rules.
func (c *Caller) flags() (s settings, err error) {
	if from, ok := c.Getenv("CLAUDE_CODE_ENTRYPOINT"); c.Server && ok && from != "cli" && from != "sdk-cli" {
		return s, fmt.Errorf("CLAUDE_CODE_ENTRYPOINT is %q: a program that starts Claude Code may give it rules", from)
	}
	read := c.Process
	if read == nil {
		read = claudeProcess
	}
	p, err := read()
	if err != nil {
		return s, fmt.Errorf("%w: %w", errUnknownStart, err)
	}
	list := ""
	for i, arg := range p.Args[min(1, len(p.Args)):] {
		flag, value, has := strings.Cut(arg, "=")
		if !strings.HasPrefix(arg, "-") {
			if list == "deny" {
				s.rules = append(s.rules, flagRules(arg)...)
			}
			continue
		}
		list = ""
		switch {
		case flag == "--disallowedTools" || flag == "--disallowed-tools":
			list = "deny"
			s.rules = append(s.rules, flagRules(value)...)
		case flag == "--settings":
			if rest := p.Args[min(1, len(p.Args)):]; !has && i+1 < len(rest) {
				value = rest[i+1]
			}
			more, err := settingsOfFlag(value, c.Dir)
			if err != nil {
				return s, err
			}
			if more.helper {
				return s, errors.New("--settings takes rules from a program")
			}
			s.rules, s.guards = append(s.rules, more.rules...), append(s.guards, more.guards...)
		case c.Server && !slices.Contains(harmlessFlags, flag) && !slices.Contains(allowFlags, flag):
			return s, fmt.Errorf("Claude Code was started with %s, which may bring rules", flag)
		}
	}
	if i := slices.IndexFunc(p.Vars, bringsRules); c.Server && i >= 0 {
		return s, fmt.Errorf("Claude Code was started with %s, which may bring rules", p.Vars[i])
	}
	return s, nil
}

// allowFlags are flags of Claude Code whose rules only allow, and others that bring none to deny or to ask.
var allowFlags = []string{"--add-dir", "--allowedTools", "--allowed-tools", "--input-format", "--tools", "--version"}

// settingsOfFlag reads settings that a flag names or holds.
func settingsOfFlag(value, dir string) (settings, error) {
	if strings.HasPrefix(strings.TrimSpace(value), "{") {
		return parseSettings("--settings", []byte(value))
	}
	if !filepath.IsAbs(value) {
		value = filepath.Join(dir, value)
	}
	return readSettings(value)
}

// flagRules returns the rules in a word of the command line, which may be several: "Bash(git push *),Read".
func flagRules(word string) (rules []Rule) {
	depth, from := 0, 0
	for i, r := range word + " " {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case depth <= 0 && (r == ',' || r == ' '):
			if text := strings.Trim(word[min(from, len(word)):i], ", "); text != "" {
				rules = append(rules, Rule{"deny", text, "--disallowedTools"})
			}
			from = i + 1
		}
	}
	return rules
}

// hookGuards returns the user's hooks before calls of Claude Code's own tools as rules: toktee's tools have other
// names, and a hook for all tools sees them as well.
func hookGuards(file string, raw json.RawMessage) (guards []entry) {
	for _, of := range []struct {
		tool string
		kind kind
	}{{"Bash", forCommands}, {"Read", forReads}, {"Grep", forReads}, {"Edit", forWrites}, {"Write", forWrites}} {
		if hooksBefore(raw, of.tool, "mcp__toktee__exec") {
			guards = append(guards, entry{Rule: Rule{"ask", "the hook before " + of.tool, file}, kind: of.kind})
		}
	}
	return guards
}
