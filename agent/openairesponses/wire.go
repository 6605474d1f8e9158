package openairesponses

import (
	"encoding/json"
	"strings"
)

// wireEvent has the fields that are read of an event. Its type says which of them are set:
//
//	data: {"type":"response.output_text.delta","output_index":0,"delta":"Hello"}
type wireEvent struct {
	Type     string          `json:"type"`
	Index    int             `json:"output_index"`
	Delta    json.RawMessage `json:"delta"`
	Item     wireItem        `json:"item"`
	Response struct {
		ID         string          `json:"id"`
		Error      json.RawMessage `json:"error"`
		Incomplete struct {
			Reason string `json:"reason"`
		} `json:"incomplete_details"`
		Usage *struct {
			Input  int `json:"input_tokens"`
			Output int `json:"output_tokens"`
			In     struct {
				Cached int `json:"cached_tokens"`
			} `json:"input_tokens_details"`
			Out struct {
				Reasoning int `json:"reasoning_tokens"`
			} `json:"output_tokens_details"`
		} `json:"usage"`
	} `json:"response"`
}

// text is the event's piece of text, "" if it has none.
func (w wireEvent) text() string {
	var s string
	_ = json.Unmarshal(w.Delta, &s) // some kinds of events have an object here
	return s
}

// failure is what the provider reports of a response that failed, in the form of an error event.
func (w wireEvent) failure() []byte {
	reason := string(w.Response.Error)
	if reason == "" || reason == "null" {
		reason = `"the response failed"`
	}
	return []byte(`{"error":` + reason + `}`)
}

// wireItem is a part of the answer: a message, reasoning or a call.
type wireItem struct {
	Type      string        `json:"type"`
	ID        string        `json:"id"`
	Status    string        `json:"status"` // "incomplete" if the limit of tokens cut it
	CallID    string        `json:"call_id"`
	Name      string        `json:"name"`
	Arguments string        `json:"arguments"`
	Encrypted string        `json:"encrypted_content"`
	Content   []wireContent `json:"content"`
	Summary   []wireContent `json:"summary"`
}

type wireContent struct {
	Type    string `json:"type"`
	Text    string `json:"text"`
	Refusal string `json:"refusal"`
}

// thought is the text of an item of reasoning: its summary, or the reasoning itself if a server shows it.
func (it wireItem) thought() string {
	parts := it.Summary
	if len(parts) == 0 {
		parts = it.Content
	}
	texts := make([]string, len(parts))
	for i, p := range parts {
		texts[i] = p.Text
	}
	return strings.Join(texts, "\n\n")
}
