package anthropic

import (
	"slices"

	"github.com/toktee/toktee/session"
)

// withoutThought are the messages without thought, which the API refuses behind the last answer when thinking is off, and
// ignores elsewhere.
func withoutThought(messages []session.AnthropicMessage) []session.AnthropicMessage {
	for i, m := range messages {
		messages[i].Content = slices.DeleteFunc(m.Content, isThought)
	}
	return messages
}

func isThought(b session.AnthropicBlock) bool {
	return b.Type == "thinking" || b.Type == "redacted_thinking"
}
