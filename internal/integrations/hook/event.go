package hook

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/text/envelope"
	"github.com/toktee/toktee/result"
)

// An event is an agent's message, in one form for all agents.
type event struct {
	session    string // the agent's name of the session
	agent      string // of the sub-agent, "" for the main one
	agentType  string // the name of its definition
	mode       string // the session's permission mode, "" if it isn't known
	dir        string // the working folder
	transcript string // the session's file, "" if it isn't known
	context    string // of the session, the one that the result goes into; "" unless it and its compactions are known

	say  bool  // the agent shows the person a message that is no answer
	call *call // of a result that may be replaced

	started bool   // a session begins, or goes on with a new context
	program bool   // a program of the model's made the call and reads its result, which can't be replaced
	shell   string // the variable that names the file of commands which the agent's shell begins with, "" for none

	prefixed bool // it is a failed command, seen by the prefix of Claude Code's shell

	ended *ending // a turn has ended

	compacted bool                   // the agent has compacted its context, or is about to
	remind    func(index string) any // formats the text for the new context; nil if the agent takes nothing there
}

// name returns that of the conversation: a sub-agent has a context of its own.
func (e *event) name() string {
	if e.session == "" || e.agent == "" {
		return e.session
	}
	return e.session + "/" + e.agent
}

// A call is a tool call that has ended.
type call struct {
	tool, command, path, pattern string
	args                         json.RawMessage
	intent                       string // the purpose that the call itself names
	status                       result.Status
	started                      time.Time      // the zero time if it isn't known
	took                         time.Duration  // 0 if it isn't known
	output                       string         // as the agent gives it, whole unless file is set
	file                         string         // file of the full output, if the agent has saved it
	envelope                     envelope.Agent // whose lines are around the output, "" for none
	mcp                          bool           // the tool is one of an MCP server

	// word puts the text in the agent's form; nil means that there is no place for it.
	word func(text string, r result.ToolResult) any
	// prefix is for an agent that takes nothing but lines of the file: it formats the first lines with the text
	// besides. It takes the place of word.
	prefix func(lines, besides string) any
	first  int // the number of the output's first line in the file, for prefix
	total  int // how many lines the file has
}

// cutTrailer removes the lines that an agent wrote after the output, takes the status that they state, and returns
// them.
func (c *call) cutTrailer(agent envelope.Agent, header envelope.Envelope) string {
	lines := strings.Split(c.output, "\n")
	t := agent.Trailer(header, lines)
	from := len(lines) - t.Lines
	for from < len(lines) && strings.TrimSpace(lines[from]) == "" {
		from++ // blank lines before it are the output's
	}
	c.output, c.status = strings.Join(lines[:from], "\n"), t.Status
	return strings.TrimSpace(strings.Join(lines[from:], "\n"))
}

// named fills in the arguments under the names that agents use.
func (c *call) named(args json.RawMessage) {
	req := host.RequestOf(c.tool, args)
	c.args, c.command, c.path, c.pattern, c.intent = args, req.Command, req.Path, req.Pattern, req.Intent
}

// forHost returns the call as the host takes it.
func (c *call) forHost() host.Call {
	hc := host.Call{Tool: c.tool, Command: c.command, Path: c.path, Args: c.args, MCP: c.mcp}
	if c.file == "" {
		hc.Output = c.output
	}
	return hc
}

// A block is a part of an MCP result.
type block struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

// textOf joins the texts of an MCP result. ok is false if there is anything else, such as an image: its place among
// the texts would be lost.
func textOf(blocks []block) (text string, ok bool) {
	texts := make([]string, 0, len(blocks))
	for _, b := range blocks {
		if b.Type != "text" {
			return "", false
		}
		texts = append(texts, b.Text)
	}
	return strings.Join(texts, "\n"), len(texts) > 0
}

// with returns a JSON object with members changed; a nil value removes one.
func with(object map[string]json.RawMessage, members map[string]any) map[string]any {
	out := make(map[string]any, len(object)+len(members))
	for k, v := range object {
		out[k] = v
	}
	for k, v := range members {
		if v == nil {
			delete(out, k)
		} else {
			out[k] = v
		}
	}
	return out
}
