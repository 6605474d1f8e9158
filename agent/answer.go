package agent

import (
	"strings"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/session"
)

// told is a result with one text for both channels.
func told(c session.Call, kind result.ErrorKind, text string) result.ToolResult {
	text = strings.ToValidUTF8(text, "\ufffd")
	message, _, _ := strings.Cut(text, "\n")
	p := result.Parts{CallID: c.ID, Tool: c.Name, LLM: text, UI: []byte(text), Err: &result.ToolError{Kind: kind, Message: message}}
	if kind == result.KindAborted {
		p.Status = result.Status{Aborted: true}
	}
	r, err := result.New(p)
	if err != nil { // the text is valid and the kind is ours
		return result.Failure(c.Name, *p.Err, text, nil)
	}
	return r
}

// refused is the result of a call that can't be run.
func refused(c session.Call, text string) result.ToolResult { return told(c, result.KindInput, text) }

// notRun is the result of a call that a stop came before. Its kind is that of an abort, so that nobody counts it as
// done.
func notRun(c session.Call, text string) result.ToolResult {
	return told(c, result.KindAborted, text)
}

// broken is the result of a tool that failed with an error in place of a result. What it printed, if anything, stays.
func broken(c session.Call, r result.ToolResult, err error) result.ToolResult {
	text := err.Error()
	if had := r.LLMContent(); strings.TrimSpace(had) != "" {
		text = had + "\n" + text
	}
	model, _, _ := strings.Cut(text, "\ngoroutine ") // a stack is for the person
	full := told(c, result.KindExit, text)
	if short, err := full.WithLLM(model, 0, nil, nil); err == nil {
		return short
	}
	return full
}

// interrupted is the result of a call that was stopped: what there is, marked as aborted whatever the tool says of it.
func interrupted(c session.Call, r result.ToolResult, reason string) result.ToolResult {
	if e := r.Error(); e != nil && e.Kind == result.KindAborted {
		return r
	}
	text := r.LLMContent()
	if strings.TrimSpace(text) == "" {
		return told(c, result.KindAborted, "Interrupted: "+reason+". There is no output.")
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
		return told(c, result.KindAborted, "Interrupted: "+reason+".\n"+text)
	}
	return marked
}
