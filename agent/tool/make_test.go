package tool_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/toktee/toktee/agent/tool"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

func TestMake(t *testing.T) {
	why := errors.New("enough")
	tests := []struct {
		name        string
		cancellable bool
		before      bool // the context ends before the call
		print       func(ctx context.Context, cancel func(), out io.Writer) error
		text        string // for the model
		err         error  // of the call
		kind        error  // of the result
		failed      bool
	}{
		{"well", true, false, func(_ context.Context, _ func(), out io.Writer) error {
			_, err := io.WriteString(out, "a\n")
			return err
		}, "a\n", nil, nil, false},
		{"fails", true, false, func(_ context.Context, _ func(), out io.Writer) error {
			io.WriteString(out, "a\n")
			return errors.New("no such colour: want red or blue")
		}, "failed\na\nno such colour: want red or blue\n", nil, nil, true},
		{"panics", true, false, func(context.Context, func(), io.Writer) error {
			panic("oops")
		}, "failed\npanic: oops\n", nil, nil, true},
		{"ends its goroutine", true, false, func(context.Context, func(), io.Writer) error {
			runtime.Goexit()
			return nil
		}, "failed\nruntime.Goexit\n", nil, nil, true},
		{"crashes when it is stopped", true, false, func(_ context.Context, cancel func(), _ io.Writer) error {
			cancel()
			panic(context.Canceled)
		}, "failed\npanic: context canceled\n", nil, nil, true},
		{"fails in colours", true, false, func(context.Context, func(), io.Writer) error {
			return errors.New("\x1b[31mno such colour\x1b[0m\a")
		}, "failed\nno such colour\n", nil, nil, true},
		{"stopped before", true, true, func(_ context.Context, _ func(), out io.Writer) error {
			t.Error("it was called")
			return nil
		}, "stopped on request, no output\n", why, result.ErrAborted, true},
		{"stopped on the way", true, false, func(ctx context.Context, cancel func(), out io.Writer) error {
			io.WriteString(out, "a\n")
			cancel()
			<-ctx.Done()
			return fmt.Errorf("waiting: %w", ctx.Err())
		}, "stopped on request\na\n", why, result.ErrAborted, true},
		{"stopped when all was done", true, false, func(_ context.Context, cancel func(), out io.Writer) error {
			cancel()
			io.WriteString(out, "a\n")
			return nil
		}, "a\n", nil, nil, false},
		{"can't be stopped", false, false, func(ctx context.Context, cancel func(), out io.Writer) error {
			cancel()
			if ctx.Err() != nil {
				t.Error("its context has ended")
			}
			io.WriteString(out, "all\n")
			return ctx.Err()
		}, "all\n", nil, nil, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(t.Context())
			defer cancel(nil)
			if tt.before {
				cancel(why)
			}
			r := tool.NewRunner(tool.Options{Summarize: summarize.Config{Enabled: true}})
			print := func(ctx context.Context, _ json.RawMessage, out io.Writer) error {
				return tt.print(ctx, func() { cancel(why) }, out)
			}
			tl := r.Make(tool.Tool{Name: "own", Cancellable: tt.cancellable}, print)
			got, err := tl.Run(ctx, nil)
			if !errors.Is(err, tt.err) || got.Failed() != tt.failed {
				t.Errorf("error %v, is error %v; want %v, %v", err, got.Failed(), tt.err, tt.failed)
			}
			if tt.kind != nil && !errors.Is(got.Error(), tt.kind) {
				t.Errorf("the result's error is %v; want %v", got.Error(), tt.kind)
			}
			text := strings.TrimSuffix(got.LLMContent(), "\n") + "\n"
			if text != tt.text || got.ToolName() != "own" {
				t.Errorf("%s: text %q, want %q", got.ToolName(), text, tt.text)
			}
		})
	}
}

func ExampleRunner_Make() {
	r := tool.NewRunner(tool.Options{})
	upper := r.Make(tool.Tool{Name: "upper", Description: "Returns a text in capitals.", Cancellable: true},
		func(ctx context.Context, args json.RawMessage, out io.Writer) error {
			var a struct{ Text string }
			if err := json.Unmarshal(args, &a); err != nil {
				return err
			}
			_, err := io.WriteString(out, strings.ToUpper(a.Text)+"\n")
			return err
		})
	res, err := upper.Run(context.Background(), json.RawMessage(`{"text": "quiet"}`))
	fmt.Print(res.LLMContent(), err)
	// Output:
	// QUIET
	// <nil>
}

// The guide's code is the example's.
func TestGuide(t *testing.T) {
	guide, err := os.ReadFile("../../docs/writing-a-tool.md")
	if err != nil {
		t.Fatal(err)
	}
	example, err := os.ReadFile("../examples/tool/main.go")
	if err != nil {
		t.Fatal(err)
	}
	_, code, ok := strings.Cut(string(guide), "```go\n")
	code, _, ok2 := strings.Cut(code, "```")
	if !ok || !ok2 || !strings.Contains(string(example), code) {
		t.Error("docs/writing-a-tool.md has other code than examples/tool")
	}
}
