package permit

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Refuses reports whether Claude Code refuses a command to the model without asking anybody: a rule denies it, a
// sub-agent can't run commands, or nobody can be asked and nothing allows it. A question may be answered with yes, so
// it is no refusal, and neither is the check of the mode "auto". The error is of a settings file that can't be read.
func (c *Claude) Refuses(line string) (bool, error) {
	flags := c.flags()
	if c.lacksBash(flags) {
		return true, nil
	}
	cmd := commandOf(line, strings.Fields(line), c.Dir, nil)
	return c.decide(flags, func(r Rule) bool {
		if r.List == "allow" {
			return r.allows(line)
		}
		return r.mayBar(cmd)
	})
}

// RefusesTool does the work of Refuses for a tool of an MCP server: "mcp__files__toktee_output".
func (c *Claude) RefusesTool(tool string) (bool, error) {
	return c.decide(c.flags(), func(r Rule) bool {
		name, _, ok := parts(strings.ToLower(strings.TrimSpace(r.Text)))
		tool := strings.ToLower(tool)
		if !ok {
			return r.List != "allow"
		}
		return name == tool || strings.HasPrefix(tool, name+"__") || fits(name, tool)
	})
}

// decide decides by the rules that are about a call.
func (c *Claude) decide(flags startFlags, isAbout func(r Rule) bool) (refused bool, err error) {
	files, err := c.files()
	if err != nil {
		return false, err
	}
	allowed, asked, mode := false, false, ""
	rules := flags.rules
	for _, file := range files {
		s, err := readSettings(file)
		if err != nil {
			return false, err
		}
		rules = append(rules, s.rules...)
		if s.sandboxAllows {
			rules = append(rules, Rule{"allow", "Bash", file})
		}
		if s.mode != "" {
			mode = s.mode
		}
	}
	for _, r := range rules {
		if !isAbout(r) {
			continue
		}
		switch r.List {
		case "deny":
			return true, nil
		case "ask":
			asked = true
		case "allow":
			allowed = true
		}
	}
	for _, m := range []string{c.Mode, flags.mode, mode} {
		if m != "" {
			mode = m
			break
		}
	}
	if allowed && !asked || mode == "bypassPermissions" || mode == "auto" {
		return false, nil
	}
	return mode == "dontAsk" || !c.asks(flags), nil
}

// asks reports whether somebody can be asked. "claude -p" has nobody; for other programs, which start Claude Code by
// its SDK, somebody may answer.
func (c *Claude) asks(f startFlags) bool {
	from, _ := c.Getenv("CLAUDE_CODE_ENTRYPOINT")
	attended, _ := c.Getenv("CLAUDE_CODE_SESSION_ATTENDED")
	return from != "sdk-cli" || attended == "1" || f.asks
}

// mayBar reports whether a rule could be meant for a command, unless it is clearly one of another tool.
func (r Rule) mayBar(cmd command) bool {
	tool, _, known := parts(strings.ToLower(strings.TrimSpace(r.Text)))
	return (!known || tool == "bash" || strings.Contains(tool, "*")) && r.speaksOf(cmd)
}

// allows reports whether a rule allows exactly this command line, as Claude Code reads it:
//
//	Bash   Bash(*)   Bash(toktee show:*)   Bash(toktee show *)   Bash(toktee show 401882137095)
func (r Rule) allows(line string) bool {
	text := strings.TrimSpace(r.Text)
	tool, pattern, ok := parts(strings.ToLower(text))
	if !ok || tool != "bash" {
		return false
	}
	_, pattern, _ = strings.Cut(text, "(")
	pattern = strings.TrimSuffix(pattern, ")")
	if before, ok := strings.CutSuffix(pattern, ":*"); ok {
		return line == before || strings.HasPrefix(line, before+" ")
	}
	return pattern == "" || fits(pattern, line)
}

// startFlags are what the flags that Claude Code was started with say about rules. Only Linux shows them.
type startFlags struct {
	rules []Rule
	tools []string // --tools; nil for all
	mode  string
	asks  bool
}

// flags reads those of the process that CLAUDE_PID names. MCP servers don't get the variable: their parent has started
// them.
func (c *Claude) flags() (f startFlags) {
	pid := os.Getppid()
	if text, ok := c.Getenv("CLAUDE_PID"); ok {
		pid, _ = strconv.Atoi(text)
	}
	read := c.Process
	if read == nil {
		read = func(pid int) (p Process, err error) {
			p.Args, err = listOf(pid, "cmdline")
			return p, err
		}
	}
	p, err := read(pid)
	if err != nil {
		return f
	}
	for i, arg := range p.Args {
		name, value, has := strings.Cut(arg, "=")
		values := []string{value}
		if !has {
			values = p.Args[i+1:]
			if end := slices.IndexFunc(values, func(v string) bool { return strings.HasPrefix(v, "-") }); end >= 0 {
				values = values[:end]
			}
		}
		f.add(name, values)
	}
	return f
}

// add adds what one flag says.
func (f *startFlags) add(name string, values []string) {
	list := map[string]string{
		"--allowedTools": "allow", "--allowed-tools": "allow", "--disallowedTools": "deny", "--disallowed-tools": "deny",
	}[name]
	switch {
	case list != "":
		for _, text := range ruleList(values) {
			f.rules = append(f.rules, Rule{list, text, name})
		}
	case name == "--tools":
		f.tools = ruleList(values)
	case name == "--permission-mode" && len(values) > 0:
		f.mode = values[0]
	case name == "--dangerously-skip-permissions":
		f.mode = "bypassPermissions"
	case name == "--permission-prompt-tool":
		f.asks = true
	}
}

// ruleList returns the rules in values of a flag, which separates them by commas or spaces: "Bash(git log:*),Edit".
func ruleList(values []string) (rules []string) {
	depth := 0
	for _, value := range values {
		rules = append(rules, strings.FieldsFunc(value, func(r rune) bool {
			switch r {
			case '(':
				depth++
			case ')':
				depth--
			}
			return depth == 0 && (r == ',' || r == ' ')
		})...)
	}
	return rules
}

// lacksBash reports whether the session, or its sub-agent, has no tool for commands.
func (c *Claude) lacksBash(f startFlags) bool {
	if f.tools != nil && !slices.Contains(f.tools, "Bash") && !slices.Contains(f.tools, "default") {
		return true
	}
	if c.AgentType == "" || filepath.Base(c.AgentType) != c.AgentType {
		return false
	}
	for _, dir := range append(Places{Getenv: c.Getenv, Dir: c.Dir}.projects(".claude"), c.configDir()) {
		text, err := os.ReadFile(filepath.Join(dir, "agents", c.AgentType+".md"))
		if err != nil {
			continue
		}
		tools, denied := header(string(text), "tools"), header(string(text), "disallowedTools")
		return tools != "" && !strings.Contains(tools, "Bash") && !strings.Contains(tools, "*") ||
			strings.Contains(denied, "Bash")
	}
	return false
}

// header returns the value of a field at the top of a sub-agent's definition, in one line or in a list of lines:
//
//	tools: Read, Grep
func header(text, name string) (value string) {
	inside := false
	for line := range strings.Lines(text) {
		rest, starts := strings.CutPrefix(line, name+":")
		inside = starts || inside && (strings.HasPrefix(line, " ") || strings.HasPrefix(line, "- "))
		if inside {
			value += strings.TrimSpace(rest) + " "
		}
	}
	return strings.TrimSpace(value)
}
