package wire

// ChatOptions are for servers that are stricter than OpenAI's.
type ChatOptions struct {
	AssistantAfterTool bool // the user's message can't follow a tool's: one of the assistant is put between them
	ToolName           bool // messages of tools carry the tool's name
}

// ChatMessage is a message of OpenAI's Chat Completions API.
type ChatMessage struct {
	Role       string      `json:"role"` // user, assistant or tool
	Content    ChatContent `json:"content,omitzero"`
	ToolCalls  []ChatCall  `json:"tool_calls,omitempty"`
	ToolCallID string      `json:"tool_call_id,omitempty"`
	Name       string      `json:"name,omitempty"`
}

// ChatContent is the content of a message.
type ChatContent = Content[ChatPart]

// ChatPart is a text or an image.
type ChatPart struct {
	Type     string     `json:"type"` // text or image_url
	Text     string     `json:"text,omitempty"`
	ImageURL *ChatImage `json:"image_url,omitempty"`
}

// ChatImage is an image, as a data URL.
type ChatImage struct {
	URL string `json:"url"`
}

// ChatCall is a call of a tool.
type ChatCall struct {
	ID       string       `json:"id"`
	Type     string       `json:"type"` // function
	Function ChatFunction `json:"function"`
}

// ChatFunction is the called function.
type ChatFunction struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"` // JSON
}

// Chat returns a conversation as messages of OpenAI's Chat Completions API, without the system's message. A tool's
// message may only hold text, so the images of a group of results follow in one message of the user. Reasoning isn't
// sent.
func Chat(entries []Entry, o ChatOptions) []ChatMessage {
	c := chatConversation{options: o, ids: callIDs(entries, maxChatID), names: map[string]string{}}
	for _, g := range groups(entries) {
		c.said(g.said)
		c.results(g.outputs)
		for _, text := range g.user {
			c.user(ChatContent{Text: text})
		}
	}
	return c.messages
}

// chatConversation gathers messages.
type chatConversation struct {
	options  ChatOptions
	ids      map[string]string
	names    map[string]string // of tools, by the call's id
	messages []ChatMessage
}

// last returns the last message, or an empty one if there is none.
func (c *chatConversation) last() *ChatMessage {
	if len(c.messages) == 0 {
		return &ChatMessage{}
	}
	return &c.messages[len(c.messages)-1]
}

// said adds a response's text, to the message before if that is the assistant's too.
func (c *chatConversation) said(said []Entry) {
	m := ChatMessage{Role: "assistant"}
	for _, e := range said {
		switch e.Kind {
		case KindText:
			m.Content.Text = paragraphs(m.Content.Text, e.Text)
		case KindCall:
			name := toolName(e.Call.Name)
			c.names[e.Call.ID] = name
			m.ToolCalls = append(m.ToolCalls, ChatCall{
				ID: c.ids[e.Call.ID], Type: "function",
				Function: ChatFunction{Name: name, Arguments: pairSurrogates(string(e.Call.Arguments))},
			})
		}
	}
	switch last := c.last(); {
	case m.Content.IsZero() && m.ToolCalls == nil: // it was reasoning alone
	case last.Role == "assistant":
		last.Content.Text = paragraphs(last.Content.Text, m.Content.Text)
		last.ToolCalls = m.ToolCalls
	default:
		c.messages = append(c.messages, m)
	}
}

// results adds a tool's message for each result, then one message of the user with all their images.
func (c *chatConversation) results(outputs []Entry) {
	var images []ChatPart
	for _, e := range outputs {
		m := ChatMessage{Role: "tool", ToolCallID: c.ids[e.Output.CallID]}
		if c.options.ToolName {
			m.Name = c.names[e.Output.CallID]
		}
		named := false
		for _, b := range blocks(e.Output) {
			if !b.IsImage() {
				m.Content.Text = paragraphs(m.Content.Text, b.Text)
				continue
			}
			if !named {
				images = append(images, ChatPart{Type: "text", Text: "Images of tool call " + m.ToolCallID + ":"})
				named = true
			}
			images = append(images, ChatPart{Type: "image_url", ImageURL: &ChatImage{dataURL(b)}})
		}
		if m.Content.Text == "" {
			m.Content.Text = imageFollows
		}
		c.messages = append(c.messages, m)
	}
	if images != nil {
		c.user(ChatContent{Parts: images})
	}
}

// user adds the user's text, to the message before if that is the user's too.
func (c *chatConversation) user(content ChatContent) {
	last := c.last()
	switch {
	case last.Role != "user":
		if last.Role == "tool" && c.options.AssistantAfterTool {
			received := ChatContent{Text: "(results received)"}
			c.messages = append(c.messages, ChatMessage{Role: "assistant", Content: received})
		}
		c.messages = append(c.messages, ChatMessage{Role: "user", Content: content})
	case last.Content.Parts == nil && content.Parts == nil:
		last.Content.Text = paragraphs(last.Content.Text, content.Text)
	default:
		last.Content = ChatContent{Parts: append(chatParts(last.Content), chatParts(content)...)}
	}
}

func chatParts(c ChatContent) []ChatPart {
	if c.Parts != nil {
		return c.Parts
	}
	return []ChatPart{{Type: "text", Text: c.Text}}
}
