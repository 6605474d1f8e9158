package permit

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// Refuses reports whether the agent refuses a command to the model without asking anybody: a rule denies it. So does
// Claude Code if a sub-agent can't run commands, and each agent if nobody can be asked and nothing allows it. A
// question may be answered with yes, so it is no refusal, and neither is the check of the mode "auto". The command is a
// plain one that starts no other program. The error is for rules that can't be read; an agent that isn't among [Agents]
// has none.
func (c *Caller) Refuses(line string) (bool, error) {
	scanned := sync.OnceValue(func() *scan {
		s := scanOf(Call{Line: line, Dir: c.Dir})
		s.programs = s.programs[:min(1, len(s.programs))]
		return s
	})
	switch {
	case c.Agent == "claude":
		return c.claudeRefuses("Bash", func(r Rule) bool {
			if r.List == "allow" {
				return r.allows(line)
			}
			e, _ := claudeEntry(r)
			e.kind &= forCommands
			return e.refuses(scanned())
		})
	case c.Agent == "copilot": // its rules aren't read
		return c.isAlone(), nil
	case !slices.Contains(Agents(), c.Agent):
		return false, nil
	}
	own := *c
	own.AgentType = cmp.Or(c.AgentType, "build") // opencode's
	rules, err := own.Rules()
	if err != nil {
		return false, err
	}
	for _, list := range rules.lists {
		for i := range list {
			list[i].kind &= forCommands
		}
	}
	switch err := rules.check(scanned()); {
	case err != nil:
		return !MayAsk(err) || c.isAlone(), nil
	case c.Agent == "gemini": // it asks about commands that nothing allows
		return !rules.permits(scanned()) && c.isAlone(), nil
	}
	return false, nil
}

// RefusesTool does the work of Refuses for a tool of an MCP server of Claude Code: "mcp__files__toktee_output".
func (c *Caller) RefusesTool(tool string) (bool, error) {
	return c.claudeRefuses("", func(r Rule) bool {
		name, _, ok := parts(strings.ToLower(strings.TrimSpace(r.Text)))
		tool := strings.ToLower(tool)
		if !ok {
			return r.List != "allow"
		}
		return name == tool || strings.HasPrefix(tool, name+"__") || fits(name, tool)
	})
}

// claudeRefuses decides by the rules that are about a call of a tool; "" is one that sessions don't lack.
func (c *Caller) claudeRefuses(tool string, isAbout func(r Rule) bool) (refused bool, err error) {
	s, err := c.claudeSettings()
	if err != nil || tool != "" && c.lacks(tool, s.tools) {
		return err == nil, err
	}
	allowed, asked := false, false
	for _, r := range s.rules {
		switch {
		case !isAbout(r):
		case r.List == "deny":
			return true, nil
		case r.List == "ask":
			asked = true
		default:
			allowed = true
		}
	}
	mode := cmp.Or(c.Mode, s.mode)
	if allowed && !asked || mode == "bypassPermissions" || mode == "auto" {
		return false, nil
	}
	return mode == "dontAsk" || !s.asks && !c.attended(), nil
}

// attended reports whether somebody can be asked. "claude -p" has nobody; for other programs, which start Claude Code
// by its SDK, somebody may answer.
func (c *Caller) attended() bool {
	from, _ := c.Getenv("CLAUDE_CODE_ENTRYPOINT")
	attended, _ := c.Getenv("CLAUDE_CODE_SESSION_ATTENDED")
	return c.Apart || from != "sdk-cli" || attended == "1"
}

// allows reports whether a rule allows exactly this command line, as Claude Code reads it:
//
//	Bash   Bash(*)   Bash(toktee show:*)   Bash(toktee show *)   Bash(toktee show 401882137095)
func (r Rule) allows(line string) bool {
	text := strings.TrimSpace(r.Text)
	tool, _, ok := parts(strings.ToLower(text))
	if !ok || tool != "bash" {
		return false
	}
	_, pattern, _ := strings.Cut(text, "(")
	pattern = strings.TrimSuffix(pattern, ")")
	if before, ok := strings.CutSuffix(pattern, ":*"); ok {
		return line == before || strings.HasPrefix(line, before+" ")
	}
	return pattern == "" || fits(pattern, line)
}

// lacks reports whether the session, or its sub-agent, hasn't a tool of Claude Code's. tools are those of the session,
// nil for all.
func (c *Caller) lacks(tool string, tools []string) bool {
	if tools != nil && !slices.Contains(tools, tool) && !slices.Contains(tools, "default") {
		return true
	}
	if c.AgentType == "" || filepath.Base(c.AgentType) != c.AgentType {
		return false
	}
	p := Places{Getenv: c.Getenv, Dir: c.Dir}
	for _, dir := range append(p.projects(".claude"), p.folder("CLAUDE_CONFIG_DIR", ".claude")) {
		text, err := os.ReadFile(filepath.Join(dir, "agents", c.AgentType+".md"))
		if err != nil {
			continue
		}
		tools, denied := header(string(text), "tools"), header(string(text), "disallowedTools")
		return tools != "" && !strings.Contains(tools, tool) && !strings.Contains(tools, "*") ||
			strings.Contains(denied, tool)
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
