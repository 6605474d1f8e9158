package session

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/toktee/toktee/internal/measure/transcript"
	"github.com/toktee/toktee/internal/text/secrets"
	"github.com/toktee/toktee/internal/text/words"
)

const (
	maxBegin  = 512 << 10 // bytes of a transcript that are searched for the prompt
	maxPrompt = 500       // characters
)

// A begin has the facts that the start of a transcript tells.
type begin struct{ prompt, branch, dir string }

// A record is a line of Claude Code's or Codex' transcript, or a message of Gemini's:
//
//	{"type":"user","cwd":"/shop","gitBranch":"main","message":{"role":"user","content":"Please mend the price."}}
//	{"type":"session_meta","payload":{"cwd":"/shop","git":{"branch":"main"}}}
//	{"type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"..."}]}}
//	{"id":"1","type":"user","content":"Please mend the price."}
type record struct {
	Type    string          `json:"type"`
	CWD     string          `json:"cwd"`
	Branch  string          `json:"gitBranch"`
	Meta    bool            `json:"isMeta"`
	Content json.RawMessage `json:"content"`
	Message struct {
		Content json.RawMessage `json:"content"`
	} `json:"message"`
	Payload struct {
		Role    string          `json:"role"`
		CWD     string          `json:"cwd"`
		Content json.RawMessage `json:"content"`
		Git     struct {
			Branch string `json:"branch"`
		} `json:"git"`
	} `json:"payload"`
}

// readBegin reads the start of a transcript, up to the first prompt.
func readBegin(path string) (b begin) {
	in, err := transcript.Opener(path, func() (io.ReadCloser, error) { return os.Open(path) })()
	if err != nil {
		return b
	}
	defer in.Close()
	r := bufio.NewReader(io.LimitReader(in, maxBegin))
	start, _ := r.Peek(4 << 10)
	if line, _, _ := bytes.Cut(start, []byte("\n")); !json.Valid(line) && bytes.Contains(start, []byte(`"messages"`)) {
		b.messages(r)
		return b
	}
	for b.prompt == "" {
		line, err := r.ReadBytes('\n')
		var rec record
		if json.Unmarshal(line, &rec) == nil {
			b.add(&rec)
		}
		if err != nil {
			return b
		}
	}
	return b
}

// messages reads the start of a document with all messages of a session, as Gemini CLI writes.
func (b *begin) messages(in io.Reader) {
	d := json.NewDecoder(in)
	for {
		token, err := d.Token()
		if err != nil {
			return
		}
		if name, ok := token.(string); !ok || name != "messages" {
			continue
		}
		if _, err := d.Token(); err != nil {
			return
		}
		for d.More() && b.prompt == "" {
			var rec record
			if err := d.Decode(&rec); err != nil && !errors.As(err, new(*json.UnmarshalTypeError)) {
				return
			}
			b.add(&rec)
		}
		return
	}
}

func (b *begin) add(r *record) {
	b.dir = first(b.dir, first(r.CWD, r.Payload.CWD))
	b.branch = first(b.branch, first(r.Branch, r.Payload.Git.Branch))
	switch {
	case r.Meta:
	case r.Type == "user":
		b.prompt = promptOf(r.Message.Content, r.Content)
	case r.Type == "response_item" && r.Payload.Role == "user":
		b.prompt = promptOf(r.Payload.Content)
	}
}

// promptOf returns the first text that a person wrote. Agents put texts of their own into the person's messages, in
// tags or below a heading.
func promptOf(contents ...json.RawMessage) string {
	for _, content := range contents {
		var parts []struct {
			Text string `json:"text"`
		}
		var text string
		if json.Unmarshal(content, &text) == nil {
			parts = append(parts, struct {
				Text string `json:"text"`
			}{text})
		} else if json.Unmarshal(content, &parts) != nil {
			continue
		}
		for _, p := range parts {
			text := strings.TrimSpace(p.Text)
			if text == "" || strings.HasPrefix(text, "<") || strings.HasPrefix(text, "Caveat: ") ||
				strings.HasPrefix(text, "# AGENTS.md") || strings.HasPrefix(text, "[Request interrupted") {
				continue
			}
			return words.Cut(words.OneLine(secrets.Mask(text)), maxPrompt)
		}
	}
	return ""
}
