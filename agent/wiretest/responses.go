package wiretest

import (
	"fmt"

	"github.com/toktee/toktee/session"
)

func responsesEvents(n int, t Turn, piece int) []event {
	var out []event
	add := func(typ string, rest m) {
		rest["type"], rest["sequence_number"] = typ, len(out)
		out = append(out, event{typ, object(rest)})
	}
	id := fmt.Sprintf("resp_%d", n)
	response := func(status string, more m) m {
		r := m{"id": id, "object": "response", "status": status}
		for k, v := range more {
			r[k] = v
		}
		return m{"response": r}
	}
	add("response.created", response("in_progress", nil))
	add("response.in_progress", response("in_progress", nil))
	index := 0
	if t.Thought != "" {
		it := fmt.Sprintf("rs_%d", n)
		add("response.output_item.added", m{"output_index": index, "item": m{"type": "reasoning", "id": it, "summary": []any{}}})
		for _, p := range pieces(t.Thought, piece) {
			add("response.reasoning_summary_text.delta", m{"output_index": index, "item_id": it, "summary_index": 0, "delta": p})
		}
		add("response.output_item.done", m{"output_index": index, "item": m{"type": "reasoning", "id": it,
			"summary": []m{{"type": "summary_text", "text": t.Thought}}, "encrypted_content": fmt.Sprintf("ZW5jcnlwdGVk%d", n)}})
		index++
	}
	if t.Text != "" {
		it := fmt.Sprintf("msg_%d", n)
		add("response.output_item.added", m{"output_index": index, "item": m{"type": "message", "id": it, "role": "assistant", "status": "in_progress", "content": []any{}}})
		for _, p := range pieces(t.Text, piece) {
			add("response.output_text.delta", m{"output_index": index, "item_id": it, "content_index": 0, "delta": p})
		}
		add("response.output_text.done", m{"output_index": index, "item_id": it, "content_index": 0, "text": t.Text})
		add("response.output_item.done", m{"output_index": index, "item": m{"type": "message", "id": it, "role": "assistant", "status": "completed",
			"content": []m{{"type": "output_text", "text": t.Text, "annotations": []any{}}}}})
		index++
	}
	for i, c := range t.Calls {
		it := fmt.Sprintf("fc_%d_%d", n, i)
		call := m{"type": "function_call", "id": it, "call_id": callID(n, i, c), "name": c.Name, "arguments": "", "status": "in_progress"}
		add("response.output_item.added", m{"output_index": index, "item": call})
		for _, p := range pieces(c.Arguments, piece) {
			add("response.function_call_arguments.delta", m{"output_index": index, "item_id": it, "delta": p})
		}
		add("response.function_call_arguments.done", m{"output_index": index, "item_id": it, "arguments": c.Arguments})
		status := "completed"
		if t.stop() == session.StopLength && i == len(t.Calls)-1 {
			status = "incomplete"
		}
		add("response.output_item.done", m{"output_index": index, "item": m{"type": "function_call", "id": it, "call_id": callID(n, i, c), "name": c.Name,
			"arguments": c.Arguments, "status": status}})
		index++
	}
	usage := m{"input_tokens": 100, "output_tokens": 20, "total_tokens": 120}
	if t.stop() == session.StopLength {
		add("response.incomplete", response("incomplete", m{"incomplete_details": m{"reason": "max_output_tokens"}, "usage": usage}))
	} else {
		add("response.completed", response("completed", m{"usage": usage}))
	}
	return out
}

func responsesFailure(message string) event {
	return event{"response.failed", object(m{"type": "response.failed", "response": m{"id": "resp_failed", "status": "failed",
		"error": m{"code": "server_error", "message": message}}})}
}
