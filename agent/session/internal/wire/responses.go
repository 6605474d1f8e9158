package wire

import (
	"strings"

	"github.com/toktee/toktee/result"
)

// ResponsesItem is an item of the input of OpenAI's Responses API. Its type decides which of the other fields it has.
type ResponsesItem struct {
	Type      string             `json:"type"` // message, reasoning, function_call or function_call_output
	ID        string             `json:"id,omitempty"`
	Role      string             `json:"role,omitempty"` // of message: user or assistant
	Content   *ResponsesContent  `json:"content,omitempty"`
	CallID    string             `json:"call_id,omitempty"`
	Name      string             `json:"name,omitempty"`
	Arguments string             `json:"arguments,omitempty"` // JSON
	Output    *ResponsesContent  `json:"output,omitempty"`
	Summary   []ResponsesSummary `json:"summary,omitzero"` // of reasoning: the API wants it, and takes an empty one
	Encrypted string             `json:"encrypted_content,omitempty"`
}

// ResponsesContent is the content of a message, or the output of a call.
type ResponsesContent = Content[ResponsesPart]

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

// Responses returns a conversation as the input of OpenAI's Responses API. Reasoning is sent if it is encrypted and
// its message or call follows. Otherwise it is left out, with the ids of the calls that depend on it.
func Responses(entries []Entry) []ResponsesItem {
	ids := callIDs(entries, maxID)
	var out []ResponsesItem
	for _, g := range groups(entries) {
		out = append(out, responsesSaid(g.said, ids)...)
		for _, e := range g.outputs {
			out = append(out, ResponsesItem{
				Type: "function_call_output", CallID: ids[e.Output.CallID], Output: responsesOutput(e.Output),
			})
		}
		for _, text := range g.user {
			out = append(out, responsesMessage("user", text))
		}
	}
	return out
}

func responsesMessage(role, text string) ResponsesItem {
	return ResponsesItem{Type: "message", Role: role, Content: &ResponsesContent{Text: text}}
}

func responsesSaid(said []Entry, ids map[string]string) []ResponsesItem {
	lacks := lacksReasoning(said)
	var out []ResponsesItem
	for i, e := range said {
		switch e.Kind {
		case KindText:
			out = append(out, responsesMessage("assistant", e.Text))
		case KindReasoning:
			if sendsReasoning(said, i) {
				out = append(out, ResponsesItem{
					Type: "reasoning", ID: e.Reasoning.ID, Summary: []ResponsesSummary{},
					Encrypted: e.Reasoning.Encrypted,
				})
			}
		case KindCall:
			it := ResponsesItem{
				Type: "function_call", CallID: ids[e.Call.ID], Name: toolName(e.Call.Name),
				Arguments: pairSurrogates(string(e.Call.Arguments)),
			}
			if !lacks && isFunctionCallID(e.Call.ItemID) {
				it.ID = e.Call.ItemID
			}
			out = append(out, it)
		}
	}
	return out
}

// lacksReasoning reports whether reasoning of a response is left out. The API refuses the ids of calls that follow it.
func lacksReasoning(said []Entry) bool {
	for i, e := range said {
		if e.Kind == KindReasoning && !sendsReasoning(said, i) {
			return true
		}
	}
	return false
}

// sendsReasoning reports whether the i-th part of a response is reasoning that the API takes back: its own, encrypted,
// and directly followed by its message or call.
func sendsReasoning(said []Entry, i int) bool {
	r := said[i].Reasoning
	followed := i+1 < len(said) && said[i+1].Kind != KindReasoning
	return followed && r.Provider == providerOpenAI && r.Encrypted != "" && isPlainID(r.ID, maxID)
}

// isFunctionCallID reports whether the API takes an id for a function_call item, such as "fc_68a1".
func isFunctionCallID(id string) bool {
	return strings.HasPrefix(id, "fc") && isPlainID(id, maxID) && !strings.HasSuffix(id, "_")
}

// responsesOutput returns the output of a call: a text if that is all, else parts.
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
