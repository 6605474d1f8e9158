package openairesponses

import (
	"testing"

	"github.com/toktee/toktee/agent/internal/decodertest"
	"github.com/toktee/toktee/agent/model"
)

// Servers that aren't OpenAI's write values in other ways.
func TestOtherServers(t *testing.T) {
	const begin = `{"type":"response.output_item.added","output_index":0,"item":{"type":"message"}}`
	decodertest.Check(t, newDecoder, []decodertest.Stream{
		{
			Name: "texts as arrays, and alone",
			Events: []string{
				`{"type":"response.output_item.done","output_index":0,"item":{"type":"reasoning","summary":["Hm"]}}`,
				`{"type":"response.output_item.done","output_index":1,"item":{"type":"message","content":"He"}}`,
				`{"type":"response.output_item.done","output_index":2,"item":{"type":"message","content":` +
					`[{"type":"output_text","text":[{"type":"text","text":"ll"}]},"o"]}}`,
				`{"type":"response.output_item.done","output_index":3,"item":{"type":"message","content":` +
					`{"type":"output_text","text":"!"}}}`,
				`{"type":"response.completed","response":{}}`,
			},
			Want: []string{"thought Hm", "text He", "text llo", "text !"},
		}, {
			Name: "pieces as arrays, and cut",
			Events: []string{
				begin,
				`{"type":"response.output_text.delta","output_index":0,"delta":[{"type":"output_text","text":"He"}]}`,
				`{"type":"response.output_text.delta","output_index":0.0,"delta":"llo"}`,
				`{"type":"response.output_text.annotation.added","output_index":0,"delta":{"url":"x"}}`,
			},
			Want: []string{"text Hello"},
		}, {
			Name: "numbers as ids, floats as counts",
			Events: []string{
				`{"type":"response.created","response":{"id":12345678901234567890}}`,
				`{"type":"response.output_item.added","output_index":0.0,"item":{` +
					`"type":"function_call","call_id":7,"id":8}}`,
				`{"type":"response.function_call_arguments.delta","output_index":0,"delta":{"x":1}}`,
				`{"type":"response.output_item.done","output_index":0,"item":{` +
					`"type":"function_call","call_id":7,"id":8,"name":"n","arguments":{"x":1}}}`,
				`{"type":"response.completed","response":{"usage":{"input_tokens":12.0,"output_tokens":"10",` +
					`"input_tokens_details":{"cached_tokens":3.0},"output_tokens_details":null}}}`,
			},
			ID: "12345678901234567890", Want: []string{`call 7 n {"x":1}`},
			Usage: model.Usage{Input: 12, CacheRead: 3, Output: 10},
		}, {
			Name:   "half a token",
			Events: []string{`{"type":"response.completed","response":{"usage":{"input_tokens":12.5}}}`},
			Error:  `event "message" can't be read: response.usage.input_tokens is 12.5, want a whole number: `,
		}, {
			Name: "a part that isn't a text",
			Events: []string{
				begin, `{"type":"response.output_text.delta","output_index":0,"delta":[{"type":"image"}]}`,
			},
			Error: `the delta of event response.output_text.delta can't be read: ` +
				`it is a part without a text, {"type":"image"}, want a text or an array of texts`,
		}, {
			Name:   "an id that is an object",
			Events: []string{`{"type":"response.created","response":{"id":{"a":1}}}`},
			Error:  `response.id is {"a":1}, want a text or a number`,
		}, {
			Name: "not JSON", Events: []string{`<html>`}, Error: `event "message" isn't JSON: "<html>"`,
		},
	})
}
