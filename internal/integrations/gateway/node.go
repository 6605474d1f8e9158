package gateway

// A node is a value of a conversation: a message, a part of one, a call or a result. It has the members of all formats;
// each format knows which ones mean something. Other members are skipped.
type node struct {
	text span // of a string: the string itself; of an object: its text

	kind, role, name string
	id               string // its own
	answers          string // the id of the call that it belongs to
	isError          bool
	args             span   // of a call: an object, or a string with one
	items            []node // of an array; of an object: its content
	content          span   // of an object whose content is a string
	calls            []node // of a message
	call, result     *node  // of a part of Gemini
}

// maxNesting is the depth of the values that are read. The deepest one with a meaning is a text in the content of a
// result in the content of a message.
const maxNesting = 8

// maxNodes is the number of values that are read of a request, which bounds their memory. One with more isn't read.
const maxNodes = 100_000

// node reads the next value.
func (c *cursor) node(depth int) (n node) {
	first := c.peek()
	if c.nodes++; c.nodes > maxNodes {
		c.bad = true
		return n
	}
	switch {
	case depth == maxNesting:
		c.value()
	case first == '"':
		n.text = c.value()
	case first == '[':
		c.array(func() {
			switch c.peek() {
			case '"', '{', '[':
				n.items = append(n.items, c.node(depth+1))
			default:
				c.value() // numbers and the like mean nothing
			}
		})
	case first == '{':
		c.object(func(name string) { c.member(&n, name, depth+1) })
	default:
		c.value()
	}
	return n
}

// member reads a member of a node.
func (c *cursor) member(n *node, name string, depth int) {
	switch name {
	case "type":
		n.kind = c.string()
	case "role":
		n.role = c.string()
	case "name":
		n.name = c.string()
	case "id":
		n.id = c.string()
	case "tool_use_id", "tool_call_id", "call_id":
		n.answers = c.string()
	case "is_error":
		n.isError = string(c.value().of(c.b)) == "true"
	case "text":
		n.text = c.value()
	case "input", "arguments", "args", "action":
		n.args = c.value()
	case "content", "output", "parts":
		v := c.node(depth)
		n.items, n.content = v.items, v.text
	case "error": // of Gemini
		n.content, n.isError = c.value(), true
	case "tool_calls":
		n.calls = c.node(depth).items
	case "function", "functionCall", "function_call":
		v := c.node(depth)
		n.call = &v
	case "functionResponse", "function_response", "response":
		v := c.node(depth)
		n.result = &v
	default:
		c.value()
	}
}

// string reads a string, "" for another value.
func (c *cursor) string() string { return stringAt(c.b, c.value()) }

// texts returns the texts of a message or a result: its content, or the texts among its parts.
func (n *node) texts(b []byte) []span {
	if isString(b, n.content) {
		return []span{n.content}
	}
	var list []span
	for i := range n.items {
		if text := n.items[i].text; isString(b, text) {
			list = append(list, text)
		}
	}
	return list
}
