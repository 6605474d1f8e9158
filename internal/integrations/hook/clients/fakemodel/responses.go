package fakemodel

import (
	"encoding/json"
	"fmt"
	"strings"
)

// promptTokens is what answers of OpenAI's APIs state as the length of their requests: agents compact a conversation
// whose limit is lower.
const promptTokens = 20000

// readResponses reads a request of OpenAI Responses. Its tools may be among the input.
func readResponses(_ string, body []byte) (ask, error) {
	var b struct {
		Model  string
		Stream bool
		Tools  []tool
		Input  json.RawMessage

		Earlier  string `json:"previous_response_id"`
		Generate *bool
	}
	if err := json.Unmarshal(body, &b); err != nil {
		return ask{}, fmt.Errorf("a request of Responses: %w", err)
	}
	a := ask{model: b.Model, stream: b.Stream, tools: names(b.Tools), earlier: b.Earlier}
	a.silent = b.Generate != nil && !*b.Generate
	var items []struct {
		Type   string
		ID     string `json:"call_id"`
		Output json.RawMessage
		Tools  []tool
	}
	if json.Unmarshal(b.Input, &items) != nil {
		return a, nil // a text
	}
	for _, i := range items {
		switch {
		case i.Type == "compaction_trigger":
			a.compact = true
		case i.Type == "additional_tools":
			a.tools = append(a.tools, names(i.Tools)...)
		case strings.HasSuffix(i.Type, "_call_output"):
			a.results = append(a.results, Result{ID: i.ID, Text: textOf(i.Output)})
		}
	}
	return a, nil
}

// An item is one of an answer, and the same without the text that comes in pieces.
type item struct{ done, opening object }

// items returns those of the turn's answer.
func (t turn) items() []item {
	if t.silent {
		return nil
	}
	if t.compact {
		done := object{"type": "compaction", "id": "cmp_" + t.id, "encrypted_content": t.text}
		return []item{{done, done}}
	}
	if len(t.calls) == 0 {
		done := object{"type": "message", "id": "msg_done", "role": "assistant", "status": "completed"}
		opening := with(done, object{"status": "in_progress", "content": []any{}})
		text := object{"type": "output_text", "text": t.text, "annotations": []any{}}
		return []item{{with(done, object{"content": []any{text}}), opening}}
	}
	var list []item
	for _, c := range t.calls {
		done, empty := object{"call_id": c.id, "name": c.Name, "status": "completed"}, "arguments"
		if c.Input != "" {
			done, empty = with(done, object{"type": "custom_tool_call", "id": "ctc_" + c.id, "input": c.Input}), "input"
		} else {
			done = with(done, object{"type": "function_call", "id": "fc_" + c.id, "arguments": encoded(c.Args)})
		}
		if c.Namespace != "" {
			done["namespace"] = c.Namespace
		}
		list = append(list, item{done, with(done, object{"status": "in_progress", empty: ""})})
	}
	return list
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
	items := t.items()
	output := make([]any, len(items))
	for i, it := range items {
		output[i] = it.done
	}
	response := object{
		"id": "resp_" + t.id, "object": "response", "created_at": 1, "status": "in_progress", "model": t.model,
		"output": []any{}, "parallel_tool_calls": true, "tool_choice": "auto", "tools": []any{}, "usage": nil,
	}
	usage := object{
		"input_tokens": promptTokens, "output_tokens": 10, "total_tokens": promptTokens + 10,
		"input_tokens_details": object{"cached_tokens": 0}, "output_tokens_details": object{"reasoning_tokens": 0},
	}
	done := with(response, object{"status": "completed", "output": output, "usage": usage})
	if !t.stream {
		w.json(done)
		return
	}
	send := func(typ string, rest object) {
		w.event(typ, with(rest, object{"type": typ, "sequence_number": w.events}))
	}
	send("response.created", object{"response": response})
	for i, it := range items {
		of := object{"item_id": it.done["id"], "output_index": i}
		send("response.output_item.added", object{"output_index": i, "item": it.opening})
		switch it.done["type"] {
		case "message":
			empty := object{"type": "output_text", "text": "", "annotations": []any{}}
			send("response.content_part.added", with(of, object{"content_index": 0, "part": empty}))
			send("response.output_text.delta", with(of, object{"content_index": 0, "delta": t.text}))
			send("response.output_text.done", with(of, object{"content_index": 0, "text": t.text}))
		case "function_call":
			send("response.function_call_arguments.delta", with(of, object{"delta": it.done["arguments"]}))
			send("response.function_call_arguments.done", with(of, object{"arguments": it.done["arguments"]}))
		}
		send("response.output_item.done", object{"output_index": i, "item": it.done})
	}
	send("response.completed", object{"response": done})
}
