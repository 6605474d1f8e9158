package hook

import (
	_ "embed"
	"encoding/json"

	"github.com/toktee/toktee/internal/text/envelope"
	"github.com/toktee/toktee/result"
)

// The plugins of agents that take code. Each hands its results to "toktee hook AGENT" and puts the answer in their
// place. The line that begins "const toktee =" names the program; who installs one writes its path there.
var (
	//go:embed plugins/cline.js
	ClinePlugin string
	//go:embed plugins/opencode.js
	OpenCodePlugin string
	//go:embed plugins/pi.ts
	PiExtension string
)

// openCodeEvent reads an event of opencode, which writes lines of its own around a file.
func openCodeEvent(b []byte, name string) (event, bool) {
	ev, ok := pluginEvent(b, name)
	if c := ev.call; c != nil && c.file == "" {
		c.envelope = envelope.OpenCode.From(c.tool, false, false)
	}
	return ev, ok
}

// pluginEvent reads what our own plugins send:
//
//	{"event":"result","session":"s","dir":"/p","tool":"bash","args":{…},"output":"…","exit":0,"error":false}
//	{"event":"compacted","session":"s","dir":"/p"}
//
// type is the name of the calling agent's definition, if it is known. context names the context that the result goes
// into, if each session has its own and its compactions are reported. exit is left out if it isn't known, error is true
// for a call that the agent counts as failed, file names the full output if that was saved. The answer is
// {"output":"…"}.
func pluginEvent(b []byte, _ string) (event, bool) {
	var in struct {
		Event, Session, Agent, Type, Context, Dir, Tool, Output, File string
		Args                                                          json.RawMessage
		Exit                                                          *int
		Error                                                         bool
	}
	if json.Unmarshal(b, &in) != nil {
		return event{}, false
	}
	ev := event{session: in.Session, agent: in.Agent, agentType: in.Type, context: in.Context, dir: in.Dir}
	switch {
	case in.Event == "compacted":
		ev.compacted = true
		return ev, true
	case in.Event != "result" || in.Tool == "":
		return event{}, false
	}
	c := &call{tool: in.Tool, output: in.Output, file: in.File}
	c.named(in.Args)
	switch {
	case in.Exit != nil:
		c.status = result.Status{Known: true, Code: *in.Exit}
	case in.Error && c.command != "":
		return event{}, false // how it failed isn't known: the text may not hide it
	case in.Error:
		c.status = result.Status{Reported: result.Fail}
	}
	c.word = func(text string, _ result.ToolResult) any { return map[string]string{"output": text} }
	ev.call = c
	return ev, true
}
