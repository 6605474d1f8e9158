package sessiontest

import (
	"encoding/json"
	"fmt"
	"slices"
)

// The rules of Anthropic's Messages API:
//
//	A1   the system's text isn't among the messages, roles are user and assistant, and the first message is the user's
//	A2   the message after one with tool_use blocks is the user's, and has one tool_result for each of them
//	A3   a tool_result answers a tool_use of the message before
//	A4   tool_result blocks come before all others in their message
//	A5   two messages in a row have different roles
//	A6   tool_use blocks come after all others in their message
//	A7   ids of tool_use blocks are unique, and have up to 64 letters, digits, _ and -
//	A8   no text is blank, and no message is empty
//	A9   thinking has its signature, and isn't all of a message; with thinking switched on, the last tool_use blocks
//	     follow thinking, and with thinking switched off, they don't
//	A10  the input of a tool_use is an object
//	A11  the last message is the user's
//	A12  there are no unknown fields or types
//	A13  a tool_result that is an error holds text alone

// A spoken is one message: its role and its blocks.
type spoken struct {
	role   string
	blocks []fields
}

// ids returns a field of all blocks of one type.
func (m spoken) ids(typ, key string) []string {
	var out []string
	for _, b := range m.blocks {
		if b.text("type") == typ {
			out = append(out, b.text(key))
		}
	}
	return out
}

func (m spoken) first() string {
	if len(m.blocks) == 0 {
		return ""
	}
	return m.blocks[0].text("type")
}

func isThinking(typ string) bool { return typ == "thinking" || typ == "redacted_thinking" }

// anthropic checks a request to Anthropic's Messages API.
func (c *checker) anthropic() {
	if len(c.items) == 0 {
		c.broken("A1", c.list, "there is no message")
		return
	}
	all := make([]spoken, len(c.items))
	used := map[string]bool{}
	for i := range c.items {
		all[i] = c.anthropicMessage(i, used)
	}
	for i, m := range all {
		var next, before spoken
		if i+1 < len(all) {
			next = all[i+1]
		}
		if i > 0 {
			before = all[i-1]
		}
		switch {
		case i == 0 && m.role != "user":
			c.broken("A1", c.place(i), "the first message has role %q", m.role)
		case i > 0 && m.role == before.role:
			c.broken("A5", c.place(i), "the message before has role %q too", m.role)
		}
		c.anthropicPairs(c.place(i), m, before, next)
	}
	if last := all[len(all)-1]; last.role != "user" {
		c.broken("A11", c.place(len(all)-1), "the last message has role %q", last.role)
	}
	c.anthropicThinking(all)
}

// anthropicMessage checks a message without its neighbours. It adds the ids of calls to used.
func (c *checker) anthropicMessage(i int, used map[string]bool) spoken {
	f, place := c.items[i], c.place(i)
	m := spoken{role: f.text("role")}
	if anthropicBlocks[m.role] == nil {
		c.broken("A1", place, "role %q: want user or assistant", m.role)
	}
	c.keys("A12", place, f, "role", "content")
	text, blocks, err := f.content("content")
	switch {
	case err != nil:
		c.broken("A12", place, "%v", err)
	case blocks == nil && blank(text):
		c.broken("A8", place, "the content is blank")
	case blocks != nil && len(blocks) == 0:
		c.broken("A8", place, "the content is empty")
	}
	m.blocks = blocks
	firstCall := slices.IndexFunc(blocks, func(b fields) bool { return b.text("type") == "tool_use" })
	thinking, others := 0, 0
	for j, b := range blocks {
		at, typ := fmt.Sprintf("%s.content[%d]", place, j), b.text("type")
		if anthropicKeys[typ] == nil {
			c.broken("A12", at, "unknown type %q", typ)
			continue
		}
		if isThinking(typ) {
			thinking++
		} else {
			others++
		}
		c.anthropicPosition(at, m, j, firstCall)
		c.keys("A12", at, b, anthropicKeys[typ]...)
		c.anthropicBlock(at, typ, b, used)
	}
	if thinking > 0 && others == 0 {
		c.broken("A9", place, "there is nothing but thought")
	}
	return m
}

// anthropicPosition checks the position of the j-th block of a message. The index of the message's first tool_use is
// -1 if there is none.
func (c *checker) anthropicPosition(at string, m spoken, j, firstCall int) {
	typ := m.blocks[j].text("type")
	if !slices.Contains(anthropicBlocks[m.role], typ) {
		c.broken("A12", at, "a block of type %q in a message of role %q", typ, m.role)
	}
	if called := firstCall >= 0 && firstCall < j; called && typ != "tool_use" {
		c.broken("A6", at, "a block of type %q after a tool_use", typ)
	}
	if j > 0 && typ == "tool_result" {
		if before := m.blocks[j-1].text("type"); before != "tool_result" {
			c.broken("A4", at, "a tool_result after a block of type %q", before)
		}
	}
}

// anthropicPairs checks that the calls of a message are answered by the next one, and that its results answer calls of
// the one before.
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

// anthropicThinking checks the steps at the end of a request whose results the model hasn't answered yet. With
// thinking switched on, the first of them must start with thinking; with thinking switched off, it may not. The API's
// errors read "a final assistant message must start with a thinking block (preceeding the lastmost set of tool_use and
// tool_result blocks)" and "when thinking is disabled, an assistant message in the final position cannot contain
// thinking". Later steps need no thinking: the model thinks between calls only if that is allowed.
func (c *checker) anthropicThinking(all []spoken) {
	if c.body == nil {
		return // the messages alone don't show whether thinking is on
	}
	var thinking struct {
		Type string `json:"type"`
	}
	_ = json.Unmarshal(c.body["thinking"], &thinking) // a missing field means off
	first := len(all)
	for i := len(all) - 1; i > 0 && len(all[i].ids("tool_result", "tool_use_id")) > 0; i -= 2 {
		first = i - 1
	}
	if first == len(all) || len(all[first].blocks) == 0 {
		return
	}
	off := thinking.Type == "disabled" || len(c.body["thinking"]) == 0
	switch typ := all[first].first(); {
	case thinking.Type == "enabled" && !isThinking(typ):
		c.broken("A9", c.place(first), "thinking is on, but the calls come after a block of type %q", typ)
	case off && isThinking(typ):
		c.broken("A9", c.place(first), "thinking is off, but the calls come after a block of type %q", typ)
	}
}
