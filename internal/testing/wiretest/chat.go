package wiretest

import (
	"fmt"

	"github.com/toktee/toktee/agent/session"
)

var chatStops = map[session.StopReason]string{
	session.StopEnd: "stop", session.StopToolUse: "tool_calls", session.StopLength: "length",
}

// chatStream writes the chunks of an answer in the format of OpenAI Chat Completions.
type chatStream struct {
	id     string
	events []event
}

func (s *chatStream) chunk(choices []object, usage any) {
	s.events = append(s.events, event{"", encode(object{
		"id": s.id, "object": "chat.completion.chunk", "created": 0, "model": "scripted",
		"choices": choices, "usage": usage,
	})})
}

func (s *chatStream) delta(d object, finish any) {
	s.chunk([]object{{"index": 0, "delta": d, "finish_reason": finish}}, nil)
}

func chatEvents(n int, t Turn, piece int) []event {
	s := chatStream{id: fmt.Sprintf("chatcmpl-%d", n)}
	s.delta(object{"role": "assistant", "content": ""}, nil)
	for _, p := range pieces(t.Thought, piece) {
		s.delta(object{"reasoning_content": p}, nil)
	}
	for _, p := range pieces(t.Text, piece) {
		s.delta(object{"content": p}, nil)
	}
	for i, c := range t.Calls {
		s.delta(object{"tool_calls": []object{{
			"index": i, "id": callID(n, i, c), "type": "function", "function": object{"name": c.Name, "arguments": ""},
		}}}, nil)
		for _, p := range pieces(c.Arguments, piece) {
			s.delta(object{"tool_calls": []object{{"index": i, "function": object{"arguments": p}}}}, nil)
		}
	}
	s.delta(object{}, chatStops[t.stop()])
	s.chunk([]object{}, object{"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120})
	return append(s.events, event{"", "[DONE]"})
}

func chatFailure(message string) event {
	return event{"", encode(object{"error": object{"type": "server_error", "code": nil, "message": message}})}
}
