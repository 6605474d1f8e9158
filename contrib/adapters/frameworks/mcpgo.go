package frameworks

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/toktee/toktee/agent/outputs"
	"github.com/toktee/toktee/summarize"
)

// forMCPGo is for server.WithToolHandlerMiddleware: results that are one text, and nothing else, come short.
func forMCPGo(cfg summarize.Config, kept *outputs.Store) server.ToolHandlerMiddleware {
	return func(next server.ToolHandlerFunc) server.ToolHandlerFunc {
		return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			res, err := next(ctx, req)
			if err != nil || res == nil || len(res.Content) != 1 || res.StructuredContent != nil {
				return res, err
			}
			text, ok := res.Content[0].(mcp.TextContent)
			if !ok {
				return res, nil
			}
			tool := func(context.Context, json.RawMessage) (string, error) {
				if res.IsError {
					return text.Text, errors.New("failed")
				}
				return text.Text, nil
			}
			args, _ := json.Marshal(req.GetArguments())
			text.Text, _ = summarize.Wrap(req.Params.Name, kept.Config(cfg), tool, kept.Keep)(ctx, args)
			short := *res
			short.Content = []mcp.Content{text}
			return &short, nil
		}
	}
}
