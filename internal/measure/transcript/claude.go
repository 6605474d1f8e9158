package transcript

import (
	"regexp"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// claude reads Claude Code's sessions: a message a line, several lines for a message with several blocks.
type claude struct {
	*reader
	session string
	roots   map[string]string // by the uuid of a side chain's line: the line that the chain starts with
	broke   map[string]bool   // by session: the last thing in it is a break
}

// claudeLine is a line:
//
//	{"type":"assistant","sessionId":"s1","uuid":"u2","parentUuid":"u1","message":{"id":"m1","role":"assistant",
//	 "content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls"}}]}}
//	{"type":"user","sessionId":"s1","message":{"content":[{"type":"tool_result","tool_use_id":"t1",
//	 "content":"main.go"}]}}
//	{"type":"system","subtype":"compact_boundary","sessionId":"s1"}
type claudeLine struct {
	Type       string `json:"type"`
	Subtype    string `json:"subtype"`
	UUID       string `json:"uuid"`
	ParentUUID string `json:"parentUuid"`
	SessionID  string `json:"sessionId"`
	AgentID    string `json:"agentId"`
	CWD        string `json:"cwd"`
	Version    string `json:"version"`
	Sidechain  bool   `json:"isSidechain"`
	Summary    bool   `json:"isCompactSummary"`
	Message    struct {
		ID      string         `json:"id"`
		Model   string         `json:"model"`
		Content jsontext.Value `json:"content"`
		Usage   jsontext.Value `json:"usage"`
	} `json:"message"`
	Timestamp     jsontext.Value `json:"timestamp"`
	ToolUseResult jsontext.Value `json:"toolUseResult"`
}

// claudeQuiet are records of which the model gets nothing.
var claudeQuiet = map[string]bool{
	"summary": true, "file-history-snapshot": true, "queue-operation": true, "last-prompt": true, "custom-title": true,
	"ai-title": true,
	"mode":     true, "permission-mode": true, "pr-link": true, "progress": true, "attachment": true, "tag": true,
	"agent-name": true, "agent-color": true,
	"agent-setting": true, "task-summary": true, "worktree-state": true, "content-replacement": true,
	"marble-origami-commit": true,
}

// record reads a line. A compaction writes a boundary and then a summary; either starts the session anew, once.
func (c *claude) record(raw jsontext.Value) error {
	var l claudeLine
	if err := json.Unmarshal(raw, &l, tolerant...); err != nil {
		return err
	}
	c.stats.version(l.Version)
	session := c.sessionOf(&l)
	switch {
	case l.Type == "user":
		if l.Summary && !c.broke[session] {
			if err := c.put(Item{Kind: Break, Session: session}); err != nil {
				return err
			}
		}
		delete(c.broke, session)
		return c.user(&l, session)
	case l.Type == "assistant":
		delete(c.broke, session)
		it := Item{Session: session, Message: l.Message.ID, Model: l.Message.Model, Dir: l.CWD}
		if err := c.assistant(l.Message.Content, it); err != nil {
			return err
		}
		return c.usage(&l, session)
	case l.Type == "system":
		if l.Subtype == "compact_boundary" {
			if c.broke == nil {
				c.broke = map[string]bool{}
			}
			c.broke[session] = true
			return c.put(Item{Kind: Break, Session: session})
		}
	case !claudeQuiet[l.Type]:
		c.stats.unknown(l.Type)
	}
	return nil
}

// sessionOf names the session: a side chain, which is a sub-agent, has its own, by its agent or by its first line.
func (c *claude) sessionOf(l *claudeLine) string {
	session := l.SessionID
	if session == "" {
		session = c.session
	}
	if !l.Sidechain {
		return session
	}
	agent := l.AgentID
	if agent == "" {
		if c.roots == nil {
			c.roots = map[string]string{}
		}
		if agent = c.roots[l.ParentUUID]; agent == "" {
			agent = l.UUID
		}
		c.roots[l.UUID] = agent
	}
	return session + "/" + agent
}

// user reads the input of the model: texts, and the results of its calls.
func (c *claude) user(l *claudeLine, session string) error {
	for _, b := range blocksOf(l.Message.Content) {
		var err error
		switch b.Type {
		case "text":
			err = c.put(Item{Kind: Text, Session: session, Text: stringOf(b.Text)})
		case "tool_result":
			it := Item{Kind: Result, Session: session, ID: b.ToolUseID, Failed: b.IsError, Done: !b.IsError}
			it.Text, it.Images = textOf(b.Content)
			ended := claudeEnding(l.ToolUseResult)
			it.Exit = claudeExit(it.Text, b.IsError)
			if !b.IsError && ended.success() && c.open[callKey(session, b.ToolUseID)] == "Bash" {
				it.Exit = new(int) // a failed command is an error
			}
			it.Cut = ended.Path != ""
			err = c.put(it)
		case "image", "document":
		default:
			c.stats.unknown("user/" + b.Type)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// claudeExitLine opens the result of a command that failed: "Exit code 2".
var claudeExitLine = regexp.MustCompile(`^(?:Error: )?Exit code (\d{1,3})(?:\n|$)`)

// claudeExit returns the exit code that a failed command's result starts with.
func claudeExit(text string, failed bool) *int {
	m := claudeExitLine.FindStringSubmatch(text)
	if !failed || m == nil {
		return nil
	}
	n, _ := strconv.Atoi(m[1])
	return &n
}

// claudeEnd has the fields of a result's record next to the text.
type claudeEnd struct {
	Path        string `json:"persistedOutputPath"` // the whole output; the model got its start
	Meaning     string `json:"returnCodeInterpretation"`
	Interrupted bool   `json:"interrupted"`
	Background  string `json:"backgroundTaskId"`
}

// success reports whether a command that wasn't an error has ended with 0.
func (e *claudeEnd) success() bool { return e.Meaning == "" && !e.Interrupted && e.Background == "" }

// claudeEnding reads the member toolUseResult, which is of another shape for each tool.
func claudeEnding(v jsontext.Value) claudeEnd {
	var e claudeEnd
	if v.Kind() != '{' || json.Unmarshal(v, &e, tolerant...) != nil {
		return claudeEnd{}
	}
	return e
}
