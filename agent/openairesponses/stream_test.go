package openairesponses

import (
	"testing"

	"github.com/toktee/toktee/agent/internal/call"
	"github.com/toktee/toktee/agent/internal/decodertest"
	"github.com/toktee/toktee/agent/model"
)

func FuzzStream(f *testing.F) {
	for _, s := range streams {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, stream string) {
		decodertest.Check(t, stream, func(emit func(model.Event)) call.Decoder { return &decoder{emit: emit} })
	})
}

// streams are whole ones, and parts that servers send in an unusual way.
var streams = []string{
	"data: {\"type\":\"response.created\",\"response\":{\"id\":\"r\"}}\n\n" +
		"data: {\"type\":\"response.output_item.added\",\"output_index\":0,\"item\":{\"type\":\"message\"}}\n\n" +
		"data: {\"type\":\"response.output_text.delta\",\"output_index\":0,\"delta\":\"a\"}\n\n" +
		"data: {\"type\":\"response.output_item.done\",\"output_index\":0,\"item\":{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"a\"}]}}\n\n" +
		"data: {\"type\":\"response.output_item.done\",\"output_index\":1,\"item\":{\"type\":\"function_call\",\"call_id\":\"t\",\"id\":\"fc_1\",\"name\":\"n\",\"arguments\":\"{}\"}}\n\n" +
		"data: {\"type\":\"response.completed\",\"response\":{\"id\":\"r\",\"usage\":{\"input_tokens\":1}}}\n\n",
	"data: {\"type\":\"response.output_item.added\",\"output_index\":0,\"item\":{\"type\":\"function_call\",\"name\":\"n\"}}\n\n" +
		"data: {\"type\":\"response.function_call_arguments.delta\",\"output_index\":0,\"delta\":\"{\"}\n\ndata: {\"type\":\"response.output_text.delta\",\"output_index\":0,\"delta\":\"a\"}\n\n",
	"data: {\"type\":\"response.failed\",\"response\":{\"error\":null}}\n\n", "data: {\"type\":\"error\",\"code\":\"server_error\",\"message\":\"m\"}\n\n",
	"data: {\"type\":\"response.incomplete\"}\n\n", "data: {\"type\":\"response.function_call_arguments.delta\",\"output_index\":7,\"delta\":\"{\"}\n\n", "data: null\n\n",
}
