package openairesponses

import (
	"encoding/json"
	"strings"

	"github.com/toktee/toktee/agent/internal/call"
)

// wireEvent has the fields that are read of an event. Its type decides which of them are set:
//
//	data: {"type":"response.output_text.delta","output_index":0,"delta":"Hello"}
type wireEvent struct {
	Type     string          `json:"type"`
	Index    call.Count      `json:"output_index"`
	Delta    json.RawMessage `json:"delta"`
	Item     wireItem        `json:"item"`
	Response struct {
		ID         call.ID         `json:"id"`
		Error      json.RawMessage `json:"error"`
		Incomplete struct {
			Reason string `json:"reason"`
		} `json:"incomplete_details"`
		Usage *struct {
			Input  call.Count `json:"input_tokens"`
			Output call.Count `json:"output_tokens"`
			In     struct {
				Cached call.Count `json:"cached_tokens"`
			} `json:"input_tokens_details"`
			Out struct {
				Reasoning call.Count `json:"reasoning_tokens"`
			} `json:"output_tokens_details"`
		} `json:"usage"`
	} `json:"response"`
}

// text returns the event's piece of text, "" if it has none. Only some kinds of events have a text there.
func (w wireEvent) text() (string, error) {
	if len(w.Delta) == 0 {
		return "", nil
	}
	what := "the delta of event " + w.Type
	if w.Type == "response.function_call_arguments.delta" {
		var s call.Arguments
		err := call.Decode(what, string(w.Delta), &s)
		return string(s), err
	}
	var s call.Text
	err := call.Decode(what, string(w.Delta), &s)
	return string(s), err
}

// failure returns the provider's report about a failed response, in the form of an error event.
func (w wireEvent) failure() []byte {
	reason := string(w.Response.Error)
	if reason == "" || reason == "null" {
		reason = `"the response failed"`
	}
	return []byte(`{"error":` + reason + `}`)
}

// wireItem is a part of the answer: a message, reasoning or a call.
type wireItem struct {
	Type      string         `json:"type"`
	ID        call.ID        `json:"id"`
	Status    string         `json:"status"` // "incomplete" if the limit of tokens cut it
	CallID    call.ID        `json:"call_id"`
	Name      string         `json:"name"`
	Arguments call.Arguments `json:"arguments"`
	Encrypted string         `json:"encrypted_content"`
	Content   wireContents   `json:"content"`
	Summary   wireContents   `json:"summary"`
}

// wireContents are the parts of an item. Some servers send a text or a single part in place of the list.
type wireContents []wireContent

// UnmarshalJSON implements [json.Unmarshaler].
func (w *wireContents) UnmarshalJSON(src []byte) error {
	if src[0] == '[' || src[0] == 'n' {
		return json.Unmarshal(src, (*[]wireContent)(w))
	}
	*w = make(wireContents, 1)
	return json.Unmarshal(src, &(*w)[0])
}

type wireContent struct {
	Type    string    `json:"type"`
	Text    call.Text `json:"text"`
	Refusal call.Text `json:"refusal"`
}

// UnmarshalJSON implements [json.Unmarshaler]. A text alone is a part, too.
func (w *wireContent) UnmarshalJSON(src []byte) error {
	if src[0] != '{' {
		return json.Unmarshal(src, &w.Text)
	}
	type fields wireContent
	return json.Unmarshal(src, (*fields)(w))
}

// thought returns the text of an item of reasoning: its summary, or the reasoning itself if a server shows it.
func (it wireItem) thought() string {
	parts := it.Summary
	if len(parts) == 0 {
		parts = it.Content
	}
	texts := make([]string, len(parts))
	for i, p := range parts {
		texts[i] = string(p.Text)
	}
	return strings.Join(texts, "\n\n")
}
