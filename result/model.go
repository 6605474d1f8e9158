package result

import "encoding/json"

// ModelMessage is all that a model may see of a result. Converters to a provider's wire format take this type, so that
// they can't reach details, metadata or the person's text. A field is added here only when a model should see it.
type ModelMessage struct {
	CallID  string
	IsError bool
	Text    string  // where there are blocks, that of the text blocks
	Blocks  []Block // nil where it is plain text
}

// ForModel returns what a model may see of the result.
func (r ToolResult) ForModel() ModelMessage {
	return ModelMessage{CallID: r.callID, IsError: r.IsError(), Text: r.llm.text, Blocks: r.Blocks()}
}

// ForModel returns what a model may see of the results, one message for each, in their order. The results stay as they
// are, for stores and frontends.
func ForModel(results []ToolResult) []ModelMessage {
	out := make([]ModelMessage, len(results))
	for i, r := range results {
		out[i] = r.ForModel()
	}
	return out
}

type modelWire struct {
	CallID  string  `json:"call_id"`
	IsError bool    `json:"is_error"`
	Content content `json:"content"`
}

// MarshalJSON implements [json.Marshaler]. The content is a string, or an array of blocks.
func (m ModelMessage) MarshalJSON() ([]byte, error) {
	w := modelWire{m.CallID, m.IsError, content{text: m.Text}}
	if len(m.Blocks) > 0 {
		w.Content.blocks = m.Blocks
	}
	return appendJSON(nil, w)
}

// UnmarshalJSON implements [json.Unmarshaler].
func (m *ModelMessage) UnmarshalJSON(src []byte) error {
	var w modelWire
	if err := json.Unmarshal(src, &w); err != nil {
		return err
	}
	*m = ModelMessage{w.CallID, w.IsError, w.Content.text, w.Content.blocks}
	return nil
}
