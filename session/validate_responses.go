package session

import (
	"encoding/json"
	"fmt"
	"strings"
)

// The rules of OpenAI's Responses API:
//
//	O1   a call has one output, behind it
//	O2   an output has a call before it, unless previous_response_id is used
//	O3   the output is of the call's kind
//	O4   a thought is directly followed by what it led to: a message of the assistant, or a call
//	O6   ids of items that are calls of functions start with fc, have up to 64 characters and don't end in _; call ids have
//	     1 to 64 characters and are unique
//	O7   an output is a text or a list, arguments are a string that holds JSON
//	O9   the system's text stands at the start
//	O10  there are no unknown types, roles or fields
//
// O5, to drop the id of a call whose thought was dropped, can't be seen here, and O8 is about where made-up outputs stand.

// outputOf is the type of output by the type of call.
var outputOf = map[string]string{
	"function_call":    "function_call_output",
	"local_shell_call": "function_call_output",
	"custom_tool_call": "custom_tool_call_output",
	"tool_search_call": "tool_search_output",
}

var responsesKeys = map[string][]string{
	"message":                 {"type", "id", "role", "content", "status", "phase"},
	"reasoning":               {"type", "id", "summary", "content", "encrypted_content", "status"},
	"function_call":           {"type", "id", "call_id", "name", "arguments", "status", "namespace"},
	"function_call_output":    {"type", "id", "call_id", "output", "status"},
	"custom_tool_call":        {"type", "id", "call_id", "name", "input", "status", "namespace"},
	"custom_tool_call_output": {"type", "id", "call_id", "output", "status"},
	"local_shell_call":        {"type", "id", "call_id", "action", "status"},
	"tool_search_call":        {"type", "id", "call_id", "arguments", "execution", "status"},
	"tool_search_output":      {"type", "id", "call_id", "tools", "execution", "status"},
	"item_reference":          {"type", "id"},
}

var responsesParts = map[string][]string{
	"input_text":  {"type", "text"},
	"input_image": {"type", "image_url", "file_id", "detail"},
	"input_file":  {"type", "file_id", "file_data", "file_url", "filename", "detail"},
	"output_text": {"type", "text", "annotations", "logprobs"},
	"refusal":     {"type", "refusal"},
}

func (c *checker) responses() {
	c.leadSystem("O9")
	calls := map[string]string{} // type by id
	open := map[string]int{}     // where a call without an output stands
	answered := map[string]bool{}
	for i, f := range c.items {
		place, typ := c.place(i), f.kind()
		known, ok := responsesKeys[typ]
		if !ok {
			c.broken("O10", place, "unknown type %q", typ)
			continue
		}
		c.keys("O10", place, f, known...)
		id := f.text("call_id")
		switch {
		case typ == "message":
			c.responsesMessage(place, f)
		case typ == "reasoning":
			if i+1 == len(c.items) || !c.items[i+1].follows() {
				c.broken("O4", place, "the thought is not followed by what it led to")
			}
			if !strings.HasPrefix(string(f["summary"]), "[") {
				c.broken("O10", place, "the thought has no list of summaries")
			}
		case outputOf[typ] != "":
			c.responsesCall(place, typ, f)
			if calls[id] != "" {
				c.broken("O6", place, "call id %q was used before", id)
			}
			calls[id], open[id], answered[id] = typ, i, false
		case strings.HasSuffix(typ, "_output"):
			c.responsesOutput(place, typ, f)
			switch {
			case calls[id] == "" && c.body.null("previous_response_id"):
				c.broken("O2", place, "no call %q stands before", id)
			case calls[id] != "" && outputOf[calls[id]] != typ:
				c.broken("O3", place, "a %s answers a %s", typ, calls[id])
			case answered[id]:
				c.broken("O1", place, "call %q has an output already", id)
			}
			answered[id] = calls[id] != ""
			delete(open, id)
		}
	}
	for i, f := range c.items {
		if at, ok := open[f.text("call_id")]; ok && at == i {
			c.broken("O1", c.place(i), "call %q has no output behind it", f.text("call_id"))
		}
	}
}

// kind is the type of an item; a message may leave it out.
func (f fields) kind() string {
	if f.null("type") && !f.null("role") {
		return "message"
	}
	return f.text("type")
}

// follows reports whether an item is of the kind that a thought leads to.
func (f fields) follows() bool {
	typ := f.kind()
	return typ == "message" && f.text("role") == "assistant" || outputOf[typ] != ""
}

func (c *checker) responsesMessage(place string, f fields) {
	role := f.text("role")
	switch role {
	case "user", "assistant", "system", "developer":
	default:
		c.broken("O10", place, "unknown role %q", role)
	}
	_, parts, err := f.content("content")
	switch {
	case err != nil:
		c.broken("O10", place, "%v", err)
	case f.null("content"):
		c.broken("O10", place, "the message has no content")
	}
	c.responsesParts(place+".content", parts)
}

func (c *checker) responsesParts(place string, parts []fields) {
	for j, p := range parts {
		at, typ := fmt.Sprintf("%s[%d]", place, j), p.text("type")
		known, ok := responsesParts[typ]
		if !ok {
			c.broken("O10", at, "unknown type %q", typ)
			continue
		}
		c.keys("O10", at, p, known...)
	}
}

func (c *checker) responsesCall(place, typ string, f fields) {
	if id := f.text("call_id"); id == "" || len(id) > 64 {
		c.broken("O6", place, "call id %.80q has %d characters: want 1 to 64", id, len(id))
	}
	if typ != "function_call" {
		return
	}
	if !f.null("id") {
		if id := f.text("id"); !strings.HasPrefix(id, "fc") || len(id) > 64 || strings.HasSuffix(id, "_") {
			c.broken("O6", place, "id %.80q: want fc at its start, no _ at its end, up to 64 characters", id)
		}
	}
	if f.text("name") == "" {
		c.broken("O10", place, "the call has no name")
	}
	if args := f["arguments"]; !isString(args) || !json.Valid([]byte(f.text("arguments"))) {
		c.broken("O7", place, "the arguments %.40q are not a string that holds JSON", args)
	}
}

func (c *checker) responsesOutput(place, typ string, f fields) {
	if typ == "tool_search_output" {
		return
	}
	_, parts, err := f.content("output")
	if err != nil || f.null("output") {
		c.broken("O7", place, "the output %.40q is neither a text nor a list", f["output"])
		return
	}
	c.responsesParts(place+".output", parts)
}
