package frameworks

import (
	"context"
	"encoding/json"

	"github.com/cloudwego/eino/compose"

	"github.com/toktee/toktee/agent/outputs"
	"github.com/toktee/toktee/summarize"
)

// forEino is for the ToolCallMiddlewares of compose.ToolsNodeConfig: all tools of the node then have short results.
func forEino(cfg summarize.Config, kept *outputs.Store) compose.ToolMiddleware {
	return compose.ToolMiddleware{Invokable: func(next compose.InvokableToolEndpoint) compose.InvokableToolEndpoint {
		return func(ctx context.Context, in *compose.ToolInput) (*compose.ToolOutput, error) {
			tool := func(ctx context.Context, _ json.RawMessage) (string, error) {
				out, err := next(ctx, in)
				if out == nil {
					out = &compose.ToolOutput{}
				}
				return out.Result, err
			}
			text, err := summarize.Wrap(in.Name, kept.Config(cfg), tool, kept.Keep)(ctx, json.RawMessage(in.Arguments))
			return &compose.ToolOutput{Result: text}, err
		}
	}}
}
