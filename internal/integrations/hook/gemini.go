package hook

import (
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/envelope"
	"github.com/toktee/toktee/result"
)

// tailCall is a call that Gemini CLI makes itself; its result takes the place of the one that the hook was asked about.
type tailCall struct {
	Name string            `json:"name"`
	Args map[string]string `json:"args"`
}

const (
	geminiOpen  = "<untrusted_context>\n" // around the output of a command or an MCP server
	geminiClose = "\n</untrusted_context>"
	geminiFile  = "toktee-result-" // in the name of each file that the agent is sent to
)

func geminiEvent(b []byte, _ string) (event, bool) {
	var in struct {
		claudeInput
		Response struct {
			Content json.RawMessage `json:"llmContent"`
			Error   json.RawMessage `json:"error"`
		} `json:"tool_response"`
		MCP   json.RawMessage `json:"mcp_context"`
		Reply string          `json:"prompt_response"` // of AfterAgent
	}
	if json.Unmarshal(b, &in) != nil {
		return event{}, false
	}
	ev := event{session: in.Session, dir: in.Dir, transcript: in.Transcript, say: true}
	if in.Event == "PreCompress" {
		ev.compacted = true
		return ev, true
	}
	if in.Event == "AfterAgent" {
		ev.ended = &ending{message: in.Reply, again: in.Again, answer: func(line string, toModel bool) any {
			if toModel {
				return geminiRefusal(line)
			}
			return stopAnswer(line, false)
		}}
		return ev, true
	}
	c := &call{tool: in.Tool, mcp: len(in.MCP) > 0}
	failed := len(in.Response.Error) > 0 && string(in.Response.Error) != "null"
	if in.Event != "AfterTool" || failed && !c.mcp {
		return event{}, false
	}
	c.named(in.Input)
	if strings.HasPrefix(filepath.Base(c.path), geminiFile) {
		if filepath.Dir(c.path) == geminiFolder(in.Transcript) {
			os.Remove(c.path) // it was read, and the agent asks about that: nothing to do twice
		}
		return event{}, false
	}
	var wrapped bool
	if c.output, wrapped = geminiText(in.Response.Content); c.output == "" || !c.ended(in.Tool == "run_shell_command") {
		return event{}, false
	}
	if failed {
		c.status = result.Status{Reported: result.Fail}
	}
	c.word = func(text string, r result.ToolResult) any {
		if wrapped {
			text = geminiOpen + text + geminiClose
		}
		if failed {
			return geminiRefusal(text) // an error stays one
		}
		return geminiAnswer(geminiFolder(in.Transcript), text, r.ID(), c.status)
	}
	ev.call = c
	return ev, true
}

// geminiText returns a result's text, without the marks of untrusted text. It is "" if there is more than text.
func geminiText(content json.RawMessage) (text string, wrapped bool) {
	if json.Unmarshal(content, &text) != nil {
		var parts []map[string]string
		if json.Unmarshal(content, &parts) != nil || len(parts) != 1 || len(parts[0]) != 1 {
			return "", false
		}
		text = parts[0]["text"]
	}
	inner, ok := strings.CutPrefix(text, geminiOpen)
	if inner, end := strings.CutSuffix(inner, geminiClose); ok && end {
		return inner, true
	}
	return text, false
}

// ended removes the agent's lines about a command's end from its output. It reports false for another kind of answer,
// such as that the command was cancelled or goes on in the background.
func (c *call) ended(isShell bool) bool {
	if !isShell {
		return true
	}
	header := envelope.Gemini.Header(c.output)
	end := c.cutTrailer(envelope.Gemini, header)
	if header.Name != "gemini" || end == "" {
		return false
	}
	if i := strings.LastIndexByte(end, '\n'); i >= 0 && !c.status.Known {
		c.output += "\n" + end[:i] // the model needs the agent's notes too
	}
	c.output = strings.TrimPrefix(c.output, "Output: ")
	return true
}

// geminiFolder returns the agent's folder for a project's temporary files, which its read_file may read.
func geminiFolder(transcript string) string {
	if !filepath.IsAbs(transcript) {
		return ""
	}
	dir := filepath.Dir(transcript)
	if filepath.Base(dir) != "chats" {
		return ""
	}
	return filepath.Dir(dir)
}

// geminiAnswer has the agent read a file of ours in place of the result. If none can be written, the text goes as the
// reason of a refusal, which the model reads as an error: the first line states that the tool did run.
func geminiAnswer(dir, text, id string, st result.Status) any {
	if dir != "" {
		path := filepath.Join(dir, geminiFile+id+"-"+strconv.Itoa(os.Getpid())+".txt")
		f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if err == nil {
			_, err = f.WriteString(text)
			if err = cmp.Or(err, f.Close()); err == nil {
				return hookAnswer{hookSpecific{
					Event: "AfterTool", Tail: &tailCall{"read_file", map[string]string{"file_path": path}},
				}}
			}
			os.Remove(path)
		}
	}
	ran := "The tool ran; this is its output in short, no error of the call."
	if st.Known && st.Code == 0 { // another code is in the text
		ran = "The command ran and ended with exit code 0; this is its output in short."
	}
	return geminiRefusal(ran + "\n" + text)
}

// geminiRefusal has the model get a text as the error of a call that was already made.
func geminiRefusal(text string) any { return map[string]any{"decision": "deny", "reason": text} }
