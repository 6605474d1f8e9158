package gosdk_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toktee/toktee/agent/outputs"
	"github.com/toktee/toktee/contrib/adapters/gosdk"
	"github.com/toktee/toktee/summarize"
)

// A server has a tool that prints 3000 lines. Its client's model gets the short text, and asks for a line of the rest.
func Example() {
	server := mcp.NewServer(&mcp.Implementation{Name: "shop", Version: "1.0.0"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "deploy", Description: "Deploys the shop."},
		func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
			return nil, nil, fmt.Errorf("%s", long)
		})

	dir, err := os.MkdirTemp("", "outputs")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	kept, err := outputs.Open(dir)
	if err != nil {
		log.Fatal(err)
	}
	gosdk.Use(server, summarize.Config{Enabled: true, Budget: 100}, kept)

	// A real server ends with server.Run(ctx, &mcp.StdioTransport{}). This one has its client beside it.
	ctx := context.Background()
	ours, theirs := mcp.NewInMemoryTransports()
	if _, err := server.Connect(ctx, ours, nil); err != nil {
		log.Fatal(err)
	}
	client, err := mcp.NewClient(&mcp.Implementation{Name: "agent", Version: "1.0.0"}, nil).Connect(ctx, theirs, nil)
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	for _, call := range []*mcp.CallToolParams{
		{Name: "deploy"},
		{Name: outputs.ToolName, Arguments: map[string]any{"id": "017611653784", "lines": "2998:2999"}},
	} {
		res, err := client.CallTool(ctx, call)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("-- %s, failed: %v\n%s\n", call.Name, res.IsError, res.Content[0].(*mcp.TextContent).Text)
	}
	// Output:
	// -- deploy, failed: true
	// failed
	// copied asset number 0 of this release to the bucket
	// … the same line 2997 more times, with other numbers
	// copied asset number 2998 of this release to the bucket
	// copied asset number 2999 of this release to the bucket
	// error: no route to db-2
	// … 2997 lines left out; next: toktee_output {"id": "017611653784", "lines": "2:201"}
	// -- toktee_output, failed: false
	// copied asset number 2997 of this release to the bucket
	// copied asset number 2998 of this release to the bucket
}
