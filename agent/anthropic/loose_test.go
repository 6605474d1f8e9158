package anthropic

import (
	"testing"

	"github.com/toktee/toktee/agent/internal/decodertest"
	"github.com/toktee/toktee/agent/model"
)

// Gateways write values in other ways than the API does.
func TestOtherServers(t *testing.T) {
	end := `{"type":"message_delta","delta":{"stop_reason":"end_turn"}}`
	begin := `{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`
	decodertest.Check(t, newDecoder, []decodertest.Stream{
		{
			Name: "texts as arrays",
			Events: []string{
				`{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":[]}}`,
				`{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta",` +
					`"thinking":[{"type":"text","text":"Hm"},"m"]}}`,
				`{"type":"content_block_stop","index":0}`,
				`{"type":"content_block_start","index":1,"content_block":{"type":"text",` +
					`"text":[{"type":"text","text":"He"}]}}`,
				`{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":["ll","o"]}}`,
				`{"type":"content_block_stop","index":1}`,
				end, `{"type":"message_stop"}`,
			},
			Want: []string{"thought Hmm", "text Hello"},
		}, {
			Name: "numbers as ids, floats as counts",
			Events: []string{
				`{"type":"message_start","message":{"id":12345678901234567890,` +
					`"usage":{"input_tokens":12.0,"cache_read_input_tokens":"3","cache_creation_input_tokens":null}}}`,
				`{"type":"content_block_start","index":1.0,"content_block":{"type":"tool_use","id":7,"name":"n",` +
					`"input":{}}}`,
				`{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":{"x":1}}}`,
				`{"type":"content_block_stop","index":1}`,
				`{"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":1e1}}`,
				`{"type":"message_stop"}`,
			},
			ID: "12345678901234567890", Want: []string{`call 7 n {"x":1}`},
			Usage: model.Usage{Input: 15, CacheRead: 3, Output: 10},
		}, {
			Name: "arguments as a text, with the beginning",
			Events: []string{
				`{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"n",` +
					`"input":"{\"x\":1}"}}`,
				`{"type":"content_block_stop","index":0}`,
				end, `{"type":"message_stop"}`,
			},
			Want: []string{`call t n {"x":1}`},
		}, {
			Name:   "half a token",
			Events: []string{`{"type":"message_start","message":{"usage":{"input_tokens":12.5}}}`},
			Error:  `event "message" can't be read: message.usage.input_tokens is 12.5, want a whole number: `,
		}, {
			Name: "a part that isn't a text",
			Events: []string{
				begin, `{"type":"content_block_delta","delta":{"type":"text_delta","text":[{"type":"image"}]}}`,
			},
			Error: `delta.text is a part without a text, {"type":"image"}, want a text or an array of texts`,
		}, {
			Name:   "an id that is an object",
			Events: []string{`{"type":"message_start","message":{"id":{"a":1}}}`},
			Error:  `message.id is {"a":1}, want a text or a number`,
		}, {
			Name:   "a message that is a text",
			Events: []string{`{"type":"message_start","message":"x"}`},
			Error:  `message is string, want an object`,
		}, {
			Name: "not JSON", Events: []string{`<html>`}, Error: `event "message" isn't JSON: "<html>"`,
		},
	})
}
