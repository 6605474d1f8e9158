package agent

import (
	"strings"

	"github.com/toktee/toktee/agent/session"
	"github.com/toktee/toktee/internal/run/crash"
	"github.com/toktee/toktee/internal/text/clean"
	"github.com/toktee/toktee/result"
)

// failedResult returns a result with an error and one text for both channels, without invisible characters. The
// error's message is the text's first line.
func failedResult(c session.Call, kind result.ErrorKind, text string) result.ToolResult {
	text = clean.Text(text)
	message, _, _ := strings.Cut(text, "\n")
	p := result.Parts{
		CallID: c.ID, Tool: c.Name, LLM: text, UI: []byte(text), Err: &result.ToolError{Kind: kind, Message: message},
	}
	if kind == result.KindAborted {
		p.Status = result.Status{Aborted: true}
	}
	r, err := result.New(p)
	if err != nil { // can't happen: the text is valid and the kind is one of ours
		return result.Failure(c.Name, *p.Err, text, nil)
	}
	return r
}

// refusedResult returns the result of a call that can't be run, since it is wrong.
func refusedResult(c session.Call, text string) result.ToolResult {
	return failedResult(c, result.KindInput, text)
}

// notRunResult returns the result of a call that a stop came before. Its kind is that of an abort, so it doesn't count
// as done.
func notRunResult(c session.Call, text string) result.ToolResult {
	return failedResult(c, result.KindAborted, text)
}

// brokenResult returns the result of a tool that returned an error besides its result r. It keeps the tool's output.
func brokenResult(c session.Call, r result.ToolResult, err error) result.ToolResult {
	text := err.Error()
	if printed := r.LLMContent(); strings.TrimSpace(printed) != "" {
		text = printed + "\n" + text
	}
	return failedResult(c, result.KindExit, text)
}

// crashedResult returns the result of a tool that panicked or ended its goroutine. The person sees the stack and the
// model doesn't.
func crashedResult(c session.Call, e *crash.Error) result.ToolResult {
	text := "the tool crashed: " + e.Error()
	full := failedResult(c, result.KindExit, text+"\n"+e.Stack)
	if short, err := full.WithLLM(clean.Text(text), 0, nil, nil); err == nil {
		return short
	}
	return full
}

// interruptedResult returns the result of a call that was stopped: what there is, marked as aborted even if the tool
// itself doesn't show it.
func interruptedResult(c session.Call, r result.ToolResult, reason string) result.ToolResult {
	if isAborted(r) {
		return r
	}
	text := r.LLMContent()
	if strings.TrimSpace(text) == "" {
		return failedResult(c, result.KindAborted, "Interrupted: "+reason+". There is no output.")
	}
	p := result.Parts{
		ID: r.ID(), CallID: c.ID, Tool: c.Name,
		Status:   result.Status{Aborted: true, Reason: reason, Signal: r.Signal()},
		Err:      &result.ToolError{Kind: result.KindAborted, Message: "stopped: " + reason},
		LLM:      text,
		Blocks:   r.Blocks(),
		Payload:  r.Payload(),
		Details:  r.Details(),
		Metadata: r.Metadata(),
		Duration: r.Duration(),
	}
	p.Status.Code, p.Status.Known = r.ExitCode()
	if ui, ok := r.UIContent(); ok {
		p.UI = []byte(ui)
	}
	marked, err := result.New(p)
	if err != nil {
		return failedResult(c, result.KindAborted, "Interrupted: "+reason+".\n"+text)
	}
	return marked
}

// isAborted reports whether a result is that of a stopped tool.
func isAborted(r result.ToolResult) bool { return hasKind(r, result.KindAborted) }

// isRefused reports whether a result means that the call was wrong, so that the tool did nothing.
func isRefused(r result.ToolResult) bool { return hasKind(r, result.KindInput) }

func hasKind(r result.ToolResult, kind result.ErrorKind) bool {
	e := r.Error()
	return e != nil && e.Kind == kind
}
