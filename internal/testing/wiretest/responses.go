package wiretest

import (
	"fmt"
	"maps"

	"github.com/toktee/toktee/agent/session"
)

// responsesStream writes the events of an answer in the format of OpenAI Responses.
type responsesStream struct {
	n      int // the request's index
	piece  int
	events []event
	index  int // of the next item
}

func (s *responsesStream) add(typ string, rest object) {
	rest["type"], rest["sequence_number"] = typ, len(s.events)
	s.events = append(s.events, event{typ, encode(rest)})
}

// response adds an event about the response as a whole.
func (s *responsesStream) response(typ, status string, more object) {
	r := object{"id": fmt.Sprintf("resp_%d", s.n), "object": "response", "status": status}
	maps.Copy(r, more)
	s.add(typ, object{"response": r})
}

// A responsesItem is one item of an answer.
type responsesItem struct {
	begun object // the item when it begins
	whole object // the fields that differ in the whole item

	text        string // streams in pieces
	delta       string // the type of the events with a piece
	deltaFields object // their further fields
	done        string // the type of the event with the whole text; "" if there is none
	doneField   string // its field with the text
}

// item writes an item: its beginning, its text in pieces, its text, and the whole.
func (s *responsesStream) item(it responsesItem) {
	s.add("response.output_item.added", object{"output_index": s.index, "item": it.begun})
	fields := func(field, text string) object {
		e := object{"output_index": s.index, "item_id": it.begun["id"], field: text}
		maps.Copy(e, it.deltaFields)
		return e
	}
	for _, p := range pieces(it.text, s.piece) {
		s.add(it.delta, fields("delta", p))
	}
	if it.done != "" {
		s.add(it.done, fields(it.doneField, it.text))
	}
	maps.Copy(it.begun, it.whole)
	s.add("response.output_item.done", object{"output_index": s.index, "item": it.begun})
	s.index++
}

func (s *responsesStream) thought(text string) {
	s.item(responsesItem{
		begun: object{"type": "reasoning", "id": fmt.Sprintf("rs_%d", s.n), "summary": []any{}},
		whole: object{
			"summary":           []object{{"type": "summary_text", "text": text}},
			"encrypted_content": fmt.Sprintf("ZW5jcnlwdGVk%d", s.n),
		},
		text: text, delta: "response.reasoning_summary_text.delta", deltaFields: object{"summary_index": 0},
	})
}

func (s *responsesStream) text(text string) {
	s.item(responsesItem{
		begun: object{
			"type": "message", "id": fmt.Sprintf("msg_%d", s.n), "role": "assistant", "status": "in_progress",
			"content": []any{},
		},
		whole: object{
			"status":  "completed",
			"content": []object{{"type": "output_text", "text": text, "annotations": []any{}}},
		},
		text: text, delta: "response.output_text.delta", deltaFields: object{"content_index": 0},
		done: "response.output_text.done", doneField: "text",
	})
}

func (s *responsesStream) call(i int, c Call, status string) {
	s.item(responsesItem{
		begun: object{
			"type": "function_call", "id": fmt.Sprintf("fc_%d_%d", s.n, i), "call_id": callID(s.n, i, c),
			"name": c.Name, "arguments": "", "status": "in_progress",
		},
		whole: object{"arguments": c.Arguments, "status": status},
		text:  c.Arguments, delta: "response.function_call_arguments.delta",
		done: "response.function_call_arguments.done", doneField: "arguments",
	})
}

func responsesEvents(n int, t Turn, piece int) []event {
	s := responsesStream{n: n, piece: piece}
	s.response("response.created", "in_progress", nil)
	s.response("response.in_progress", "in_progress", nil)
	if t.Thought != "" {
		s.thought(t.Thought)
	}
	if t.Text != "" {
		s.text(t.Text)
	}
	cut := t.stop() == session.StopLength
	for i, c := range t.Calls {
		status := "completed"
		if cut && i == len(t.Calls)-1 {
			status = "incomplete"
		}
		s.call(i, c, status)
	}
	usage := object{"input_tokens": 100, "output_tokens": 20, "total_tokens": 120}
	if cut {
		reason := object{"reason": "max_output_tokens"}
		s.response("response.incomplete", "incomplete", object{"incomplete_details": reason, "usage": usage})
	} else {
		s.response("response.completed", "completed", object{"usage": usage})
	}
	return s.events
}

func responsesFailure(message string) event {
	return event{"response.failed", encode(object{"type": "response.failed", "response": object{
		"id": "resp_failed", "status": "failed", "error": object{"code": "server_error", "message": message},
	}})}
}
