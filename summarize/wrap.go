package summarize

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/toktee/toktee/result"
)

// Func is a tool as most agent libraries have it: JSON arguments in, text for the model out.
type Func func(ctx context.Context, args json.RawMessage) (string, error)

// DualFunc is a tool that returns both channels.
type DualFunc func(ctx context.Context, args json.RawMessage) (result.ToolResult, error)

// Wrap returns the tool with its text summarised. With the zero Config it is the tool as it was. Arguments that name a
// command, a path, a pattern or a range are read from args, so that the right strategy is chosen.
//
// A tool's error is handed on, and so is the text that came with it, summarised.
func Wrap(name string, cfg Config, tool Func) Func {
	if !cfg.Enabled {
		return tool
	}
	dual := WrapDual(name, cfg, tool)
	return func(ctx context.Context, args json.RawMessage) (string, error) {
		r, err := dual(ctx, args)
		return r.LLMContent(), err
	}
}

// WrapDual is Wrap for a caller that takes both channels: the text for the model and the full output for the person.
func WrapDual(name string, cfg Config, tool Func) DualFunc {
	return func(ctx context.Context, args json.RawMessage) (result.ToolResult, error) {
		text, failed := tool(ctx, args)
		req := requestOf(name, args, text)
		if failed != nil {
			req.Status = result.Status{Failed: true, Aborted: errors.Is(failed, context.Canceled)}
		}
		// The text is there whatever has become of ctx: what a cancelled tool has printed is a result.
		r, err := Summarize(context.WithoutCancel(ctx), cfg, req)
		if err != nil && failed == nil {
			failed = err
		}
		return r, failed
	}
}

// requestOf reads what the arguments of common tools say of the call.
func requestOf(name string, args json.RawMessage, text string) Request {
	var a struct {
		Offset int `json:"offset"`
		Limit  int `json:"limit"`
	}
	_ = json.Unmarshal(args, &a) // arguments of other shapes say nothing of a range
	return Request{Tool: name, Args: args, Offset: a.Offset, Limit: a.Limit, Stdout: []byte(text)}
}
