package frameworks

import (
	"context"
	"encoding/json"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/responses"

	"github.com/toktee/toktee/agent/outputs"
	"github.com/toktee/toktee/summarize"
)

// forOpenAI answers the function calls of a response: the items are input of the next request.
func forOpenAI(
	ctx context.Context, cfg summarize.Config, kept *outputs.Store, tools map[string]summarize.Func,
	resp *responses.Response,
) responses.ResponseInputParam {
	var items responses.ResponseInputParam
	for _, item := range resp.Output {
		if item.Type != "function_call" {
			continue
		}
		call := item.AsFunctionCall()
		text := "unknown tool"
		if tool, ok := tools[call.Name]; ok {
			var err error
			short := summarize.Wrap(call.Name, kept.Config(cfg), tool, kept.Keep)
			if text, err = short(ctx, json.RawMessage(call.Arguments)); err != nil {
				text += "\n" + err.Error()
			}
		}
		out := responses.ResponseInputItemParamOfFunctionCallOutput(text)
		out.OfFunctionCallOutput.CallID = openai.String(call.CallID)
		items = append(items, out)
	}
	return items
}
