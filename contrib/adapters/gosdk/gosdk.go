// Package gosdk shortens the results of servers that are written with the Go SDK for MCP. One line does it:
//
//	gosdk.Use(server, summarize.Config{Enabled: true}, kept)
//
// The model gets the short text of each tool's result, and the tool toktee_output for the rest. Only texts change:
// images, other content, annotations, _meta and the sign of an error stay. Structured content is removed if the texts
// change, and no output schema is promised. Some clients would show the model the structured content in place of the
// text, and others both.
package gosdk

import (
	"context"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toktee/toktee/agent/outputs"
	"github.com/toktee/toktee/summarize"
)

// Use shortens the results of a server's tools, and adds the tool that prints omitted lines. Without a store, which
// may be nil, no line is left out, and no tool is added.
func Use(server *mcp.Server, cfg summarize.Config, kept *outputs.Store) {
	if kept != nil {
		server.AddTool(&mcp.Tool{
			Name: outputs.ToolName, Title: outputs.ToolTitle, Description: outputs.ToolDescription,
			InputSchema: json.RawMessage(outputs.ToolSchema),
			Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: new(false)},
		}, page(kept))
	}
	server.AddReceivingMiddleware(Summarize(cfg, kept))
}

func page(kept *outputs.Store) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		text, err := kept.Call(ctx, req.Params.Arguments)
		if err != nil {
			text = err.Error()
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}, IsError: err != nil}, nil
	}
}

// Summarize returns the middleware alone, for servers with other middleware: one that is added before it sees the
// short texts, one that is added after it the whole ones. A text that can't be summarised, as with a bad Config, stays
// as it is, and cfg.Log gets the reason.
func Summarize(cfg summarize.Config, kept *outputs.Store) mcp.Middleware {
	if kept != nil {
		cfg = kept.Config(cfg)
	}
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		if !cfg.Enabled {
			return next
		}
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			res, err := next(ctx, method, req)
			if err != nil {
				return res, err
			}
			switch res := res.(type) {
			case *mcp.ListToolsResult:
				return withoutSchemas(cfg, res), nil
			case *mcp.CallToolResult:
				if call, ok := req.(*mcp.CallToolRequest); ok && !cfg.Tools[call.Params.Name].Disabled {
					s := shortener{cfg: cfg, kept: kept, tool: call.Params.Name, args: call.Params.Arguments}
					return s.result(ctx, res), nil
				}
			}
			return res, nil
		}
	}
}

// withoutSchemas returns the list without the output schemas that results may no longer keep to. The tools are the
// server's own, so they are copied.
func withoutSchemas(cfg summarize.Config, list *mcp.ListToolsResult) *mcp.ListToolsResult {
	out := *list
	out.Tools = make([]*mcp.Tool, len(list.Tools))
	for i, t := range list.Tools {
		if !cfg.Tools[t.Name].Disabled && t.OutputSchema != nil {
			plain := *t
			plain.OutputSchema = nil
			t = &plain
		}
		out.Tools[i] = t
	}
	return &out
}
