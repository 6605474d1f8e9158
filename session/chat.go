package session

import "github.com/toktee/toktee/result"

// ChatOptions are for servers that are stricter than OpenAI's. Nil is the zero ChatOptions.
type ChatOptions struct {
	AssistantAfterTool bool // a message of the assistant stands between a tool's and the user's
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

// ChatContent is a text, or where there are parts, those. In JSON it is a string or an array.
type ChatContent struct {
	Text  string
	Parts []ChatPart
}

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

// ChatFunction is what is called.
type ChatFunction struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"` // JSON
}

// IsZero reports whether there is no content, which is then left out.
func (c ChatContent) IsZero() bool { return c.Text == "" && len(c.Parts) == 0 }

// MarshalJSON implements [json.Marshaler].
func (c ChatContent) MarshalJSON() ([]byte, error) {
	if len(c.Parts) > 0 {
		return encode(c.Parts)
	}
	return encode(c.Text)
}

// Chat is the view as messages of OpenAI's Chat Completions API, behind the system message that the caller may put
// before them. The API takes no images from tools: those of a group of results stand in one user message behind it. It
// knows no errors either: what failed is for the text to say. Thought isn't sent.
func (v View) Chat(o *ChatOptions) []ChatMessage {
	if o == nil {
		o = &ChatOptions{}
	}
	c := chat{o: o, ids: callIDs(v.entries, 40), names: map[string]string{}}
	for _, g := range groups(v.entries) {
		c.said(g.said)
		c.results(g.outputs)
		for _, text := range g.user {
			c.user(ChatContent{Text: text})
		}
	}
	return c.out
}

// chat makes messages.
type chat struct {
	o     *ChatOptions
	ids   map[string]string
	names map[string]string // of tools, by the call's id
	out   []ChatMessage
}

func (c *chat) last() *ChatMessage {
	if len(c.out) == 0 {
		return &ChatMessage{}
	}
	return &c.out[len(c.out)-1]
}

func (c *chat) said(said []Entry) {
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
				Function: ChatFunction{Name: name, Arguments: whole(string(e.Call.Arguments))},
			})
		}
	}
	switch last := c.last(); {
	case m.Content.IsZero() && m.ToolCalls == nil:
	case last.Role == "assistant":
		last.Content.Text = paragraphs(last.Content.Text, m.Content.Text)
		last.ToolCalls = m.ToolCalls
	default:
		c.out = append(c.out, m)
	}
}

func (c *chat) results(outputs []Entry) {
	var images []ChatPart
	for _, e := range outputs {
		m := ChatMessage{Role: "tool", ToolCallID: c.ids[e.Output.CallID]}
		if c.o.ToolName {
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
		c.out = append(c.out, m)
	}
	if images != nil {
		c.user(ChatContent{Parts: images})
	}
}

// user appends what the user says, to the message before if that is the user's too.
func (c *chat) user(content ChatContent) {
	last := c.last()
	switch {
	case last.Role != "user":
		if last.Role == "tool" && c.o.AssistantAfterTool {
			c.out = append(c.out, ChatMessage{Role: "assistant", Content: ChatContent{Text: "(results received)"}})
		}
		c.out = append(c.out, ChatMessage{Role: "user", Content: content})
	case last.Content.Parts == nil && content.Parts == nil:
		last.Content.Text = paragraphs(last.Content.Text, content.Text)
	default:
		last.Content = ChatContent{Parts: append(last.Content.parts(), content.parts()...)}
	}
}

func (c ChatContent) parts() []ChatPart {
	if c.Parts != nil {
		return c.Parts
	}
	return []ChatPart{{Type: "text", Text: c.Text}}
}

// paragraphs are both texts, a blank line between two.
func paragraphs(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n\n" + b
}

func dataURL(b result.Block) string { return "data:" + b.MediaType + ";base64," + b.Data }
