// Command tool is a template for a tool: copy it and replace printTodos.
//
//	go run ./agent/examples/tool '{"path": "main.go"}'
//
// The text for the model goes to standard output, what went wrong to standard error. It exits with 1 when the tool
// failed, with 2 for bad usage, and with 130 when it was stopped by Ctrl-C, with its partial result.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"github.com/toktee/toktee/agent/tool"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run runs the tool with the arguments and returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	if len(args) != 1 {
		fmt.Fprintln(stderr, `want the arguments as one JSON object, such as '{"path": "main.go"}'`)
		return 2
	}
	todo := newTodo(tool.NewRunner(tool.Options{Summarize: summarize.Config{Enabled: true}}))
	if !todo.Cancellable {
		fmt.Fprintf(stderr, "%s can't be stopped once it has begun\n", todo.Name)
	}
	got, err := todo.Run(ctx, json.RawMessage(args[0]))
	fmt.Fprint(stdout, got.LLMContent())
	switch {
	case err != nil && ctx.Err() != nil:
		return 130
	case err != nil:
		fmt.Fprintln(stderr, err)
		return 1
	case got.Failed():
		return 1
	}
	fmt.Fprintln(stderr, result.SavingsLine(got))
	return 0
}

// newTodo makes a tool that finds the lines with a TODO in a file.
func newTodo(r *tool.Runner) tool.Tool {
	return r.Make(tool.Tool{
		Name:        "todo",
		Description: "Finds the lines of a file that have a TODO, as path:line:text.",
		Schema:      json.RawMessage(`{"type":"object","required":["path"],"properties":{"path":{"type":"string"}}}`),
		Cancellable: true,
	}, printTodos)
}

// printTodos prints each line with a TODO as path:line:text. The context may end at any moment.
func printTodos(ctx context.Context, args json.RawMessage, out io.Writer) error {
	var a struct{ Path string }
	if err := json.Unmarshal(args, &a); err != nil || a.Path == "" {
		return fmt.Errorf("want a path, as in {\"path\": \"main.go\"}")
	}
	f, err := os.Open(a.Path)
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		if err := ctx.Err(); err != nil { // a file may be long
			return err
		}
		if strings.Contains(lines.Text(), "TODO") {
			fmt.Fprintf(out, "%s:%d:%s\n", a.Path, n, lines.Text())
		}
	}
	return lines.Err()
}
