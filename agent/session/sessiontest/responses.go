package sessiontest

import (
	"fmt"
	"strings"
)

// The rules of OpenAI's Responses API:
//
//	O1   a call has one output, somewhere after it
//	O2   an output has a call before it, unless previous_response_id is used
//	O3   the output is of the call's kind
//	O4   reasoning is directly followed by its result: a message of the assistant, or a call
//	O6   ids of function_call items start with fc, have up to 64 characters and don't end in _; call ids have 1 to 64
//	     characters and are unique
//	O7   an output is a text or a list, and arguments are a string that holds JSON
//	O9   the system's text comes first
//	O10  there are no unknown types, roles or fields
//
// O5, that the id of a call is dropped with its reasoning, can't be seen here. O8 is about the place of made-up
// outputs.

// outputOf is the type of the output, by the type of the call.
var outputOf = map[string]string{
	"function_call":    "function_call_output",
	"local_shell_call": "function_call_output",
	"custom_tool_call": "custom_tool_call_output",
	"tool_search_call": "tool_search_output",
}

// responsesKeys are the fields of items, by type.
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

// responsesPartKeys are the fields of a content's parts, by type.
var responsesPartKeys = map[string][]string{
	"input_text":  {"type", "text"},
	"input_image": {"type", "image_url", "file_id", "detail"},
	"input_file":  {"type", "file_id", "file_data", "file_url", "filename", "detail"},
	"output_text": {"type", "text", "annotations", "logprobs"},
	"refusal":     {"type", "refusal"},
}

// responsesCalls are the calls of a request so far, by their call ids.
type responsesCalls struct {
	types    map[string]string
	answered map[string]bool
	open     map[string]int // the place of a call that has no output yet
}

// responses checks a request to OpenAI's Responses API.
func (c *checker) responses() {
	c.leadSystem("O9")
	calls := responsesCalls{types: map[string]string{}, answered: map[string]bool{}, open: map[string]int{}}
	for i, f := range c.items {
		place, typ := c.place(i), f.itemType()
		if responsesKeys[typ] == nil {
			c.broken("O10", place, "unknown type %q", typ)
			continue
		}
		c.keys("O10", place, f, responsesKeys[typ]...)
		switch {
		case typ == "message":
			c.responsesMessage(place, f)
		case typ == "reasoning":
			c.responsesReasoning(i)
		case outputOf[typ] != "":
			c.responsesCall(place, typ, f)
			c.responsesCallID(i, typ, &calls)
		case strings.HasSuffix(typ, "_output"):
			c.responsesOutput(place, typ, f)
			c.responsesAnswer(place, typ, f.text("call_id"), &calls)
		}
	}
	for i, f := range c.items {
		if at, ok := calls.open[f.text("call_id")]; ok && at == i {
			c.broken("O1", c.place(i), "call %q has no output after it", f.text("call_id"))
		}
	}
}

// itemType returns the type of an item, which a message may leave out.
func (f fields) itemType() string {
	if f.null("type") && !f.null("role") {
		return "message"
	}
	return f.text("type")
}

// followsReasoning reports whether an item is of a kind that reasoning leads to.
func (f fields) followsReasoning() bool {
	typ := f.itemType()
	return typ == "message" && f.text("role") == "assistant" || outputOf[typ] != ""
}

// responsesReasoning checks a reasoning item and that the item after it belongs to it.
func (c *checker) responsesReasoning(i int) {
	if i+1 == len(c.items) || !c.items[i+1].followsReasoning() {
		c.broken("O4", c.place(i), "the thought is not followed by what it led to")
	}
	if !strings.HasPrefix(string(c.items[i]["summary"]), "[") {
		c.broken("O10", c.place(i), "the thought has no list of summaries")
	}
}

// responsesCallID records a call, which waits for its output from here on.
func (c *checker) responsesCallID(i int, typ string, calls *responsesCalls) {
	id := c.items[i].text("call_id")
	if calls.types[id] != "" {
		c.broken("O6", c.place(i), "call id %q was used before", id)
	}
	calls.types[id], calls.open[id], calls.answered[id] = typ, i, false
}

// responsesAnswer takes an output as the answer to a call.
func (c *checker) responsesAnswer(place, typ, id string, calls *responsesCalls) {
	call := calls.types[id]
	switch {
	case call == "" && c.body.null("previous_response_id"):
		c.broken("O2", place, "no call %q comes before", id)
	case call != "" && outputOf[call] != typ:
		c.broken("O3", place, "a %s answers a %s", typ, call)
	case calls.answered[id]:
		c.broken("O1", place, "call %q has an output already", id)
	}
	calls.answered[id] = call != ""
	delete(calls.open, id)
}

// responsesMessage checks the role and the content of a message.
func (c *checker) responsesMessage(place string, f fields) {
	switch role := f.text("role"); role {
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

// responsesParts checks the parts of a message's content or of an output.
func (c *checker) responsesParts(place string, parts []fields) {
	for j, p := range parts {
		at, typ := fmt.Sprintf("%s[%d]", place, j), p.text("type")
		if responsesPartKeys[typ] == nil {
			c.broken("O10", at, "unknown type %q", typ)
			continue
		}
		c.keys("O10", at, p, responsesPartKeys[typ]...)
	}
}

func (c *checker) responsesCall(place, typ string, f fields) {
	if id := f.text("call_id"); id == "" || len(id) > 64 {
		c.broken("O6", place, "call id %.80q has %d characters: want 1 to 64", id, len(id))
	}
	if typ != "function_call" {
		return
	}
	if id := f.text("id"); !f.null("id") && !isFunctionCallID(id) {
		c.broken("O6", place, "id %.80q: want fc at its start, no _ at its end, up to 64 characters", id)
	}
	if f.text("name") == "" {
		c.broken("O10", place, "the call has no name")
	}
	if !f.holdsJSON("arguments") {
		c.broken("O7", place, "the arguments %.40q are not a string that holds JSON", f["arguments"])
	}
}

// isFunctionCallID reports whether the API takes an id for a function_call item, such as "fc_68a1".
func isFunctionCallID(id string) bool {
	return strings.HasPrefix(id, "fc") && len(id) <= 64 && !strings.HasSuffix(id, "_")
}

func (c *checker) responsesOutput(place, typ string, f fields) {
	if typ == "tool_search_output" {
		return // its tools aren't messages
	}
	_, parts, err := f.content("output")
	if err != nil || f.null("output") {
		c.broken("O7", place, "the output %.40q is neither a text nor a list", f["output"])
		return
	}
	c.responsesParts(place+".output", parts)
}
