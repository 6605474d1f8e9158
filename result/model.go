package result

// ModelMessage holds the parts of a result that a model may see. Converters to a provider's wire format take this type,
// so that they can't reach details, metadata or the person's text. Add a field here only if a model should see it.
type ModelMessage struct {
	CallID  string
	IsError bool
	Text    string  // if there are blocks, the text of the text blocks, joined by line feeds
	Blocks  []Block // nil for plain text
}

// ForModel returns the parts of the result that a model may see. The result stays unchanged, for stores and frontends.
func (r ToolResult) ForModel() ModelMessage {
	return ModelMessage{CallID: r.callID, IsError: r.Failed(), Text: r.llm.text, Blocks: r.Blocks()}
}
