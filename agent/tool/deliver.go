package tool

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/toktee/toktee/agent/abort"
	"github.com/toktee/toktee/internal/run/proc"
	"github.com/toktee/toktee/internal/run/spool"
	"github.com/toktee/toktee/internal/text/clean"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
	"github.com/toktee/toktee/tokens"
)

func (s *Runner) newSpool() *spool.Spool {
	return spool.New(spool.Options{Dir: s.o.SpoolDir, MaxFile: s.o.SpoolMax})
}

// answer returns the result of a tool that isn't a command: write prints its output, and may add its findings to the
// request. If the context ends meanwhile, the result has the output until then.
func (s *Runner) answer(
	ctx context.Context, c call, req *summarize.Request, write func(w io.Writer) error,
) (result.ToolResult, error) {
	sp := s.newSpool()
	defer sp.Remove()
	err := write(sp.Stream(spool.Stdout))
	if ctx.Err() != nil {
		return s.stopped(ctx, c, *req, sp)
	}
	if err != nil {
		return result.ToolResult{}, &inputError{err}
	}
	req.Status = result.Status{Reported: result.Pass}
	return s.deliver(c, *req, sp)
}

// stopped returns the result of a call whose context has ended: its output until then, and the cause as error. A nil
// sp is a call that hadn't begun.
func (s *Runner) stopped(
	ctx context.Context, c call, req summarize.Request, sp *spool.Spool,
) (result.ToolResult, error) {
	cause := context.Cause(ctx)
	if sp == nil {
		sp = s.newSpool()
		defer sp.Remove()
	}
	req.Status = stopStatus(cause, s.o.Now().Sub(c.begin))
	r, err := s.deliver(c, req, sp)
	if err != nil {
		return r, err
	}
	return r, cause
}

// changers are the tools whose output repeats the model's request. It needs to know that it was done, so their text is
// short unless a level or a budget is set.
var changers = map[string]bool{"edit": true, "patch": true, "write": true}

// deliver makes the result of a recording, and ends that. The call's context doesn't stop it: the output that a
// stopped call has printed is a result too.
func (s *Runner) deliver(
	c call, req summarize.Request, sp *spool.Spool, warnings ...string,
) (result.ToolResult, error) {
	req.Tool, req.Args, req.Source = c.tool, c.args, sp
	cfg := s.o.Summarize
	if _, set := cfg.Tools[c.tool]; changers[c.tool] && !set && cfg.Level == "" && cfg.Budget == 0 {
		cfg.Level = summarize.Minimal
	}
	sp.Close() // a loss is a warning of the host's
	r, err := s.o.Deliver(context.Background(), cfg, req, warnings...)
	if err != nil {
		return s.failure(c.tool, result.KindExit, "the output can't be read any more: "+err.Error()), nil
	}
	return r, nil
}

// warn hands an error that doesn't end the call to the program, and returns it as a warning for the result.
func (s *Runner) warn(err error) string {
	if s.o.Warn != nil {
		s.o.Warn(err)
	}
	return err.Error()
}

// failure returns the result of a call that has no output, only an error. The model gets all of the message.
func (s *Runner) failure(name string, kind result.ErrorKind, message string) result.ToolResult {
	e := result.ToolError{Kind: kind, Message: message}
	n := 0
	if c, err := tokens.New(s.o.Summarize.Encoding); err == nil {
		n = c.CountString(message)
	}
	r, err := result.New(result.Parts{
		Tool: name, Err: &e, LLM: message, UI: []byte(message),
		Metadata: result.Metadata{LLMTokens: n, UITokens: n, Encoding: string(s.o.Summarize.Encoding)},
	})
	if err != nil { // the message isn't text
		return result.Failure(name, e, "", nil)
	}
	return r
}

// The exit codes of commands that were stopped, as env and timeout have them.
const (
	codeAborted = 2
	codeTimeout = 124
)

// stopStatus returns the status of a call that was stopped: by its cause, after this time.
func stopStatus(cause error, after time.Duration) result.Status {
	var timeout *proc.TimeoutError
	var signal *proc.SignalError
	var request *abort.AbortError
	switch {
	case errors.As(cause, &timeout):
		return result.Status{Known: true, Code: codeTimeout, Timeout: timeout.After}
	case errors.As(cause, &signal):
		code := 128 + proc.SignalNumber(signal.Signal)
		return result.Status{Known: true, Code: code, Aborted: true, Reason: proc.SignalName(signal.Signal)}
	case errors.As(cause, &request):
		reason := clean.Line(request.Reason, maxReason)
		return result.Status{Known: true, Code: codeAborted, Aborted: true, Reason: reason}
	case errors.Is(cause, context.DeadlineExceeded):
		after = max(after.Round(time.Millisecond), time.Millisecond)
		return result.Status{Known: true, Code: codeTimeout, Timeout: after}
	}
	return result.Status{Known: true, Code: codeAborted, Aborted: true, Reason: clean.Line(cause.Error(), maxReason)}
}
