package openaichat

import (
	"cmp"
	"encoding/json"

	"github.com/toktee/toktee/agent/internal/call"
)

// wireChunk has the fields that are read of a chunk. The last chunk before [DONE] has the usage, and no choices:
//
//	data: {"id":"c1","choices":[{"delta":{"content":"Hello"},"finish_reason":null}]}
//	data: {"id":"c1","choices":[],"usage":{"prompt_tokens":9,"completion_tokens":1}}
type wireChunk struct {
	ID      call.ID      `json:"id"`
	Choices []wireChoice `json:"choices"`
	Usage   *struct {
		Prompt     call.Count `json:"prompt_tokens"`
		Completion call.Count `json:"completion_tokens"`
		In         struct {
			Cached call.Count `json:"cached_tokens"`
		} `json:"prompt_tokens_details"`
		Out struct {
			Reasoning call.Count `json:"reasoning_tokens"`
		} `json:"completion_tokens_details"`
	} `json:"usage"`
	Error json.RawMessage `json:"error"`
}

func (w wireChunk) failed() bool { return len(w.Error) > 0 && string(w.Error) != "null" }

// wireChoice is a piece of one of several answers. Requests ask for one, so all pieces have the same index.
type wireChoice struct {
	Index  call.Count `json:"index"`
	Delta  wireDelta  `json:"delta"`
	Finish string     `json:"finish_reason"`
}

// wireDelta is a piece of the answer.
type wireDelta struct {
	Content   call.Content    `json:"content"`
	Refusal   call.Text       `json:"refusal"`
	Reasoning call.Text       `json:"reasoning_content"` // no part of OpenAI's format: other servers add it
	Thought   call.Text       `json:"reasoning"`         // the same by another name
	Calls     []wireCallDelta `json:"tool_calls"`
}

// thought returns the piece of reasoning, by any of its names.
func (w wireDelta) thought() string {
	return cmp.Or(string(w.Reasoning), string(w.Thought), w.Content.Thought)
}

// wireCallDelta is a piece of a call. The first piece has its id and name.
type wireCallDelta struct {
	Index    *call.Count `json:"index"`
	ID       call.ID     `json:"id"`
	Function struct {
		Name      string         `json:"name"`
		Arguments call.Arguments `json:"arguments"`
	} `json:"function"`
}
