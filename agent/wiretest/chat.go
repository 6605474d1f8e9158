package wiretest

import (
	"fmt"

	"github.com/toktee/toktee/session"
)

var chatStops = map[session.StopReason]string{
	session.StopEnd: "stop", session.StopToolUse: "tool_calls", session.StopLength: "length",
}

func chatEvents(n int, t Turn, piece int) []event {
	var out []event
	chunk := func(choices []m, usage any) {
		out = append(out, event{"", object(m{"id": fmt.Sprintf("chatcmpl-%d", n), "object": "chat.completion.chunk", "created": 0, "model": "scripted",
			"choices": choices, "usage": usage})})
	}
	delta := func(d m, finish any) { chunk([]m{{"index": 0, "delta": d, "finish_reason": finish}}, nil) }
	delta(m{"role": "assistant", "content": ""}, nil)
	for _, p := range pieces(t.Thought, piece) {
		delta(m{"reasoning_content": p}, nil)
	}
	for _, p := range pieces(t.Text, piece) {
		delta(m{"content": p}, nil)
	}
	for i, c := range t.Calls {
		delta(m{"tool_calls": []m{{"index": i, "id": callID(n, i, c), "type": "function", "function": m{"name": c.Name, "arguments": ""}}}}, nil)
		for _, p := range pieces(c.Arguments, piece) {
			delta(m{"tool_calls": []m{{"index": i, "function": m{"arguments": p}}}}, nil)
		}
	}
	delta(m{}, chatStops[t.stop()])
	chunk([]m{}, m{"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120})
	return append(out, event{"", "[DONE]"})
}

func chatFailure(message string) event {
	return event{"", object(m{"error": m{"type": "server_error", "code": nil, "message": message}})}
}
