package result

// ModelMessage is all that a model may see of a result. Converters to a provider's wire format take this type, so that
// they can't reach details, metadata or the person's text. A field is added here only when a model should see it.
type ModelMessage struct {
	CallID  string
	IsError bool
	Text    string  // where there are blocks, the text of the text blocks, joined by line feeds
	Blocks  []Block // nil for plain text
}

// ForModel returns what a model may see of the result. The result stays as it is, for stores and frontends.
func (r ToolResult) ForModel() ModelMessage {
	return ModelMessage{CallID: r.callID, IsError: r.Failed(), Text: r.llm.text, Blocks: r.Blocks()}
}
