package tool_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/toktee/toktee/summarize"
	"github.com/toktee/toktee/tool"
)

// newTodo is a tool that tells the lines with a TODO in a file.
func newTodo(r *tool.Runner) tool.Tool {
	return r.Make(tool.Tool{
		Name:        "todo",
		Description: "Tells the lines of a file that hold a TODO, as path:line:text.",
		Schema:      json.RawMessage(`{"type":"object","required":["path"],"properties":{"path":{"type":"string"}}}`),
		Cancellable: true,
	}, printTodos)
}

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
		if err := ctx.Err(); err != nil { // in each turn of a loop that may be long
			return err
		}
		if strings.Contains(lines.Text(), "TODO") {
			fmt.Fprintf(out, "%s:%d:%s\n", a.Path, n, lines.Text())
		}
	}
	return lines.Err()
}

func ExampleRunner_Make() {
	r := tool.NewRunner(tool.Options{Summarize: summarize.Config{Enabled: true}})
	todo := newTodo(r)
	got, err := todo.Run(context.Background(), json.RawMessage(`{"path": "testdata/todo.txt"}`))
	fmt.Print(got.LLMContent())
	fmt.Println(got.IsError(), err)
	// Output:
	// testdata/todo.txt:2:TODO: water the plants
	// false <nil>
}
