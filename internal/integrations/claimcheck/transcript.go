package claimcheck

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/toktee/toktee/internal/text/envelope"
	"github.com/toktee/toktee/result"
)

const (
	maxTranscript = 64 << 20 // bytes at a file's end that are read
	maxLine       = 16 << 20 // bytes of a line; the content of a longer one isn't known
)

// A decoder adds the events in a line of an agent's file to a record.
type decoder interface{ line(r *Record, b []byte) }

// decoders are those of the agents whose files are known.
var decoders = map[string]func(isChain bool) decoder{
	"claude": func(isChain bool) decoder { return claudeLines{isChain} },
	"codex":  func(bool) decoder { return &codexLines{} },
	"gemini": func(bool) decoder { return &geminiLines{seen: map[string]bool{}} },
}

// Transcript reads the file in which an agent keeps its session, or that of a sub-agent (isChain). isWhole means that
// it was read from its start.
func Transcript(agent, path, dir string, isChain bool) (r *Record, isWhole bool, err error) {
	open := decoders[agent]
	if open == nil {
		return nil, false, fmt.Errorf("sessions of %q can't be read: want claude, codex or gemini", agent)
	}
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() { // a pipe would block
		err = fmt.Errorf("%s isn't a regular file", path)
	}
	if err != nil {
		return nil, false, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, false, err
	}
	defer f.Close()
	from := max(0, info.Size()-maxTranscript)
	lines := bufio.NewReaderSize(io.NewSectionReader(f, from, info.Size()-from), 64<<10)
	if from > 0 {
		if _, err := lines.ReadSlice('\n'); err != nil {
			return nil, false, err
		}
	}
	r, isWhole = NewRecord(dir), from == 0
	d := open(isChain)
	for {
		b, err := lines.ReadBytes('\n')
		if len(b) > maxLine {
			isWhole = false
		} else if len(b) > 1 {
			d.line(r, b)
		}
		if err == io.EOF {
			return r, isWhole, nil
		}
		if err != nil {
			return nil, false, err
		}
	}
}

// claudeLines reads Claude Code's file: messages with calls and results. Those of sub-agents are left out: the call
// that started one is an event that nobody knows.
type claudeLines struct{ isChain bool }

func (c claudeLines) line(r *Record, b []byte) {
	if !bytes.Contains(b, []byte(`"message"`)) {
		return
	}
	var l struct {
		Type      string
		Sidechain bool `json:"isSidechain"`
		Meta      bool `json:"isMeta"`
		Timestamp time.Time
		Message   struct{ Content json.RawMessage }
		Ended     json.RawMessage `json:"toolUseResult"`
	}
	if json.Unmarshal(b, &l) != nil || l.Sidechain != c.isChain || l.Type != "assistant" && l.Type != "user" {
		return
	}
	var blocks []struct {
		Type, Text, ID, Name string
		Input, Content       json.RawMessage
		Call                 string `json:"tool_use_id"`
		Failed               bool   `json:"is_error"`
	}
	if json.Unmarshal(l.Message.Content, &blocks) != nil {
		var text string
		if json.Unmarshal(l.Message.Content, &text) == nil && l.Type == "user" && !l.Meta {
			r.Said(text, l.Timestamp)
		}
		return
	}
	for _, k := range blocks {
		switch {
		case k.Type == "tool_use":
			r.Call(k.ID, k.Name, k.Input, l.Timestamp)
		case k.Type == "tool_result":
			res := Result{Text: textOf(k.Content), Envelope: envelope.Claude, Failed: k.Failed}
			var end struct {
				Meaning     string `json:"returnCodeInterpretation"`
				Interrupted bool
				Background  string `json:"backgroundTaskId"`
				Stdout      *string
			}
			isKnown := json.Unmarshal(l.Ended, &end) == nil && end.Stdout != nil
			if !k.Failed && isKnown && end.Meaning == "" && !end.Interrupted && end.Background == "" {
				res.Status = result.Status{Known: true} // a failed command is an error
			}
			res.Open = !k.Failed && (!isKnown || end.Interrupted || end.Background != "")
			r.Result(k.Call, res)
		case k.Type == "text" && l.Type == "user" && !l.Meta:
			r.Said(k.Text, l.Timestamp)
		}
	}
}

// textOf returns the text of a content: a string, or blocks.
func textOf(content json.RawMessage) string {
	var s string
	if json.Unmarshal(content, &s) == nil {
		return s
	}
	var blocks []struct{ Text string }
	_ = json.Unmarshal(content, &blocks)
	var texts []string
	for _, b := range blocks {
		texts = append(texts, b.Text)
	}
	return strings.Join(texts, "\n")
}

// codexLines reads Codex's rollout. Commands and edits that have ended are items of their own, in code mode too, where
// a program of the model makes the calls. Earlier versions have only the calls and their results.
type codexLines struct{ items int } // since the last call

func (c *codexLines) line(r *Record, b []byte) {
	if !bytes.Contains(b, []byte(`"item_completed"`)) && !bytes.Contains(b, []byte(`_call`)) {
		return
	}
	var l struct {
		Timestamp time.Time
		Payload   struct {
			Type, Name, Arguments, Input string
			Call                         string `json:"call_id"`
			Output                       json.RawMessage
			Item                         struct {
				Type, ID, Status, CWD string
				Command               []string
				Output                string `json:"aggregated_output"`
				Code                  *int   `json:"exit_code"`
				Changes               map[string]json.RawMessage
				Content               []struct{ Text string }
			}
		}
	}
	if json.Unmarshal(b, &l) != nil {
		return
	}
	p, item := &l.Payload, &l.Payload.Item
	switch p.Type {
	case "item_completed":
		c.items++
		switch item.Type {
		case "CommandExecution":
			r.drop(item.ID)
			if len(item.Command) == 0 {
				return
			}
			args, _ := json.Marshal(map[string]string{
				"command": item.Command[len(item.Command)-1], "cwd": strings.TrimPrefix(item.CWD, "file://"),
			})
			r.Call(item.ID, "shell", args, l.Timestamp)
			isEnded := item.Code != nil && (item.Status == "completed" || item.Status == "failed")
			res := Result{Text: item.Output, Open: !isEnded}
			if isEnded {
				res.Status = result.Status{Known: true, Code: *item.Code}
			}
			r.Result(item.ID, res)
		case "FileChange":
			r.drop(item.ID)
			for path := range item.Changes {
				if item.Status == "completed" {
					r.edited(item.ID, path, l.Timestamp)
				}
			}
		case "UserMessage":
			for _, t := range item.Content {
				r.Said(t.Text, l.Timestamp)
			}
		case "AgentMessage", "Reasoning", "Plan", "WebSearch", "TodoList", "ContextCompaction":
		default:
			r.unknown(l.Timestamp)
		}
	case "function_call", "custom_tool_call", "local_shell_call":
		c.items = 0
		args := p.Arguments
		if args == "" {
			b, _ := json.Marshal(map[string]string{"input": p.Input})
			args = string(b)
		}
		r.Call(p.Call, p.Name, json.RawMessage(args), l.Timestamp)
	case "function_call_output", "custom_tool_call_output", "local_shell_call_output":
		text := textOf(p.Output)
		isRunning := envelope.Codex.Header(text[:min(len(text), 1<<10)]).Running
		if i, ok := r.open[p.Call]; ok && i >= 0 && c.items > 0 && !isRunning {
			r.drop(p.Call) // the items of a program's calls have told
			return
		}
		r.Result(p.Call, Result{Text: text, Envelope: envelope.Codex, Open: isRunning})
	}
}

// geminiLines reads Gemini CLI's file of a chat, which repeats a message with its new parts.
type geminiLines struct{ seen map[string]bool }

func (g *geminiLines) line(r *Record, b []byte) {
	if !bytes.Contains(b, []byte(`"toolCalls"`)) && !bytes.Contains(b, []byte(`"user"`)) {
		return
	}
	var m struct {
		ID, Type  string
		Timestamp time.Time
		Content   json.RawMessage
		Calls     []struct {
			ID, Name, Status string
			Args             json.RawMessage
			Result           []struct {
				Response struct {
					Response struct{ Output, Error string }
				} `json:"functionResponse"`
			}
		} `json:"toolCalls"`
	}
	if json.Unmarshal(b, &m) != nil {
		return
	}
	if m.Type == "user" {
		r.Said(textOf(m.Content), m.Timestamp)
	}
	for _, c := range m.Calls {
		if g.seen[c.ID] || c.Status != "success" && c.Status != "error" {
			continue
		}
		g.seen[c.ID] = true
		r.Call(c.ID, c.Name, c.Args, m.Timestamp)
		var texts []string
		for _, p := range c.Result {
			texts = append(texts, p.Response.Response.Output+p.Response.Response.Error)
		}
		text := strings.TrimSuffix(strings.TrimPrefix(strings.Join(texts, "\n"), "<untrusted_context>\n"),
			"\n</untrusted_context>")
		r.Result(c.ID, Result{Text: text, Envelope: envelope.Gemini, Failed: c.Status == "error"})
	}
}
