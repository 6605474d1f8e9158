package session

import (
	"encoding/json"
	"fmt"
	"slices"
)

// The rules of OpenAI's Chat Completions API, as its stricter servers have them:
//
//	C1  the messages behind one with calls are the tools', one for each call, before any other
//	C2  a tool's message answers a call of the assistant's message before, with only tools' between
//	C3  a call has one tool's message; ids of calls are unique, of 1 to 40 characters
//	C4  an assistant's message has content or calls, and no list of calls is empty; a user's has content
//	C5  the arguments of a call are a string that holds JSON
//	C6  what a tool says is text
//	C7  the system's text stands at the start
//	C9  there are no unknown roles, fields or types
//
// C8 is what some servers want beyond them; see [ChatOptions].

var chatKeys = map[string][]string{
	"user":      {"role", "content", "name"},
	"assistant": {"role", "content", "tool_calls", "name", "refusal", "audio"},
	"tool":      {"role", "content", "tool_call_id", "name"},
}

func (c *checker) chat() {
	c.leadSystem("C7")
	seen := map[string]bool{}
	var waiting []string // calls without a tool's message
	var group map[string]bool
	from := 0
	settle := func() {
		for _, id := range waiting {
			c.broken("C1", c.place(from), "call %q has no tool's message right behind", id)
		}
		waiting, group = nil, nil
	}
	for i, f := range c.items {
		place, role := c.place(i), f.text("role")
		if role == "tool" {
			id := f.text("tool_call_id")
			at := slices.Index(waiting, id)
			switch {
			case at >= 0:
				waiting = slices.Delete(waiting, at, at+1)
			case group[id]:
				c.broken("C3", place, "call %q has a tool's message already", id)
			default:
				c.broken("C2", place, "%q is no call of the message before", id)
			}
		} else {
			settle()
		}
		switch role {
		case "system", "developer": // leadSystem has reported it
			continue
		case "user", "assistant", "tool":
			c.keys("C9", place, f, chatKeys[role]...)
		default:
			c.broken("C9", place, "unknown role %q", role)
			continue
		}
		c.chatContent(place, role, f)
		if role == "assistant" && !f.null("tool_calls") {
			waiting, from = c.chatCalls(place, f, seen), i
			group = map[string]bool{}
			for _, id := range waiting {
				group[id] = true
			}
		}
	}
	settle()
}

func (c *checker) chatContent(place, role string, f fields) {
	text, parts, err := f.content("content")
	if err != nil {
		c.broken("C9", place, "%v", err)
		return
	}
	for j, p := range parts {
		at, typ := fmt.Sprintf("%s.content[%d]", place, j), p.text("type")
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

// chatCalls checks the calls of a message and returns their ids.
func (c *checker) chatCalls(place string, f fields, seen map[string]bool) []string {
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
		case seen[id]:
			c.broken("C3", at, "id %q was used before", id)
		}
		seen[id] = true
		ids = append(ids, id)
		c.keys("C9", at, call, "id", "type", "function")
		var function fields
		if json.Unmarshal(call["function"], &function) != nil || call.text("type") != "function" {
			c.broken("C9", at, "the call is not of a function")
			continue
		}
		c.keys("C9", at+".function", function, "name", "arguments")
		if function.text("name") == "" {
			c.broken("C9", at+".function", "there is no name")
		}
		if args := function["arguments"]; !isString(args) || !json.Valid([]byte(function.text("arguments"))) {
			c.broken("C5", at+".function", "the arguments %.40q are not a string that holds JSON", args)
		}
	}
	return ids
}
