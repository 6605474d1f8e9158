package anthropic

import "github.com/toktee/toktee/agent/internal/call"

// wireEvent has the fields that are read of an event. Its type decides which of them are set:
//
//	data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hello"}}
type wireEvent struct {
	Type    string     `json:"type"`
	Index   call.Count `json:"index"`
	Message struct {
		ID    call.ID   `json:"id"`
		Usage wireUsage `json:"usage"`
	} `json:"message"`
	Block struct {
		Type      string         `json:"type"`
		ID        call.ID        `json:"id"`
		Name      string         `json:"name"`
		Text      call.Text      `json:"text"`
		Thinking  call.Text      `json:"thinking"`
		Signature string         `json:"signature"`
		Data      string         `json:"data"`
		Input     call.Arguments `json:"input"`
	} `json:"content_block"`
	Delta struct {
		Type       string         `json:"type"`
		Text       call.Text      `json:"text"`
		Thinking   call.Text      `json:"thinking"`
		Signature  string         `json:"signature"`
		Partial    call.Arguments `json:"partial_json"`
		StopReason string         `json:"stop_reason"`
	} `json:"delta"`
	Usage wireUsage `json:"usage"`
}

// arguments returns those of a call that come with its beginning. The API sends an empty object there; some gateways
// send all arguments at once.
func (w wireEvent) arguments() string {
	if w.Block.Input == "{}" {
		return ""
	}
	return string(w.Block.Input)
}

// wireUsage counts tokens. Input leaves out what came from a cache or was written to it.
type wireUsage struct {
	Input      call.Count `json:"input_tokens"`
	CacheRead  call.Count `json:"cache_read_input_tokens"`
	CacheWrite call.Count `json:"cache_creation_input_tokens"`
	Output     call.Count `json:"output_tokens"`
}
