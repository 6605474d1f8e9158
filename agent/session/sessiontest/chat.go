package sessiontest

import (
	"encoding/json"
	"fmt"
	"slices"
)

// The rules of OpenAI's Chat Completions API, as the stricter ones of the servers that copy it apply them:
//
//	C1  the messages after one with calls are the tools', one for each call, before any other message
//	C2  a tool's message answers a call of the assistant's message before it, with only tools' messages between
//	C3  a call has one tool's message; ids of calls are unique, and have 1 to 40 characters
//	C4  an assistant's message has content or calls, and no list of calls is empty; a user's message has content
//	C5  the arguments of a call are a string that holds JSON
//	C6  a tool's message has text, and nothing but text
//	C7  the system's text comes first
//	C9  there are no unknown roles, fields or types
//
// C8, what some servers want beyond the format, can't be checked without knowing the server.

// chatKeys are the fields of messages, by role.
var chatKeys = map[string][]string{
	"user":      {"role", "content", "name"},
	"assistant": {"role", "content", "tool_calls", "name", "refusal", "audio"},
	"tool":      {"role", "content", "tool_call_id", "name"},
}

// waitingCalls are the calls of the assistant's latest message.
type waitingCalls struct {
	at   int             // the message's place
	ids  []string        // the calls that no tool's message has answered yet
	made map[string]bool // all calls of the message
}

// chat checks a request to OpenAI's Chat Completions API.
func (c *checker) chat() {
	c.leadSystem("C7")
	used := map[string]bool{}
	var waiting waitingCalls
	for i, f := range c.items {
		place, role := c.place(i), f.text("role")
		if role == "tool" {
			c.chatAnswer(place, f.text("tool_call_id"), &waiting)
		} else {
			c.chatUnanswered(&waiting)
		}
		if f.isSystem() {
			continue // leadSystem has reported it
		}
		if chatKeys[role] == nil {
			c.broken("C9", place, "unknown role %q", role)
			continue
		}
		c.keys("C9", place, f, chatKeys[role]...)
		c.chatContent(place, role, f)
		if role == "assistant" && !f.null("tool_calls") {
			waiting = waitingCalls{at: i, ids: c.chatCalls(place, f, used), made: map[string]bool{}}
			for _, id := range waiting.ids {
				waiting.made[id] = true
			}
		}
	}
	c.chatUnanswered(&waiting)
}

// chatAnswer takes a tool's message as the answer to a call that waits for one.
func (c *checker) chatAnswer(place, id string, waiting *waitingCalls) {
	at := slices.Index(waiting.ids, id)
	switch {
	case at >= 0:
		waiting.ids = slices.Delete(waiting.ids, at, at+1)
	case waiting.made[id]:
		c.broken("C3", place, "call %q has a tool's message already", id)
	default:
		c.broken("C2", place, "%q is no call of the message before", id)
	}
}

// chatUnanswered reports the calls that still wait when another message, or the end, comes.
func (c *checker) chatUnanswered(waiting *waitingCalls) {
	for _, id := range waiting.ids {
		c.broken("C1", c.place(waiting.at), "call %q has no tool's message right after it", id)
	}
	*waiting = waitingCalls{}
}

func (c *checker) chatContent(place, role string, f fields) {
	text, parts, err := f.content("content")
	if err != nil {
		c.broken("C9", place, "%v", err)
		return
	}
	for j, p := range parts {
		c.chatPart(fmt.Sprintf("%s.content[%d]", place, j), role, p)
	}
	empty := blank(text) && len(parts) == 0
	switch {
	case role == "tool" && f.null("content"):
		c.broken("C6", place, "the tool's message has no content")
	case role == "user" && empty:
		c.broken("C4", place, "there is no content")
	case role == "assistant" && empty && f.null("tool_calls"):
		c.broken("C4", place, "there is neither content nor a call")
	}
}

// chatPart checks one part of a message's content.
func (c *checker) chatPart(at, role string, p fields) {
	typ := p.text("type")
	switch {
	case typ == "text":
		c.keys("C9", at, p, "type", "text")
		if blank(p.text("text")) {
			c.broken("C4", at, "the text is blank")
		}
	case role == "tool":
		c.broken("C6", at, "a part of type %q in a tool's message", typ)
	case typ == "image_url" && role == "user":
		c.keys("C9", at, p, "type", "image_url")
	case typ == "refusal" && role == "assistant":
	default:
		c.broken("C9", at, "a part of type %q in a message of role %q", typ, role)
	}
}

// chatCalls checks the calls of a message and returns their ids. It adds the ids to used.
func (c *checker) chatCalls(place string, f fields, used map[string]bool) []string {
	var list []fields
	if err := json.Unmarshal(f["tool_calls"], &list); err != nil {
		c.broken("C9", place, "tool_calls is not a list of objects")
		return nil
	}
	if len(list) == 0 {
		c.broken("C4", place, "the list of calls is empty")
	}
	var ids []string
	for j, call := range list {
		at, id := fmt.Sprintf("%s.tool_calls[%d]", place, j), call.text("id")
		switch {
		case id == "" || len(id) > 40:
			c.broken("C3", at, "id %.80q has %d characters: want 1 to 40", id, len(id))
		case used[id]:
			c.broken("C3", at, "id %q was used before", id)
		}
		used[id] = true
		ids = append(ids, id)
		c.chatCall(at, call)
	}
	return ids
}

// chatCall checks a call's function.
func (c *checker) chatCall(at string, call fields) {
	c.keys("C9", at, call, "id", "type", "function")
	var function fields
	if json.Unmarshal(call["function"], &function) != nil || call.text("type") != "function" {
		c.broken("C9", at, "the call is not of a function")
		return
	}
	c.keys("C9", at+".function", function, "name", "arguments")
	if function.text("name") == "" {
		c.broken("C9", at+".function", "there is no name")
	}
	if !function.holdsJSON("arguments") {
		c.broken("C5", at+".function", "the arguments %.40q are not a string that holds JSON", function["arguments"])
	}
}
