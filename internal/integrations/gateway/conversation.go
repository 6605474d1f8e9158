package gateway

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
)

// A conversation is what a request shows of one: the results of tools in their order, with the calls that they answer.
type conversation struct {
	body    []byte
	results []toolResult
	calls   map[string]call
	unnamed []call         // of a format without ids: calls that have no result yet
	equal   map[string]int // and how many equal ones have had one

	model   string
	names   span   // the value that names the session
	opening []span // the system prompt, and the texts before the model's first message
	said    span   // the last text
	begun   bool   // there is a message of the model
}

// A call is a call of a tool by the model.
type call struct {
	name string
	args span // an object, or a string with one
}

// A toolResult is the result of a tool, with the places of its texts.
type toolResult struct {
	id     string // of its call; begins with # in a format without ids
	call   call
	known  bool   // the call is in this request
	texts  []span // JSON strings
	failed bool   // the client states that the call failed
	latest bool   // the model hasn't answered since
	said   span   // the last text before it
}

// A format reads a member of a request into a conversation.
type format func(c *conversation, cur *cursor, member string)

// read reads the conversation of a request. ok is false for a body that isn't a JSON object.
func (f format) read(body []byte) (c *conversation, ok bool) {
	c = &conversation{body: body, calls: map[string]call{}, equal: map[string]int{}}
	cur := &cursor{b: body}
	cur.object(func(name string) { f(c, cur, name) })
	return c, !cur.bad && cur.peek() == 0
}

// messages reads a request of Anthropic's Messages.
//
//	{"messages":[
//	 {"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"Bash","input":{"command":"ls"}}]},
//	 {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"go.mod\n"}]}]}
func messages(c *conversation, cur *cursor, member string) {
	switch member {
	case "messages":
		cur.array(func() {
			m := cur.node(0)
			isModels := m.role == "assistant"
			if isModels {
				c.message(&m)
			}
			for i := range m.items {
				switch p := &m.items[i]; p.kind {
				case "tool_use":
					c.called(p.id, call{p.name, p.args})
				case "tool_result":
					c.result(p.answers, p)
				}
			}
			if isModels {
				c.answered() // also results that the provider has put there
			} else {
				c.message(&m)
			}
		})
	case "metadata":
		c.names = cur.value()
	default:
		c.other(cur, member)
	}
}

// chat reads a request of Chat Completions.
//
//	{"messages":[
//	 {"role":"assistant","tool_calls":[
//	  {"id":"call_1","function":{"name":"bash","arguments":"{\"command\":\"ls\"}"}}]},
//	 {"role":"tool","tool_call_id":"call_1","content":"go.mod\n"}]}
func chat(c *conversation, cur *cursor, member string) {
	if member != "messages" {
		c.other(cur, member)
		return
	}
	cur.array(func() {
		m := cur.node(0)
		if m.role == "tool" {
			c.result(m.answers, &m)
			return
		}
		c.message(&m)
		for i := range m.calls {
			if f := m.calls[i].call; f != nil {
				c.called(m.calls[i].id, call{f.name, f.args})
			}
		}
	})
}

// responses reads a request of Responses, and a message of its WebSocket.
//
//	{"input":[
//	 {"type":"function_call","call_id":"call_1","name":"shell","arguments":"{\"command\":\"ls\"}"},
//	 {"type":"function_call_output","call_id":"call_1","output":"go.mod\n"}]}
func responses(c *conversation, cur *cursor, member string) {
	switch {
	case member == "input" && cur.peek() == '[':
		cur.array(func() {
			switch it := cur.node(0); {
			case strings.HasSuffix(it.kind, "_call_output"):
				c.result(it.answers, &it)
			case strings.HasSuffix(it.kind, "_call"):
				c.called(it.answers, call{it.name, it.args})
			case it.role == "": // of the model, or a reference to something of it
				c.answered()
			default:
				c.message(&it)
			}
		})
	case member == "input":
		c.text(cur.value())
	case member == "prompt_cache_key":
		c.names = cur.value()
	default:
		c.other(cur, member)
	}
}

// gemini reads a request of Gemini's generateContent. Code Assist has it as the member "request".
//
//	{"contents":[
//	 {"role":"model","parts":[{"functionCall":{"id":"c1","name":"run_shell_command","args":{"command":"ls"}}}]},
//	 {"role":"user","parts":[
//	  {"functionResponse":{"id":"c1","name":"run_shell_command","response":{"output":"go.mod"}}}]}]}
func gemini(c *conversation, cur *cursor, member string) {
	if member == "request" && cur.peek() == '{' {
		cur.object(func(name string) { generate(c, cur, name) })
		return
	}
	generate(c, cur, member)
}

func generate(c *conversation, cur *cursor, member string) {
	switch {
	case member == "contents":
		cur.array(func() {
			m := cur.node(0)
			c.message(&m)
			for i := range m.items {
				switch p := &m.items[i]; {
				case p.call != nil:
					c.called(p.call.id, call{p.call.name, p.call.args})
				case p.result != nil && p.result.result != nil:
					c.functionResponse(p.result)
				}
			}
		})
	case member == "session_id":
		c.names = cur.value()
	default:
		c.other(cur, member)
	}
}

// functionResponse notes a result of Gemini. One without an id answers the first call of the same name that has no
// result yet. Its id is made of that call and the number of equal calls before, which a compaction rarely changes.
func (c *conversation) functionResponse(p *node) {
	id := p.id
	if id == "" {
		var made call
		i := slices.IndexFunc(c.unnamed, func(made call) bool { return made.name == p.name })
		if i >= 0 {
			made = c.unnamed[i]
			c.unnamed = slices.Delete(c.unnamed, i, i+1)
		}
		sum := sha256.Sum256([]byte(p.name + " " + string(made.args.of(c.body))))
		id = "#" + hex.EncodeToString(sum[:8])
		c.equal[id]++
		id += "." + strconv.Itoa(c.equal[id])
		if i >= 0 {
			c.calls[id] = made
		}
	}
	c.result(id, p.result)
}

// other reads a member of a request that several formats have.
func (c *conversation) other(cur *cursor, member string) {
	switch member {
	case "model":
		c.model = cur.string()
	case "system", "instructions", "systemInstruction", "system_instruction":
		n := cur.node(0)
		c.opening = append(append(c.opening, n.texts(c.body)...), n.text)
	default:
		cur.value()
	}
}

// message notes the texts of a message. One of the model means that it has received all results before.
func (c *conversation) message(m *node) {
	switch m.role {
	case "assistant", "model":
		c.answered()
	case "system", "developer":
		if !c.begun {
			c.opening = append(c.opening, m.texts(c.body)...)
		}
		return
	}
	for _, text := range m.texts(c.body) {
		c.text(text)
	}
}

func (c *conversation) text(at span) {
	if !isString(c.body, at) || at.to-at.from == 2 {
		return
	}
	if !c.begun {
		c.opening = append(c.opening, at)
	}
	c.said = at
}

// answered notes that the model has written something: it has received all results before.
func (c *conversation) answered() {
	c.begun = true
	for i := len(c.results) - 1; i >= 0 && c.results[i].latest; i-- {
		c.results[i].latest = false
	}
}

// called notes a call of the model.
func (c *conversation) called(id string, made call) {
	c.answered()
	if id == "" {
		c.unnamed = append(c.unnamed, made)
		return
	}
	c.calls[id] = made
}

// result notes the result of a call.
func (c *conversation) result(id string, n *node) {
	r := toolResult{id: id, texts: n.texts(c.body), failed: n.isError, latest: true, said: c.said}
	r.call, r.known = c.calls[id]
	c.results = append(c.results, r)
}
