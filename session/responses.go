package session

// ResponsesItem is an item of the input of OpenAI's Responses API; its type says which fields it has.
type ResponsesItem struct {
	Type      string             `json:"type"` // message, reasoning, function_call or function_call_output
	ID        string             `json:"id,omitempty"`
	Role      string             `json:"role,omitempty"` // of message: user or assistant
	Content   *ResponsesContent  `json:"content,omitempty"`
	CallID    string             `json:"call_id,omitempty"`
	Name      string             `json:"name,omitempty"`
	Arguments string             `json:"arguments,omitempty"` // JSON
	Output    *ResponsesContent  `json:"output,omitempty"`
	Summary   []ResponsesSummary `json:"summary,omitzero"` // of reasoning: there, and may be empty
	Encrypted string             `json:"encrypted_content,omitempty"`
}

// ResponsesContent is a text, or where there are parts, those. In JSON it is a string or an array.
type ResponsesContent struct {
	Text  string
	Parts []ResponsesPart
}

// ResponsesPart is a text or an image.
type ResponsesPart struct {
	Type     string `json:"type"` // input_text or input_image
	Text     string `json:"text,omitempty"`
	ImageURL string `json:"image_url,omitempty"` // a data URL
}

// ResponsesSummary is a part of a summary of reasoning.
type ResponsesSummary struct {
	Type string `json:"type"` // summary_text
	Text string `json:"text"`
}

// MarshalJSON implements [json.Marshaler].
func (c ResponsesContent) MarshalJSON() ([]byte, error) {
	if len(c.Parts) > 0 {
		return encode(c.Parts)
	}
	return encode(c.Text)
}

// Responses is the view as the input of OpenAI's Responses API, to be sent whole (with store false, and without
// previous_response_id).
func (v View) Responses() []ResponsesItem { return nil }
