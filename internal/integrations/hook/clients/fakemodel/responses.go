package fakemodel

import (
	"encoding/json"
	"fmt"
	"strings"
)

// readResponses reads a request of OpenAI Responses. Its tools may be among the input.
func readResponses(_ string, body []byte) (ask, error) {
	var b struct {
		Model  string
		Stream bool
		Tools  []tool
		Input  json.RawMessage
	}
	if err := json.Unmarshal(body, &b); err != nil {
		return ask{}, fmt.Errorf("a request of Responses: %w", err)
	}
	a := ask{model: b.Model, stream: b.Stream, tools: names(b.Tools)}
	var items []struct {
		Type   string
		Output json.RawMessage
		Tools  []tool
	}
	if json.Unmarshal(b.Input, &items) != nil {
		return a, nil // a text
	}
	for _, i := range items {
		switch {
		case i.Type == "additional_tools":
			a.tools = append(a.tools, names(i.Tools)...)
		case strings.HasSuffix(i.Type, "_call_output"):
			a.results = append(a.results, Result{Text: textOf(i.Output)})
		}
	}
	return a, nil
}

// item returns the item of the turn's answer, and the same without the text that comes in pieces.
func (t turn) item() (item, opening object) {
	if t.call == nil {
		item = object{"type": "message", "id": "msg_done", "role": "assistant", "status": "completed"}
		opening = with(item, object{"status": "in_progress", "content": []any{}})
		text := object{"type": "output_text", "text": Done, "annotations": []any{}}
		return with(item, object{"content": []any{text}}), opening
	}
	item = object{"call_id": t.id, "name": t.call.Name, "status": "completed"}
	if t.call.Input != "" {
		item = with(item, object{"type": "custom_tool_call", "id": "ctc_" + t.id, "input": t.call.Input})
		return item, with(item, object{"status": "in_progress", "input": ""})
	}
	item = with(item, object{"type": "function_call", "id": "fc_" + t.id, "arguments": encoded(t.call.Args)})
	if t.call.Namespace != "" {
		item["namespace"] = t.call.Namespace
	}
	return item, with(item, object{"status": "in_progress", "arguments": ""})
}

func with(o, members object) object {
	out := make(object, len(o)+len(members))
	for k, v := range o {
		out[k] = v
	}
	for k, v := range members {
		out[k] = v
	}
	return out
}

// writeResponses writes a turn in the format of OpenAI Responses.
func writeResponses(w *writer, t turn) {
	item, opening := t.item()
	response := object{
		"id": "resp_" + t.id, "object": "response", "created_at": 1, "status": "in_progress", "model": t.model,
		"output": []any{}, "parallel_tool_calls": true, "tool_choice": "auto", "tools": []any{}, "usage": nil,
	}
	usage := object{
		"input_tokens": 100, "output_tokens": 10, "total_tokens": 110,
		"input_tokens_details": object{"cached_tokens": 0}, "output_tokens_details": object{"reasoning_tokens": 0},
	}
	done := with(response, object{"status": "completed", "output": []any{item}, "usage": usage})
	if !t.stream {
		w.json(done)
		return
	}
	send := func(typ string, rest object) {
		w.event(typ, with(rest, object{"type": typ, "sequence_number": w.events}))
	}
	of := object{"item_id": item["id"], "output_index": 0}
	send("response.created", object{"response": response})
	send("response.output_item.added", object{"output_index": 0, "item": opening})
	switch {
	case t.call == nil:
		empty := object{"type": "output_text", "text": "", "annotations": []any{}}
		send("response.content_part.added", with(of, object{"content_index": 0, "part": empty}))
		send("response.output_text.delta", with(of, object{"content_index": 0, "delta": Done}))
		send("response.output_text.done", with(of, object{"content_index": 0, "text": Done}))
	case t.call.Input == "":
		send("response.function_call_arguments.delta", with(of, object{"delta": item["arguments"]}))
		send("response.function_call_arguments.done", with(of, object{"arguments": item["arguments"]}))
	}
	send("response.output_item.done", object{"output_index": 0, "item": item})
	send("response.completed", object{"response": done})
}
