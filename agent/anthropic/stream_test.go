package anthropic

import (
	"testing"

	"github.com/toktee/toktee/agent/internal/decodertest"
)

// The seeds are a whole stream, and parts that servers send in an unusual way.
func FuzzStream(f *testing.F) {
	decodertest.Fuzz(f, newDecoder,
		decodertest.Events(
			"message_start\n"+`{"type":"message_start","message":{"id":"m","usage":{"input_tokens":3}}}`,
			`{"type":"content_block_start","index":0,"content_block":{"type":"text","text":"a"}}`,
			`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"b"}}`,
			`{"type":"content_block_stop","index":0}`,
			`{"type":"content_block_start","index":1,`+
				`"content_block":{"type":"tool_use","id":"t","name":"n","input":{"x":1}}}`,
			`{"type":"content_block_stop","index":1}`,
			`{"type":"message_delta","delta":{"stop_reason":"tool_use"}}`,
			`{"type":"message_stop"}`,
		),
		decodertest.Events(
			`{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"t","name":"n"}}`,
			`{"type":"content_block_stop","index":1}`,
			`{"type":"content_block_stop","index":1}`,
			`{"type":"content_block_start","index":1,"content_block":{"type":"text","text":"x"}}`,
			`{"type":"content_block_start","index":1,"content_block":{"type":"redacted_thinking","data":"x"}}`,
		),
		decodertest.Events(`{"type":"error","error":{"type":"overloaded_error","message":"m"}}`),
		decodertest.Events(`{"type":"message_stop"}`),
		decodertest.Events(`null`),
		decodertest.Events(`[]`),
		decodertest.Events(`{"type":"content_block_delta","index":-1}`),
	)
}
