package cli

import (
	"slices"
	"strings"
	"unicode"

	"github.com/toktee/toktee/agent/tool"
	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/config"
	"github.com/toktee/toktee/internal/integrations/mcpoutput"
	"github.com/toktee/toktee/internal/integrations/permit"
	"github.com/toktee/toktee/internal/run/proc"
)

// rawSwitch reports whether a flag or the environment switches everything off. It doesn't read the settings: who opens
// the host warns of a bad value.
func (a *app) rawSwitch(f *flags) bool {
	if f.raw.set {
		return f.raw.value
	}
	raw, err := config.Switch(a.getenv, "raw")
	return raw && err == nil
}

// isWayBackRefused reports whether an agent around this process refuses the command for omitted lines.
func (a *app) isWayBackRefused() bool {
	return slices.ContainsFunc(permit.CallersOf(a.getenv), func(agent string) bool {
		c := permit.Caller{Agent: agent, Getenv: a.getenv, Dir: workingDir()}
		refused, err := c.Refuses(host.ShowCommand("401882137095"))
		return refused || err != nil
	})
}

// isToolRefused reports whether this is started by a session of Claude Code that refuses our MCP proxy's tool for
// omitted lines. It isn't known if the server's name isn't.
func (a *app) isToolRefused(server string) bool {
	if session, _ := a.getenv("CLAUDE_CODE_SESSION_ID"); session == "" || server == "" {
		return false
	}
	dir, ok := a.getenv("CLAUDE_PROJECT_DIR")
	if !ok {
		dir = workingDir()
	}
	tool := "mcp__" + strings.Map(func(r rune) rune {
		if r < 0x80 && (r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return r
		}
		return '_'
	}, server) + "__" + mcpoutput.Name
	c := permit.Caller{Agent: "claude", Getenv: a.getenv, Dir: dir}
	refused, err := c.RefusesTool(tool)
	return refused || err != nil
}

// nested reports whether we run inside another toktee, which summarises our output. The environment alone doesn't prove
// that: a process started by the other one may outlive it, and then another program may have its pid.
func (a *app) nested() bool {
	outer, _ := a.getenv(tool.ActiveVariable)
	return proc.Encloses(outer)
}
