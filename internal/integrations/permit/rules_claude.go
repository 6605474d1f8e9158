package permit

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// claudeRules reads the rules of Claude Code to deny and to ask.
func claudeRules(c *Caller) ([][]entry, error) {
	p := Places{Getenv: c.Getenv}
	if !filepath.IsAbs(p.folder("CLAUDE_CONFIG_DIR", ".claude")) || !filepath.IsAbs(c.Dir) {
		return nil, errors.New("the folder of the user's settings isn't known")
	}
	s, err := c.claudeSettings()
	if err != nil {
		return nil, err
	}
	var rules []entry
	home, project := p.folder(""), projectOf(c.Dir)
	for _, r := range s.rules {
		if e, ok := claudeEntry(r); ok {
			e.home, e.dir, e.project = home, c.Dir, project
			rules = append(rules, e)
		}
	}
	if c.Server {
		rules = append(rules, s.guards...)
	}
	return [][]entry{rules}, nil
}

// claudeSettings returns the settings of a session of Claude Code as one: those of files, and those of the flags that
// it was started with.
func (c *Caller) claudeSettings() (all settings, err error) {
	p := Places{Getenv: c.Getenv, Dir: c.Dir}
	project, _ := c.Getenv("CLAUDE_PROJECT_DIR")
	dirs := []string{c.Dir, realPath(c.Dir), filepath.Clean(project)}
	dirs = slices.DeleteFunc(dirs, func(dir string) bool { return !filepath.IsAbs(dir) })
	files, err := settingsFiles(p.folder("CLAUDE_CONFIG_DIR", ".claude"), c.Managed, dirs)
	if err != nil {
		return all, err
	}
	for _, file := range files {
		s, err := readSettings(file)
		if err == nil {
			err = all.add(&s, file)
		}
		if err != nil {
			return all, err
		}
	}
	err = c.flags(&all)
	if !c.Server && errors.Is(err, errUnknownStart) {
		err = nil
	}
	return all, err
}

// add adds settings of a place that comes after those before.
func (s *settings) add(more *settings, place string) error {
	if more.helper {
		return fmt.Errorf("%s takes rules from a program", place)
	}
	s.rules, s.guards = append(s.rules, more.rules...), append(s.guards, more.guards...)
	s.mode = cmp.Or(more.mode, s.mode)
	return nil
}

// claudeEntry returns a rule to deny or ask of Claude Code; ok is false for those of tools that toktee hasn't.
func claudeEntry(r Rule) (e entry, ok bool) {
	e.Rule = r
	tool, pattern, known := parts(strings.ToLower(strings.TrimSpace(r.Text)))
	if e.pattern = strings.TrimSpace(pattern); strings.Trim(pattern, "*/") == "" {
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

// flags adds the settings of Claude Code's command line:
//
//	claude --disallowedTools "Bash(touch:*)" "Read(./.env)" --settings '{"permissions":{"deny":["WebFetch"]}}'
//
// The error is for flags that may bring other rules.
func (c *Caller) flags(s *settings) error {
	if from, ok := c.Getenv("CLAUDE_CODE_ENTRYPOINT"); c.Server && ok && from != "cli" && from != "sdk-cli" {
		return fmt.Errorf("CLAUDE_CODE_ENTRYPOINT is %q: a program that starts Claude Code may give it rules", from)
	}
	if c.Apart {
		return errUnknownStart
	}
	read := c.Process
	if read == nil {
		id, _ := c.Getenv("CLAUDE_PID")
		read = func() (Process, error) { return claudeProcess(id) }
	}
	p, err := read()
	if err != nil {
		return fmt.Errorf("%w: %w", errUnknownStart, err)
	}
	mode := ""
	args := p.Args[min(1, len(p.Args)):]
	for i, arg := range args {
		flag, value, has := strings.Cut(arg, "=")
		if !strings.HasPrefix(arg, "-") {
			continue
		}
		values := args[i+1:]
		if end := slices.IndexFunc(values, func(v string) bool { return strings.HasPrefix(v, "-") }); end >= 0 {
			values = values[:end]
		}
		if has {
			values = slices.Concat([]string{value}, values)
		}
		switch {
		case flag == "--dangerously-skip-permissions":
			mode = "bypassPermissions"
		case flag == "--permission-mode" && len(values) > 0:
			mode = values[0]
		case c.Server && !slices.Contains(harmlessFlags, flag) && !slices.Contains(readFlags, flag):
			return fmt.Errorf("claude was started with %s, which may add rules", flag)
		default:
			err = s.flag(flag, values, c.Dir)
		}
		if err != nil {
			return err
		}
	}
	s.mode = cmp.Or(mode, s.mode)
	if i := slices.IndexFunc(p.Vars, bringsRules); c.Server && i >= 0 {
		return fmt.Errorf("claude was started with %s, which may add rules", p.Vars[i])
	}
	return nil
}

// readFlags are flags of Claude Code whose rules are read, and others that bring none.
var readFlags = []string{
	"--add-dir", "--allowedTools", "--allowed-tools", "--disallowedTools", "--disallowed-tools", "--input-format",
	"--settings", "--tools", "--version",
}

// flag adds the settings of a flag with these values. Paths are relative to dir.
func (s *settings) flag(name string, values []string, dir string) error {
	list := map[string]string{
		"--allowedTools": "allow", "--allowed-tools": "allow",
		"--disallowedTools": "deny", "--disallowed-tools": "deny",
	}[name]
	switch {
	case list != "":
		for _, text := range ruleList(values) {
			s.rules = append(s.rules, Rule{list, text, name})
		}
	case name == "--tools":
		s.tools = ruleList(values)
	case name == "--permission-prompt-tool":
		s.asks = true
	case name == "--settings" && len(values) > 0:
		more, err := settingsOfFlag(values[0], dir)
		if err != nil {
			return err
		}
		return s.add(&more, name)
	}
	return nil
}

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

// ruleList returns the rules in values of a flag, which separates them by commas or spaces: "Bash(git log:*),Edit". It
// isn't nil.
func ruleList(values []string) []string {
	depth := 0
	return strings.FieldsFunc(strings.Join(values, " "), func(r rune) bool {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		}
		return depth <= 0 && (r == ',' || r == ' ')
	})
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
