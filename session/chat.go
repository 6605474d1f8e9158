package session

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
// before them.
func (v View) Chat(o *ChatOptions) []ChatMessage { return nil }
