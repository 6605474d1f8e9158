package tool

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/toktee/toktee/internal/run/crash"
	"github.com/toktee/toktee/internal/run/spool"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// Print is the work of a tool made with [Runner.Make]: it prints its output to out, and the model is shown a short
// text of it. An error is a failed call; the output until then belongs to the result.
type Print func(ctx context.Context, args json.RawMessage, out io.Writer) error

// Make returns the tool with a Run that calls print and keeps the promises of a [Tool]:
//
//   - print isn't called once the context has ended;
//   - if the context ends meanwhile, the output is a result, and the context's cause the error;
//   - any other error is a result with the error after the output, and so is a panic or [runtime.Goexit];
//   - print isn't cancelled if the tool isn't Cancellable: the call then ends when print does, and is complete.
//
// The output is kept as that of the built-in tools is.
func (s *Runner) Make(t Tool, print Print) Tool {
	t.Run = func(ctx context.Context, args json.RawMessage) (r result.ToolResult, err error) {
		c := call{t.Name, args, s.o.Now()}
		if ctx.Err() != nil {
			return s.stopped(ctx, c, summarize.Request{}, nil)
		}
		sp := s.newSpool()
		defer sp.Remove()
		within := ctx
		if !t.Cancellable {
			within = context.WithoutCancel(ctx)
		}
		err = crash.Guard(func() error { return print(within, args, sp.Stream(spool.Stdout)) })
		req := summarize.Request{Status: result.Status{Reported: result.Pass}}
		switch {
		case err != nil && endedBy(within, err):
			return s.stopped(within, c, req, sp)
		case err != nil:
			fmt.Fprintf(sp.Stream(spool.Stderr), "%v\n", err)
			req.Status = result.Status{Reported: result.Fail}
		}
		return s.deliver(c, req, sp)
	}
	return t
}

// endedBy reports whether an error means that the context has ended.
func endedBy(ctx context.Context, err error) bool {
	return ctx.Err() != nil && (errors.Is(err, ctx.Err()) || errors.Is(err, context.Cause(ctx)))
}
