package session

import (
	"strings"

	"github.com/toktee/toktee/result"
)

// ResponsesItem is an item of the input of OpenAI's Responses API; its type says which fields it has.
type ResponsesItem struct {
	Type      string             `json:"type"` // message, reasoning, function_call or function_call_output
	ID        string             `json:"id,omitempty"`
	Role      string             `json:"role,omitempty"` // of message: user or assistant
	Content   *ResponsesContent  `json:"content,omitempty"`
	CallID    string             `json:"call_id,omitempty"`
	Name      string             `json:"name,omitempty"`
	Arguments string             `json:"arguments,omitempty"` // JSON
	Output    *ResponsesContent  `json:"output,omitempty"`
	Summary   []ResponsesSummary `json:"summary,omitzero"` // of reasoning: there, and may be empty
	Encrypted string             `json:"encrypted_content,omitempty"`
}

// ResponsesContent is a text, or where there are parts, those. In JSON it is a string or an array.
type ResponsesContent struct {
	Text  string
	Parts []ResponsesPart
}

// ResponsesPart is a text or an image.
type ResponsesPart struct {
	Type     string `json:"type"` // input_text or input_image
	Text     string `json:"text,omitempty"`
	ImageURL string `json:"image_url,omitempty"` // a data URL
}

// ResponsesSummary is a part of a summary of reasoning.
type ResponsesSummary struct {
	Type string `json:"type"` // summary_text
	Text string `json:"text"`
}

// MarshalJSON implements [json.Marshaler].
func (c ResponsesContent) MarshalJSON() ([]byte, error) {
	if len(c.Parts) > 0 {
		return encode(c.Parts)
	}
	return encode(c.Text)
}

// Responses is the view as the input of OpenAI's Responses API, to be sent whole (with store false, and without
// previous_response_id). Thought is sent where it is encrypted and what it led to follows; else the ids of what hangs on it
// are left out too. The API knows no errors: what failed is for the text to say.
func (v View) Responses() []ResponsesItem {
	ids := callIDs(v.entries, 64)
	var out []ResponsesItem
	for _, g := range groups(v.entries) {
		out = append(out, responsesSaid(g.said, ids)...)
		for _, e := range g.outputs {
			out = append(out, ResponsesItem{Type: "function_call_output", CallID: ids[e.Output.CallID], Output: responsesOutput(e.Output)})
		}
		for _, text := range g.user {
			out = append(out, ResponsesItem{Type: "message", Role: "user", Content: &ResponsesContent{Text: text}})
		}
	}
	return out
}

func responsesSaid(said []Entry, ids map[string]string) []ResponsesItem {
	keep := make([]bool, len(said))
	gap := false
	for i, e := range said {
		if e.Kind == KindReasoning {
			t := e.Thought
			keep[i] = t.Provider == providerOpenAI && t.Encrypted != "" && plainID(t.ID, 64) &&
				i+1 < len(said) && said[i+1].Kind != KindReasoning
			gap = gap || !keep[i]
		}
	}
	var out []ResponsesItem
	for i, e := range said {
		switch e.Kind {
		case KindText:
			out = append(out, ResponsesItem{Type: "message", Role: "assistant", Content: &ResponsesContent{Text: e.Text}})
		case KindReasoning:
			if keep[i] {
				out = append(out, ResponsesItem{Type: "reasoning", ID: e.Thought.ID, Summary: []ResponsesSummary{}, Encrypted: e.Thought.Encrypted})
			}
		case KindCall:
			it := ResponsesItem{
				Type: "function_call", CallID: ids[e.Call.ID], Name: toolName(e.Call.Name),
				Arguments: whole(string(e.Call.Arguments)),
			}
			if id := e.Call.ItemID; !gap && strings.HasPrefix(id, "fc") && plainID(id, 64) && !strings.HasSuffix(id, "_") {
				it.ID = id
			}
			out = append(out, it)
		}
	}
	return out
}

func responsesOutput(m *result.ModelMessage) *ResponsesContent {
	all := blocks(m)
	if len(all) == 1 && !all[0].IsImage() {
		return &ResponsesContent{Text: all[0].Text}
	}
	c := &ResponsesContent{}
	for _, b := range all {
		if !b.IsImage() {
			c.Parts = append(c.Parts, ResponsesPart{Type: "input_text", Text: b.Text})
		} else {
			c.Parts = append(c.Parts, ResponsesPart{Type: "input_image", ImageURL: dataURL(b)})
		}
	}
	return c
}
