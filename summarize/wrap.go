package summarize

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"

	"github.com/toktee/toktee/internal/run/crash"
	"github.com/toktee/toktee/internal/text/secrets"
	"github.com/toktee/toktee/result"
)

// Func is a tool in the form of most agent libraries: JSON arguments in, text for the model out.
type Func func(ctx context.Context, args json.RawMessage) (string, error)

// Keep stores the whole output of a tool under the id of its result, so that omitted lines aren't lost. It may also
// show the result to the person. It must return an error if the output wasn't stored.
type Keep func(r result.ToolResult, output string) error

// Wrap returns a tool that summarises the text of another tool. It returns that tool unchanged if cfg isn't enabled, or
// if cfg.Tools disables the tool. It reads command, path, pattern and range from args to choose the right strategy.
//
// Lines are left out only if they can be restored: keep receives each result with the tool's whole output before the
// text is returned. If keep is nil or returns an error, the tool's own text replaces a text that would leave lines out.
// If the tool returns JSON with an exit code, ToolConfig.Envelope must be "function": else the JSON is only output.
//
// Config.Recovery writes the line that names the way to the full output.
//
// A tool's error is returned together with its summarised text. A panic or [runtime.Goexit] of the tool becomes an
// error too. If a text can't be summarised, as with a bad Config, the tool's own text is returned with an error.
func Wrap(name string, cfg Config, tool Func, keep Keep) Func {
	if !cfg.Enabled || cfg.Tools[name].Disabled {
		return tool
	}
	return func(ctx context.Context, args json.RawMessage) (string, error) {
		var output string
		failed := crash.Guard(func() (err error) {
			output, err = tool(ctx, args)
			return err
		})
		req := requestOf(name, args, output)
		req.Status.Reported = result.Pass
		if failed != nil {
			req.Status = result.Status{Reported: result.Fail, Aborted: errors.Is(failed, context.Canceled)}
		}
		// The output of a cancelled tool is summarised too.
		r, err := Summarize(context.WithoutCancel(ctx), cfg, req)
		if err != nil {
			return output, errors.Join(failed, err)
		}
		if !isKept(cfg.Log, keep, r, output) && leavesOut(r) {
			return ownText(r, output), failed
		}
		return r.LLMContent(), failed
	}
}

// isKept calls keep and reports whether the output was stored.
func isKept(log *slog.Logger, keep Keep, r result.ToolResult, output string) bool {
	if keep == nil {
		return false
	}
	err := crash.Guard(func() error { return keep(r, output) })
	if err != nil && log != nil {
		log.Warn("keeping the output: "+err.Error(), "id", r.ID())
	}
	return err == nil
}

// ownText returns the tool's own text. If the result has masked secrets, they are masked in it too.
func ownText(r result.ToolResult, output string) string {
	if r.Metadata().Data[secretsKey] == 0 {
		return output
	}
	return string(new(secrets.Masker).Text([]byte(output)))
}

// leavesOut reports whether a result's text lacks lines of its output. Lines that the tool cut don't count.
func leavesOut(r result.ToolResult) bool {
	return slices.ContainsFunc(r.Metadata().Omissions, func(o result.Omission) bool { return !o.Upstream })
}

// requestOf makes a request from a tool's arguments and output. It reads the range from "offset" and "limit".
func requestOf(name string, args json.RawMessage, output string) Request {
	var a struct {
		Offset int `json:"offset"`
		Limit  int `json:"limit"`
	}
	_ = json.Unmarshal(args, &a) // arguments of other shapes have no range
	return Request{Tool: name, Args: args, Offset: a.Offset, Limit: a.Limit, Stdout: []byte(output)}
}
