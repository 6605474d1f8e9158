package openaichat

import "encoding/json"

// wireChunk has the fields that are read of a chunk. The last chunk before [DONE] has the usage, and no choices:
//
//	data: {"id":"c1","choices":[{"delta":{"content":"Hello"},"finish_reason":null}]}
//	data: {"id":"c1","choices":[],"usage":{"prompt_tokens":9,"completion_tokens":1}}
type wireChunk struct {
	ID      string `json:"id"`
	Choices []struct {
		Delta  wireDelta `json:"delta"`
		Finish string    `json:"finish_reason"`
	} `json:"choices"`
	Usage *struct {
		Prompt     int `json:"prompt_tokens"`
		Completion int `json:"completion_tokens"`
		In         struct {
			Cached int `json:"cached_tokens"`
		} `json:"prompt_tokens_details"`
		Out struct {
			Reasoning int `json:"reasoning_tokens"`
		} `json:"completion_tokens_details"`
	} `json:"usage"`
	Error json.RawMessage `json:"error"`
}

// failed reports whether the chunk is an error.
func (w wireChunk) failed() bool { return len(w.Error) > 0 && string(w.Error) != "null" }

// wireDelta is a piece of the answer.
type wireDelta struct {
	Content   string          `json:"content"`
	Refusal   string          `json:"refusal"`
	Reasoning string          `json:"reasoning_content"` // no part of OpenAI's format: other servers add it
	Thought   string          `json:"reasoning"`         // the same by another name
	Calls     []wireCallDelta `json:"tool_calls"`
}

// thought is the piece of reasoning, by either name.
func (w wireDelta) thought() string {
	if w.Reasoning != "" {
		return w.Reasoning
	}
	return w.Thought
}

// wireCallDelta is a piece of a call. The first piece has its id and name.
type wireCallDelta struct {
	Index    *int   `json:"index"`
	ID       string `json:"id"`
	Function struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"function"`
}

// argumentText is the text of a piece of arguments. Some servers send the object itself in place of its text.
func argumentText(raw json.RawMessage) string {
	var s string
	if len(raw) == 0 || string(raw) == "null" {
		return ""
	}
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	return string(raw)
}
