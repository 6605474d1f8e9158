package openaichat

import (
	"testing"

	"github.com/toktee/toktee/agent/internal/decodertest"
	"github.com/toktee/toktee/agent/model"
)

// Servers that aren't OpenAI's write values in other ways.
func TestOtherServers(t *testing.T) {
	const end = `{"choices":[{"delta":{},"finish_reason":"stop"}]}`
	decodertest.Check(t, newDecoder, []decodertest.Stream{
		{
			Name: "content as an array, with thoughts as Mistral writes them",
			Events: []string{
				`{"choices":[{"delta":{"role":"assistant","content":[{"type":"thinking",` +
					`"thinking":[{"type":"text","text":"Hm"}]}]},"finish_reason":null}]}`,
				`{"choices":[{"delta":{"content":[{"type":"text","text":"He"},{"type":"text","text":"ll"}]}}]}`,
				`{"choices":[{"delta":{"content":"o"}}]}`,
				end, `[DONE]`,
			},
			Want: []string{"thought Hm", "text Hello"},
		}, {
			Name: "reasoning as an array",
			Events: []string{
				`{"choices":[{"delta":{"content":null,"reasoning_content":[{"type":"text","text":"Hm"}]}}]}`,
				`{"choices":[{"delta":{"content":[],"reasoning":{"text":"m"}}}]}`,
				`{"choices":[{"delta":{"content":{"type":"text","text":"Hello"}},"finish_reason":"stop"}]}`,
			},
			Want: []string{"thought Hmm", "text Hello"},
		}, {
			Name: "numbers as ids, floats as counts",
			Events: []string{
				`{"id":12345678901234567890,"choices":[{"index":0.0,"delta":{"tool_calls":[{"index":0.0,"id":7,` +
					`"function":{"name":"n","arguments":"{\"x\""}}]}}]}`,
				`{"id":12345678901234567890,"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":7,` +
					`"function":{"arguments":":1}"}}]},"finish_reason":"tool_calls"}]}`,
				`{"choices":[],"usage":{"prompt_tokens":12.0,"completion_tokens":"10",` +
					`"prompt_tokens_details":{"cached_tokens":3.0},` +
					`"completion_tokens_details":{"reasoning_tokens":null}}}`,
				`[DONE]`,
			},
			ID: "12345678901234567890", Want: []string{`call 7 n {"x":1}`},
			Usage: model.Usage{Input: 12, CacheRead: 3, Output: 10},
		}, {
			Name: "pieces of one chunk",
			Events: []string{
				`{"choices":[{"index":0,"delta":{"content":"He"}},{"index":0,"delta":{"content":"llo"}}]}`,
				end, `[DONE]`,
			},
			Want: []string{"text Hello"},
		}, {
			Name: "one answer, with another number",
			Events: []string{
				`{"choices":[{"index":1,"delta":{"content":"Hello"}}]}`,
				`{"choices":[{"index":1,"delta":{},"finish_reason":"stop"}]}`, `[DONE]`,
			},
			Want: []string{"text Hello"},
		}, {
			Name: "several answers",
			Events: []string{
				`{"choices":[{"index":0,"delta":{"content":"Hello"}}]}`,
				`{"choices":[{"index":1,"delta":{"content":"Good morning"}}]}`,
			},
			Want: []string{"text Hello"}, Error: "there are several answers, choices 0 and 1: want one",
		}, {
			Name:   "several answers in one chunk",
			Events: []string{`{"choices":[{"delta":{"content":"a"}},{"index":1,"delta":{"content":"b"}}]}`},
			Want:   []string{"text a"}, Error: "there are several answers, choices 0 and 1: want one",
		}, {
			Name:   "half a token",
			Events: []string{`{"choices":[],"usage":{"prompt_tokens":12.5}}`},
			Error:  `a chunk can't be read: usage.prompt_tokens is 12.5, want a whole number: `,
		}, {
			Name:   "a part that isn't a text",
			Events: []string{`{"choices":[{"delta":{"content":[{"type":"image_url"}]}}]}`},
			Error:  `content is a part without a text, {"type":"image_url"}, want a text or an array of texts`,
		}, {
			Name:   "content that is a number",
			Events: []string{`{"choices":[{"delta":{"content":5}}]}`},
			Error:  `choices.delta.content is 5, want a text or an array of texts`,
		}, {
			Name:   "an id that is a list",
			Events: []string{`{"id":["a"]}`},
			Error:  `id is ["a"], want a text or a number`,
		}, {
			Name: "not JSON", Events: []string{`<html>`}, Error: `a chunk isn't JSON: "<html>"`,
		},
	})
}
