package wiretest

import (
	"fmt"

	"github.com/toktee/toktee/agent/session"
)

var anthropicStops = map[session.StopReason]string{
	session.StopEnd: "end_turn", session.StopToolUse: "tool_use", session.StopLength: "max_tokens",
}

// anthropicStream writes the events of an answer in the format of Anthropic Messages.
type anthropicStream struct {
	events []event
	index  int // of the next block
}

func (s *anthropicStream) add(typ string, rest object) {
	rest["type"] = typ
	s.events = append(s.events, event{typ, encode(rest)})
}

func (s *anthropicStream) block(start object, deltas ...object) {
	s.add("content_block_start", object{"index": s.index, "content_block": start})
	for _, d := range deltas {
		s.add("content_block_delta", object{"index": s.index, "delta": d})
	}
	s.add("content_block_stop", object{"index": s.index})
	s.index++
}

func anthropicEvents(n int, t Turn, piece int) []event {
	var s anthropicStream
	s.add("message_start", object{"message": object{
		"id": fmt.Sprintf("msg_%d", n), "type": "message", "role": "assistant", "content": []any{}, "model": "scripted",
		"usage": object{"input_tokens": 100, "output_tokens": 1},
	}})
	if t.Thought != "" {
		deltas := anthropicDeltas("thinking_delta", "thinking", t.Thought, piece)
		deltas = append(deltas, object{"type": "signature_delta", "signature": fmt.Sprintf("c2lnbmF0dXJl%d", n)})
		s.block(object{"type": "thinking", "thinking": "", "signature": ""}, deltas...)
	}
	s.add("ping", object{})
	if t.Text != "" {
		s.block(object{"type": "text", "text": ""}, anthropicDeltas("text_delta", "text", t.Text, piece)...)
	}
	for i, c := range t.Calls {
		deltas := []object{{"type": "input_json_delta", "partial_json": ""}}
		deltas = append(deltas, anthropicDeltas("input_json_delta", "partial_json", c.Arguments, piece)...)
		s.block(object{"type": "tool_use", "id": callID(n, i, c), "name": c.Name, "input": object{}}, deltas...)
	}
	s.add("message_delta", object{
		"delta": object{"stop_reason": anthropicStops[t.stop()], "stop_sequence": nil},
		"usage": object{"output_tokens": 20},
	})
	s.add("message_stop", object{})
	return s.events
}

// anthropicDeltas cuts a text into deltas of this type, which hold it in this field.
func anthropicDeltas(typ, field, text string, piece int) []object {
	var deltas []object
	for _, p := range pieces(text, piece) {
		deltas = append(deltas, object{"type": typ, field: p})
	}
	return deltas
}

func anthropicFailure(message string) event {
	return event{"error", encode(object{
		"type": "error", "error": object{"type": "overloaded_error", "message": message},
	})}
}
