// Command mcpcall runs a command line through a tool of an MCP server and prints the text for the model, so that such a
// server can be a row of "tokbench table":
//
//	mcpcall -tool ctx_execute -line code -args '{"language":"shell"}' 'go test ./...' node server.mjs
//
// It starts the server, calls the tool once with the line as the argument that -line names, and ends the server. The
// exit code is 1 if the server marks the call as failed, whatever the command's own: the protocol has no more.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// errFailed is the error of a call that the tool marks as failed; its text is printed by then.
var errFailed = errors.New("the call failed")

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:], os.Stdout)
	stop()
	switch {
	case errors.Is(err, errFailed):
		os.Exit(1)
	case err != nil:
		fmt.Fprintln(os.Stderr, "mcpcall:", err)
		os.Exit(2)
	}
}

// run calls the tool that args name and prints its text.
func run(ctx context.Context, args []string, stdout io.Writer) error {
	fs := flag.NewFlagSet("mcpcall", flag.ContinueOnError)
	tool := fs.String("tool", "", "the tool")
	line := fs.String("line", "command", "the argument that is the command line")
	with := fs.String("args", "{}", "the other arguments, a JSON object")
	if err := fs.Parse(args); err != nil {
		return err
	}
	if *tool == "" || fs.NArg() < 2 {
		return errors.New("want -tool NAME, a command line and the command of a server")
	}
	arguments := map[string]any{}
	if err := json.Unmarshal([]byte(*with), &arguments); err != nil {
		return fmt.Errorf("-args %s: want a JSON object: %w", *with, err)
	}
	arguments[*line] = fs.Arg(0)
	server := exec.CommandContext(ctx, fs.Arg(1), fs.Args()[2:]...)
	client := mcp.NewClient(&mcp.Implementation{Name: "mcpcall", Version: "1"}, nil)
	session, err := client.Connect(ctx, &mcp.CommandTransport{Command: server}, nil)
	if err != nil {
		return fmt.Errorf("starting %s: %w", fs.Arg(1), err)
	}
	defer session.Close() // the end of the server changes nothing
	result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: *tool, Arguments: arguments})
	if err != nil {
		return fmt.Errorf("calling %s: %w", *tool, err)
	}
	for _, c := range result.Content {
		if text, ok := c.(*mcp.TextContent); ok {
			if _, err := fmt.Fprintln(stdout, text.Text); err != nil {
				return err
			}
		}
	}
	if result.IsError {
		return errFailed
	}
	return nil
}
