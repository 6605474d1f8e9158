package fakemodel

import (
	"encoding/json"
	"fmt"
	"strings"
)

func readMessages(_ string, body []byte) (ask, error) {
	var b struct {
		Model    string
		Stream   bool
		Tools    []tool
		Messages []struct{ Content json.RawMessage }
	}
	if err := json.Unmarshal(body, &b); err != nil {
		return ask{}, fmt.Errorf("a request of Messages: %w", err)
	}
	a := ask{model: b.Model, stream: b.Stream, tools: names(b.Tools)}
	for _, m := range b.Messages {
		var blocks []struct {
			Type, Text string
			ID         string `json:"tool_use_id"`
			Content    json.RawMessage
			Error      bool `json:"is_error"`
		}
		if json.Unmarshal(m.Content, &blocks) != nil {
			continue // a text
		}
		var results []Result
		var beside []string
		for _, c := range blocks {
			switch c.Type {
			case "tool_result":
				results = append(results, Result{ID: c.ID, Text: textOf(c.Content), Error: c.Error})
			case "text":
				beside = append(beside, c.Text)
			}
		}
		for i := range results {
			results[i].Beside = strings.Join(beside, "\n")
		}
		a.results = append(a.results, results...)
	}
	return a, nil
}

// writeMessages writes a turn in the format of Anthropic Messages.
func writeMessages(w *writer, t turn) {
	type part struct{ start, delta, block object }
	parts, stop := []part{{
		object{"type": "text", "text": ""}, object{"type": "text_delta", "text": t.text},
		object{"type": "text", "text": t.text},
	}}, "end_turn"
	if len(t.calls) > 0 {
		parts, stop = nil, "tool_use"
	}
	for _, c := range t.calls {
		block := object{"type": "tool_use", "id": "toolu_" + c.id, "name": c.Name, "input": c.Args}
		delta := object{"type": "input_json_delta", "partial_json": encoded(c.Args)}
		parts = append(parts, part{with(block, object{"input": object{}}), delta, block})
	}
	message := func(content []any, stop any) object {
		return object{
			"id": "msg_" + t.id, "type": "message", "role": "assistant", "model": t.model, "content": content,
			"stop_reason": stop, "stop_sequence": nil, "usage": object{"input_tokens": 100, "output_tokens": 10},
		}
	}
	if !t.stream {
		content := make([]any, len(parts))
		for i, p := range parts {
			content[i] = p.block
		}
		w.json(message(content, stop))
		return
	}
	send := func(typ string, rest object) {
		rest["type"] = typ
		w.event(typ, rest)
	}
	send("message_start", object{"message": message([]any{}, nil)})
	for i, p := range parts {
		send("content_block_start", object{"index": i, "content_block": p.start})
		send("content_block_delta", object{"index": i, "delta": p.delta})
		send("content_block_stop", object{"index": i})
	}
	send("message_delta", object{
		"delta": object{"stop_reason": stop, "stop_sequence": nil}, "usage": object{"output_tokens": 10},
	})
	send("message_stop", object{})
}
