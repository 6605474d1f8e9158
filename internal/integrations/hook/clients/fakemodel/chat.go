package fakemodel

import (
	"encoding/json"
	"fmt"
	"io"
)

func readChat(_ string, body []byte) (ask, error) {
	var b struct {
		Model    string
		Stream   bool
		Tools    []tool
		Messages []struct {
			Role    string
			ID      string `json:"tool_call_id"`
			Content json.RawMessage
		}
	}
	if err := json.Unmarshal(body, &b); err != nil {
		return ask{}, fmt.Errorf("a request of Chat Completions: %w", err)
	}
	a := ask{model: b.Model, stream: b.Stream, tools: names(b.Tools)}
	for _, m := range b.Messages {
		if m.Role == "tool" {
			a.results = append(a.results, Result{ID: m.ID, Text: textOf(m.Content)})
		}
	}
	return a, nil
}

// writeChat writes a turn in the format of OpenAI Chat Completions.
func writeChat(w *writer, t turn) {
	message, finish := object{"role": "assistant", "content": t.text}, "stop"
	var calls []any
	for i, c := range t.calls {
		function := object{"name": c.Name, "arguments": encoded(c.Args)}
		calls = append(calls, object{"index": i, "id": c.id, "type": "function", "function": function})
		finish = "tool_calls"
		message = object{"role": "assistant", "content": nil, "tool_calls": calls}
	}
	answer := object{"id": "chatcmpl-" + t.id, "created": 1, "model": t.model}
	usage := object{"prompt_tokens": promptTokens, "completion_tokens": 10, "total_tokens": promptTokens + 10}
	if !t.stream {
		choice := object{"index": 0, "finish_reason": finish, "message": message}
		w.json(with(answer, object{"object": "chat.completion", "usage": usage, "choices": []any{choice}}))
		return
	}
	chunk := func(delta object, finish any) {
		choice := object{"index": 0, "delta": delta, "finish_reason": finish}
		w.event("", with(answer, object{"object": "chat.completion.chunk", "choices": []any{choice}}))
	}
	if calls == nil {
		chunk(object{"role": "assistant", "content": ""}, nil)
		chunk(object{"content": t.text}, nil)
	} else {
		chunk(object{"role": "assistant", "content": nil}, nil)
		chunk(object{"tool_calls": calls}, nil)
	}
	chunk(object{}, finish)
	w.event("", with(answer, object{"object": "chat.completion.chunk", "choices": []any{}, "usage": usage}))
	_, _ = io.WriteString(w, "data: [DONE]\n\n")
}
