package hook

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"unicode/utf16"

	"github.com/toktee/toktee/internal/text/envelope"
	"github.com/toktee/toktee/result"
)

// copilotSaved is what GitHub Copilot CLI writes in place of a long output: the path of the full one, with its start.
var copilotSaved = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^Output too large to read at once \([^)\n]*\)\. Saved to: ([^\n]+)\n`)
})

const (
	copilotFile    = "copilot-tool-output-" // in the name of each file that it saves
	copilotPreview = "\n\nPreview (first 500 chars):\n"
	copilotChars   = 500
)

func copilotEvent(b []byte, name string) (event, bool) {
	var in struct {
		ID       string          `json:"sessionId"`
		Cwd      string          `json:"cwd"`
		ToolName string          `json:"toolName"`
		Args     json.RawMessage `json:"toolArgs"`
		Result   *struct {
			Type string `json:"resultType"`
			Text string `json:"textResultForLlm"`
		} `json:"toolResult"`
	}
	if json.Unmarshal(b, &in) != nil {
		return event{}, false
	}
	ev := event{session: in.ID, dir: in.Cwd}
	if name == "preCompact" {
		ev.compacted = true
		return ev, true
	}
	if in.Result == nil || in.ToolName == "" || in.Result.Type == "" || name != "" && name != "postToolUse" {
		return event{}, false
	}
	args := in.Args
	var packed string // older versions hand the arguments over as a string of JSON
	if json.Unmarshal(args, &packed) == nil {
		args = json.RawMessage(packed)
	}
	c := &call{tool: in.ToolName, output: in.Result.Text}
	c.named(args)
	c.mcp = strings.Contains(in.ToolName, "-")
	end := ""
	if c.command != "" {
		end = c.cutTrailer(envelope.Copilot, envelope.Envelope{})
	}
	if saved := copilotSaved().FindStringSubmatch(c.output); saved != nil {
		if !copilotSaves(saved[1], c.output) {
			return event{}, false
		}
		c.file = saved[1]
	}
	c.word = func(text string, _ result.ToolResult) any {
		if end != "" && !c.status.Known { // the line states that the command goes on, or what happened to it
			text += "\n" + end
		}
		return map[string]any{"modifiedResult": map[string]string{
			"resultType": in.Result.Type, "textResultForLlm": text,
		}}
	}
	ev.call = c
	return ev, true
}

// copilotSaves reports whether a notice is the agent's own and not a command's output that looks like it: its file has
// the agent's name, and begins with the text of the notice. A shorter text has lost a line that was the output's own.
func copilotSaves(path, notice string) bool {
	if !filepath.IsAbs(path) || !strings.Contains(filepath.Base(path), copilotFile) {
		return false
	}
	_, preview, ok := strings.Cut(notice, copilotPreview)
	if !ok || len(utf16.Encode([]rune(preview))) < copilotChars {
		return false
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, len(preview))
	n, _ := f.Read(head)
	return n == len(preview) && string(head) == preview
}
