package permit

import (
	"cmp"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// geminiKinds are what Gemini CLI's tools do, by their names and by their older ones.
var geminiKinds = map[string]kind{
	"run_shell_command": forCommands, "ShellTool": forCommands,
	"read_file": forReads, "ReadFileTool": forReads, "read_many_files": forReads, "ReadManyFilesTool": forReads,
	"glob": forReads, "GlobTool": forReads, "search_file_content": forReads, "grep_search": forReads,
	"GrepTool": forReads, "list_directory": forReads, "LSTool": forReads,
	"write_file": forWrites, "WriteFileTool": forWrites, "replace": forWrites, "EditTool": forWrites,
}

// geminiManaged are the folders of the machine's settings on Linux and macOS.
var geminiManaged = []string{"/etc/gemini-cli", "/Library/Application Support/GeminiCli"}

// geminiRules reads the tools that settings and extensions of Gemini CLI exclude or don't include, and its policies.
// A policy of the machine isn't overridden by one of the user's, nor that by one of the project's: any may refuse.
func geminiRules(c *Caller) ([][]entry, error) {
	p := Places{Getenv: c.Getenv, Dir: c.Dir}
	home := filepath.Join(p.folder("GEMINI_CLI_HOME"), ".gemini")
	dirs := slices.Concat(geminiManaged, []string{home}, p.projects(".gemini"))
	for _, dir := range dirs[len(geminiManaged):] {
		extensions, err := filepath.Glob(filepath.Join(dir, "extensions", "*"))
		if err != nil {
			return nil, err
		}
		dirs = append(dirs, extensions...)
	}
	var lists [][]entry
	for _, dir := range dirs {
		var files []string
		for _, name := range []string{"settings.json", "system-defaults.json", "gemini-extension.json"} {
			files = append(files, filepath.Join(dir, name))
		}
		if file, _ := c.Getenv("GEMINI_CLI_SYSTEM_SETTINGS_PATH"); file != "" && dir == home {
			files = append(files, file)
		}
		policies := []string{filepath.Join(dir, "policies")}
		for _, file := range files {
			rules, more, err := geminiSettings(file)
			if err != nil {
				return nil, err
			}
			lists, policies = append(lists, rules...), append(policies, more...)
		}
		rules, err := geminiPolicies(policies)
		if err != nil {
			return nil, err
		}
		lists = append(lists, rules)
	}
	return lists, nil
}

// geminiSettings returns the rules of a settings file, and the files and folders of policies that it names. The tools
// that run without a question are a list of their own: they don't override what is excluded.
func geminiSettings(file string) (lists [][]entry, policies []string, err error) {
	var rules, allowed []entry
	var s struct {
		Tools struct{ Exclude, Core, Allowed []string }
		Old   []string `json:"excludeTools"`
		Core  []string `json:"coreTools"`
		Paths []string `json:"policyPaths"`
		Admin []string `json:"adminPolicyPaths"`
	}
	if err := readJSON(file, &s); err != nil {
		return nil, nil, err
	}
	for _, text := range slices.Concat(s.Tools.Exclude, s.Old) {
		if e := geminiEntry(Rule{"deny", text, file}); e.kind != 0 {
			rules = append(rules, e)
		}
	}
	if core := slices.Concat(s.Tools.Core, s.Core); len(core) > 0 {
		only := []entry{{Rule: Rule{"deny", "tools.core", file}, kind: forCommands | forReads | forWrites}}
		for _, text := range core {
			only = append(only, geminiEntry(Rule{"allow", text, file}))
		}
		rules = append(only, rules...)
	}
	for i, path := range s.Paths {
		if !filepath.IsAbs(path) {
			s.Paths[i] = filepath.Join(filepath.Dir(filepath.Dir(file)), path)
		}
	}
	for _, text := range s.Tools.Allowed {
		allowed = append(allowed, geminiEntry(Rule{"allow", text, file}))
	}
	return [][]entry{rules, allowed}, append(s.Paths, s.Admin...), nil
}

// geminiEntry returns the rule for a tool, or for some of its calls: "run_shell_command(git push)".
func geminiEntry(r Rule) entry {
	tool, pattern, _ := strings.Cut(strings.TrimSuffix(r.Text, ")"), "(")
	e := entry{Rule: r, kind: geminiKinds[tool], pattern: pattern}
	if pattern != "" && e.kind == forCommands {
		e.pattern += " *"
	}
	return e
}

// geminiPolicies reads the rules of policies in files and folders, the weakest first: a rule of a higher priority
// prevails. A rule with a condition that can't be checked, such as a pattern for other arguments, counts as one for all
// calls unless it allows.
func geminiPolicies(paths []string) (rules []entry, err error) {
	type policyRule struct {
		ToolName      any
		CommandPrefix any
		CommandRegex  string
		ArgsPattern   string
		Decision      string
		Priority      float64
		McpName       string
	}
	type ranked struct {
		priority float64
		entry
	}
	var all []ranked
	for _, path := range paths {
		files, err := filepath.Glob(filepath.Join(path, "*.toml"))
		if err != nil {
			return nil, err
		}
		if strings.HasSuffix(path, ".toml") {
			files = append(files, path)
		}
		for _, file := range files {
			b, err := readFile(file)
			if err != nil {
				return nil, err
			}
			var policy struct{ Rule []policyRule }
			var keys struct{ Rule []map[string]any }
			for _, into := range []any{&policy, &keys} {
				if _, err := toml.Decode(string(b), into); err != nil {
					return nil, fmt.Errorf("%s: %w", file, err)
				}
			}
			for i, r := range policy.Rule {
				if r.McpName != "" {
					continue // for tools of a server, not for those here
				}
				list := map[string]string{"allow": "allow", "ask_user": "ask"}[r.Decision]
				if list == "" {
					list = "deny"
				}
				if list == "allow" && !geminiAllows(keys.Rule[i]) {
					continue
				}
				for _, tool := range textsOf(r.ToolName) {
					for _, prefix := range textsOf(r.CommandPrefix) {
						e, err := geminiPolicyEntry(tool, prefix, r.CommandRegex, r.ArgsPattern)
						if err != nil {
							return nil, fmt.Errorf("%s: %w", file, err)
						}
						text := []string{r.Decision, tool, prefix, r.CommandRegex, r.ArgsPattern}
						e.Rule = Rule{list, strings.Join(strings.Fields(strings.Join(text, " ")), " "), file}
						all = append(all, ranked{r.Priority, e})
					}
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(a.priority, b.priority), cmp.Compare(a.List, b.List)) // "allow" first, then "ask"
	})
	for _, r := range all {
		rules = append(rules, r.entry)
	}
	return rules, nil
}

// geminiAllows reports whether a rule to allow has no condition but the tool and the command's beginning. Any unknown
// member may be one.
func geminiAllows(rule map[string]any) bool {
	for key := range rule {
		if !slices.Contains([]string{"toolName", "commandPrefix", "decision", "priority", "denyMessage"}, key) {
			return false
		}
	}
	return true
}

// geminiPolicyEntry returns the entry for a tool, or for all of them if it is "", and a beginning of commands.
func geminiPolicyEntry(tool, prefix, regex, args string) (e entry, err error) {
	for name, k := range geminiKinds {
		if tool == "" || fits(tool, name) {
			e.kind |= k
		}
	}
	if prefix != "" || regex != "" {
		e.kind &= forCommands
	}
	if prefix != "" {
		e.pattern = prefix + " *"
	}
	if regex != "" {
		args = regex
	}
	if args != "" && e.kind&forCommands != 0 {
		e.regex, err = regexp.Compile(args)
	}
	return e, err
}

// textsOf returns the texts of a value that is one, or a list of them; "" if there is none.
func textsOf(v any) []string {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		var texts []string
		for _, each := range v {
			text, _ := each.(string)
			texts = append(texts, text)
		}
		return texts
	}
	return []string{""}
}
