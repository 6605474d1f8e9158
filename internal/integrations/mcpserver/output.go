package mcpserver

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toktee/toktee/internal/integrations/mcpoutput"
)

// addOutput adds what leads from a short text to the whole: the paging tool, and the outputs as resources.
func (s *server) addOutput(m *mcp.Server) {
	m.AddTool(&mcp.Tool{
		Name: mcpoutput.Name, Title: mcpoutput.Title, Description: mcpoutput.Description,
		InputSchema: json.RawMessage(mcpoutput.InputSchema),
		Annotations: &mcp.ToolAnnotations{
			ReadOnlyHint: true, DestructiveHint: is(false), IdempotentHint: true, OpenWorldHint: is(false),
		},
	}, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		text, failed := mcpoutput.Call(ctx, s.o.Host, req.Params.Arguments)
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}, IsError: failed}, nil
	})
	m.AddResourceTemplate(&mcp.ResourceTemplate{
		Name: "output", Title: "the whole output of a result",
		URITemplate: mcpoutput.URI("{id}"), MIMEType: "text/plain",
	}, s.read)
	m.AddReceivingMiddleware(s.listing)
}

// read hands out the whole output of a result.
func (s *server) read(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	uri := req.Params.URI
	r, err := mcpoutput.Read(ctx, s.o.Host, uri)
	if err != nil {
		s.o.Warn(err)
		return nil, mcp.ResourceNotFoundError(uri)
	}
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{
		{URI: uri, MIMEType: r.MIMEType, Text: r.Text, Blob: r.Blob},
	}}, nil
}

// listing answers the list of resources: the results of this server, the newest first. Those of others in the same
// store don't concern clients.
func (s *server) listing(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		r, err := next(ctx, method, req)
		list, ok := r.(*mcp.ListResourcesResult)
		if !ok || err != nil {
			return r, err
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		for _, k := range slices.Backward(s.kept) {
			list.Resources = append(list.Resources, &mcp.Resource{
				URI: mcpoutput.URI(k.id), Name: k.id, Description: k.about, MIMEType: "text/plain", Size: k.bytes,
			})
		}
		return list, nil
	}
}
