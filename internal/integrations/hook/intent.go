package hook

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strings"

	"github.com/toktee/toktee/internal/text/words"
)

const (
	maxTail   = 128 << 10 // bytes at the end of a transcript that are looked at
	maxIntent = 2000      // bytes of an intent
)

// lastWords returns the last text of a session, the model's or else the person's: why a call was made. It reads the
// transcript's end backwards, line by line, and no more than maxTail bytes of it.
func lastWords(path string) string {
	lines := tail(path, maxTail)
	for len(lines) > 0 {
		lines = bytes.TrimRight(lines, "\r\n")
		i := bytes.LastIndexByte(lines, '\n')
		if said := textIn(lines[i+1:]); said != "" {
			return words.Cut(words.OneLine(said), maxIntent)
		}
		lines = lines[:max(i, 0)]
	}
	return ""
}

// textIn returns the text of a transcript's record, in the forms of Claude Code, Codex and Gemini CLI.
func textIn(line []byte) string {
	var r struct {
		Type    string
		IsMeta  bool
		Content json.RawMessage
		Message struct{ Content json.RawMessage }
		Payload struct {
			Type, Role string
			Content    json.RawMessage
		}
	}
	if json.Unmarshal(line, &r) != nil || r.IsMeta {
		return ""
	}
	switch {
	case r.Payload.Type == "message" && (r.Payload.Role == "user" || r.Payload.Role == "assistant"):
		return saidText(r.Payload.Content)
	case r.Type == "user" || r.Type == "assistant" || r.Type == "gemini":
		return cmp.Or(saidText(r.Message.Content), saidText(r.Content))
	}
	return ""
}

// saidText returns the text of a message: a string, or the texts among its parts.
func saidText(content json.RawMessage) string {
	var s string
	if json.Unmarshal(content, &s) == nil {
		return s
	}
	var parts []block
	if json.Unmarshal(content, &parts) != nil {
		return ""
	}
	var texts []string
	for _, p := range parts {
		if p.Text != "" && p.Type != "thinking" {
			texts = append(texts, p.Text)
		}
	}
	return strings.Join(texts, "\n")
}
