package wiretest

import (
	"fmt"

	"github.com/toktee/toktee/session"
)

var anthropicStops = map[session.StopReason]string{
	session.StopEnd: "end_turn", session.StopToolUse: "tool_use", session.StopLength: "max_tokens",
}

func anthropicEvents(n int, t Turn, piece int) []event {
	var out []event
	add := func(typ string, rest m) {
		rest["type"] = typ
		out = append(out, event{typ, object(rest)})
	}
	index := 0
	block := func(start m, deltas ...m) {
		add("content_block_start", m{"index": index, "content_block": start})
		for _, d := range deltas {
			add("content_block_delta", m{"index": index, "delta": d})
		}
		add("content_block_stop", m{"index": index})
		index++
	}
	add("message_start", m{"message": m{"id": fmt.Sprintf("msg_%d", n), "type": "message", "role": "assistant", "content": []any{}, "model": "scripted",
		"usage": m{"input_tokens": 100, "output_tokens": 1}}})
	if t.Thought != "" {
		var deltas []m
		for _, p := range pieces(t.Thought, piece) {
			deltas = append(deltas, m{"type": "thinking_delta", "thinking": p})
		}
		deltas = append(deltas, m{"type": "signature_delta", "signature": fmt.Sprintf("c2lnbmF0dXJl%d", n)})
		block(m{"type": "thinking", "thinking": "", "signature": ""}, deltas...)
	}
	add("ping", m{})
	if t.Text != "" {
		var deltas []m
		for _, p := range pieces(t.Text, piece) {
			deltas = append(deltas, m{"type": "text_delta", "text": p})
		}
		block(m{"type": "text", "text": ""}, deltas...)
	}
	for i, c := range t.Calls {
		deltas := []m{{"type": "input_json_delta", "partial_json": ""}}
		for _, p := range pieces(c.Arguments, piece) {
			deltas = append(deltas, m{"type": "input_json_delta", "partial_json": p})
		}
		block(m{"type": "tool_use", "id": callID(n, i, c), "name": c.Name, "input": m{}}, deltas...)
	}
	add("message_delta", m{"delta": m{"stop_reason": anthropicStops[t.stop()], "stop_sequence": nil}, "usage": m{"output_tokens": 20}})
	add("message_stop", m{})
	return out
}

func anthropicFailure(message string) event {
	return event{"error", object(m{"type": "error", "error": m{"type": "overloaded_error", "message": message}})}
}
