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

// Func is a tool as most agent libraries have it: JSON arguments in, text for the model out.
type Func func(ctx context.Context, args json.RawMessage) (string, error)

// Keep stores what a tool printed, so that lines that the model doesn't see aren't lost: output, all of it, under the
// id of its result. It may show the result to the person as well. It returns an error where the output isn't kept.
type Keep func(r result.ToolResult, output string) error

// Wrap returns the tool with its text summarised. With the zero Config, and where cfg.Tools disables it, it is the tool
// as it was. Arguments that name a command, a path, a pattern or a range are read from args, so that the right strategy
// is chosen.
//
// Lines are left out only where there is a way back to them: keep gets each result with the tool's whole output before
// the model gets the text. Where it returns an error, or is nil, a text that would leave lines out is the tool's own
// instead. How the model asks for the rest is up to the caller, who says it in Config.Recovery.
//
// A tool's error is handed on, and so is the text that came with it, summarised. A panic or [runtime.Goexit] of the
// tool is an error too. Where a text can't be summarised, as with a bad Config, it is the tool's own, with an error
// that says why.
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
		// The text is there whatever has become of ctx: what a cancelled tool has printed is a result.
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

// isKept keeps an output and reports whether that worked.
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

// ownText is the tool's own text in place of a result's, without the secrets that are masked in that.
func ownText(r result.ToolResult, output string) string {
	if r.Metadata().Data[secretsKey] == 0 {
		return output
	}
	return string(new(secrets.Masker).Text([]byte(output)))
}

// leavesOut reports whether a result's text lacks lines of its output. What was cut before is not in the output.
func leavesOut(r result.ToolResult) bool {
	return slices.ContainsFunc(r.Metadata().Omissions, func(o result.Omission) bool { return !o.Upstream })
}

// requestOf reads what the arguments of common tools say of the call.
func requestOf(name string, args json.RawMessage, output string) Request {
	var a struct {
		Offset int `json:"offset"`
		Limit  int `json:"limit"`
	}
	_ = json.Unmarshal(args, &a) // arguments of other shapes say nothing of a range
	return Request{Tool: name, Args: args, Offset: a.Offset, Limit: a.Limit, Stdout: []byte(output)}
}
