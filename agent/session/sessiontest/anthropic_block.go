package sessiontest

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
)

// anthropicKeys are the fields of blocks, by type.
var anthropicKeys = map[string][]string{
	"text":              {"type", "text", "cache_control", "citations"},
	"image":             {"type", "source", "cache_control"},
	"document":          {"type", "source", "title", "context", "citations", "cache_control"},
	"tool_use":          {"type", "id", "name", "input", "cache_control"},
	"tool_result":       {"type", "tool_use_id", "content", "is_error", "cache_control"},
	"thinking":          {"type", "thinking", "signature"},
	"redacted_thinking": {"type", "data"},
}

// anthropicBlocks are the types of blocks that a message of each role may have.
var anthropicBlocks = map[string][]string{
	"user":      {"text", "image", "document", "tool_result"},
	"assistant": {"text", "tool_use", "thinking", "redacted_thinking"},
}

// resultBlocks are the types of blocks that a tool_result may have.
var resultBlocks = []string{"text", "image", "document"}

// anthropicID is the form of a tool_use's id.
var anthropicID = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

func (c *checker) anthropicBlock(at, typ string, b fields, used map[string]bool) {
	switch typ {
	case "text":
		if blank(b.text("text")) {
			c.broken("A8", at, "the text is blank")
		}
	case "thinking":
		if b.text("signature") == "" {
			c.broken("A9", at, "the thought has no signature")
		}
		if !isString(b["thinking"]) {
			c.broken("A9", at, "the thought has no text")
		}
	case "redacted_thinking":
		if b.text("data") == "" {
			c.broken("A9", at, "the thought has no data")
		}
	case "tool_use":
		c.anthropicCall(at, b, used)
	case "tool_result":
		c.anthropicResult(at, b)
	}
}

func (c *checker) anthropicCall(at string, b fields, used map[string]bool) {
	id := b.text("id")
	switch {
	case !anthropicID.MatchString(id):
		c.broken("A7", at, "id %.80q: want 1 to 64 letters, digits, _ and -", id)
	case used[id]:
		c.broken("A7", at, "id %q was used before", id)
	}
	used[id] = true
	if !isObject(b["input"]) {
		c.broken("A10", at, "the input %.40q is not an object", b["input"])
	}
	if b.text("name") == "" {
		c.broken("A12", at, "the call has no name")
	}
}

func (c *checker) anthropicResult(at string, b fields) {
	_, blocks, err := b.content("content")
	if err != nil {
		c.broken("A12", at, "%v", err)
	}
	var failed bool
	if !b.null("is_error") && json.Unmarshal(b["is_error"], &failed) != nil {
		c.broken("A12", at, "is_error %.40q is neither true nor false", b["is_error"])
	}
	for k, p := range blocks {
		inner, typ := fmt.Sprintf("%s.content[%d]", at, k), p.text("type")
		switch {
		case !slices.Contains(resultBlocks, typ):
			c.broken("A12", inner, "a block of type %q in a tool_result", typ)
			continue
		case typ != "text" && failed:
			c.broken("A13", inner, "a block of type %q in a tool_result that is an error", typ)
		}
		c.keys("A12", inner, p, anthropicKeys[typ]...)
		if typ == "text" && blank(p.text("text")) {
			c.broken("A8", inner, "the text is blank")
		}
	}
}
