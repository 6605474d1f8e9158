package session

import (
	"encoding/json"
	"fmt"
	"slices"
)

// The rules of Anthropic's Messages API:
//
//	A1   the system's text stands outside of the messages, roles are user and assistant, and the first is user
//	A2   the message behind one with calls is the user's, and has one result for each call
//	A3   a result answers a call of the message before
//	A4   results stand before all else in their message
//	A5   two messages in a row have different roles
//	A6   calls stand behind all else in their message
//	A7   ids of calls are unique, of up to 64 letters, digits, _ and -
//	A8   no text is blank, and no message empty
//	A9   thought has its signature, and doesn't stand alone; with thinking on, the last calls stand behind thought
//	A10  the input of a call is an object
//	A11  the last message is the user's
//	A12  there are no unknown fields or types
//	A13  a result that is an error holds text alone

// anthropicKeys are the fields of blocks by type.
var anthropicKeys = map[string][]string{
	"text":              {"type", "text", "cache_control", "citations"},
	"image":             {"type", "source", "cache_control"},
	"document":          {"type", "source", "title", "context", "citations", "cache_control"},
	"tool_use":          {"type", "id", "name", "input", "cache_control"},
	"tool_result":       {"type", "tool_use_id", "content", "is_error", "cache_control"},
	"thinking":          {"type", "thinking", "signature"},
	"redacted_thinking": {"type", "data"},
}

// anthropicBlocks are the types of blocks that each role may have.
var anthropicBlocks = map[string][]string{
	"user":      {"text", "image", "document", "tool_result"},
	"assistant": {"text", "tool_use", "thinking", "redacted_thinking"},
}

// spoken is a message: its role and blocks.
type spoken struct {
	role   string
	blocks []fields
}

func (m spoken) ids(typ, key string) []string {
	var out []string
	for _, b := range m.blocks {
		if b.text("type") == typ {
			out = append(out, b.text(key))
		}
	}
	return out
}

func (c *checker) anthropic() {
	if len(c.items) == 0 {
		c.broken("A1", c.list, "there is no message")
		return
	}
	all := make([]spoken, len(c.items))
	seen := map[string]bool{}
	for i := range c.items {
		all[i] = c.anthropicMessage(i, seen)
	}
	for i, m := range all {
		place := c.place(i)
		switch {
		case i == 0 && m.role != "user":
			c.broken("A1", place, "the first message has role %q", m.role)
		case i > 0 && m.role == all[i-1].role:
			c.broken("A5", place, "the message before has role %q too", m.role)
		}
		var next, before spoken
		if i+1 < len(all) {
			next = all[i+1]
		}
		if i > 0 {
			before = all[i-1]
		}
		c.anthropicPairs(place, m, before, next)
	}
	if last := all[len(all)-1]; last.role != "user" {
		c.broken("A11", c.place(len(all)-1), "the last message has role %q", last.role)
	}
	c.anthropicThinking(all)
}

// anthropicMessage checks what a message shows by itself.
func (c *checker) anthropicMessage(i int, seen map[string]bool) spoken {
	f, place := c.items[i], c.place(i)
	m := spoken{role: f.text("role")}
	types, ok := anthropicBlocks[m.role]
	if !ok {
		c.broken("A1", place, "role %q: want user or assistant", m.role)
	}
	c.keys("A12", place, f, "role", "content")
	text, parts, err := f.content("content")
	switch {
	case err != nil:
		c.broken("A12", place, "%v", err)
	case parts == nil && blank(text):
		c.broken("A8", place, "the content is blank")
	case parts != nil && len(parts) == 0:
		c.broken("A8", place, "the content is empty")
	}
	m.blocks = parts
	thought, others, called := 0, 0, false
	for j, b := range parts {
		at, typ := fmt.Sprintf("%s.content[%d]", place, j), b.text("type")
		known, ok := anthropicKeys[typ]
		switch {
		case !ok:
			c.broken("A12", at, "unknown type %q", typ)
			continue
		case !slices.Contains(types, typ):
			c.broken("A12", at, "a block of type %q in a message of role %q", typ, m.role)
		}
		c.keys("A12", at, b, known...)
		if typ == "thinking" || typ == "redacted_thinking" {
			thought++
		} else {
			others++
		}
		switch typ {
		case "tool_use":
			called = true
		default:
			if called {
				c.broken("A6", at, "a block of type %q behind a tool_use", typ)
			}
		}
		if typ == "tool_result" && j > 0 && parts[j-1].text("type") != "tool_result" {
			c.broken("A4", at, "a tool_result behind a block of type %q", parts[j-1].text("type"))
		}
		c.anthropicBlock(at, typ, b, seen)
	}
	if thought > 0 && others == 0 {
		c.broken("A9", place, "there is nothing but thought")
	}
	return m
}

func (c *checker) anthropicBlock(at, typ string, b fields, seen map[string]bool) {
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
		id := b.text("id")
		switch {
		case !plainID(id, 64):
			c.broken("A7", at, "id %.80q: want 1 to 64 letters, digits, _ and -", id)
		case seen[id]:
			c.broken("A7", at, "id %q was used before", id)
		}
		seen[id] = true
		if !isObject(b["input"]) {
			c.broken("A10", at, "the input %.40q is not an object", b["input"])
		}
		if b.text("name") == "" {
			c.broken("A12", at, "the call has no name")
		}
	case "tool_result":
		c.anthropicResult(at, b)
	}
}

func (c *checker) anthropicResult(at string, b fields) {
	_, parts, err := b.content("content")
	if err != nil {
		c.broken("A12", at, "%v", err)
	}
	var failed bool
	if !b.null("is_error") && json.Unmarshal(b["is_error"], &failed) != nil {
		c.broken("A12", at, "is_error %.40q is neither true nor false", b["is_error"])
	}
	for k, p := range parts {
		inner, typ := fmt.Sprintf("%s.content[%d]", at, k), p.text("type")
		switch {
		case typ != "text" && typ != "image" && typ != "document":
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

// anthropicPairs checks calls against the results of the next message, and results against the calls of the one before.
func (c *checker) anthropicPairs(place string, m, before, next spoken) {
	results := next.ids("tool_result", "tool_use_id")
	for _, id := range m.ids("tool_use", "id") {
		n := 0
		for _, r := range results {
			if r == id {
				n++
			}
		}
		if next.role != "user" || n != 1 {
			c.broken("A2", place, "tool_use %q has %d results in the next message: want 1", id, n)
		}
	}
	calls := before.ids("tool_use", "id")
	for _, id := range m.ids("tool_result", "tool_use_id") {
		if before.role != "assistant" || !slices.Contains(calls, id) {
			c.broken("A3", place, "the tool_result of %q has no tool_use in the message before", id)
		}
	}
}

// anthropicThinking checks the calls whose results end a request, from the first of these steps on: it starts with thought
// where thinking is on, and holds none where it is off. The API's words for the two are "a final assistant message must
// start with a thinking block (preceeding the lastmost set of tool_use and tool_result blocks)" and "when thinking is
// disabled, an assistant message in the final position cannot contain thinking". Later steps need none: the model thinks
// before them only where it may do so between calls.
func (c *checker) anthropicThinking(all []spoken) {
	var thinking struct {
		Type string `json:"type"`
	}
	if c.body == nil {
		return // messages alone don't say
	}
	_ = json.Unmarshal(c.body["thinking"], &thinking) // no field is off
	first := len(all)
	for i := len(all) - 1; i > 0 && len(all[i].ids("tool_result", "tool_use_id")) > 0; i -= 2 {
		first = i - 1
	}
	if first == len(all) || len(all[first].blocks) == 0 {
		return
	}
	typ := all[first].blocks[0].text("type")
	thought := typ == "thinking" || typ == "redacted_thinking"
	switch {
	case thinking.Type == "enabled" && !thought:
		c.broken("A9", c.place(first), "thinking is on, but the calls stand behind a block of type %q", typ)
	case thinking.Type == "disabled" && thought, len(c.body["thinking"]) == 0 && thought:
		c.broken("A9", c.place(first), "thinking is off, but the calls stand behind a block of type %q", typ)
	}
}
