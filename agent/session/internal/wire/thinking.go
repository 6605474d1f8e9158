package wire

import "slices"

// ThinkingFits reports whether messages can be sent with thinking switched on. If they end with results of calls, the
// API wants that the first message of these last steps starts with thinking, which the response of another provider's
// or another model doesn't have.
func ThinkingFits(messages []AnthropicMessage) bool {
	first := len(messages)
	for i := len(messages) - 1; i > 0 && messages[i].Content[0].Type == "tool_result"; i -= 2 {
		first = i - 1
	}
	return first == len(messages) || messages[first].Content[0].isThinking()
}

// WithoutThinking removes all thinking from the messages. With thinking switched off the API refuses it in the last
// steps, and ignores it elsewhere. No message becomes empty, since none consists of thinking alone.
func WithoutThinking(messages []AnthropicMessage) {
	for i, m := range messages {
		messages[i].Content = slices.DeleteFunc(m.Content, AnthropicBlock.isThinking)
	}
}

// MarkCache marks the end of the messages for the provider's cache, so that the next request, which starts with them,
// pays less for them.
func MarkCache(messages []AnthropicMessage) {
	if len(messages) == 0 {
		return
	}
	if blocks := messages[len(messages)-1].Content; len(blocks) > 0 {
		blocks[len(blocks)-1].CacheControl = &CacheControl{Type: "ephemeral"}
	}
}
