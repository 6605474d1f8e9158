package tool

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/toktee/toktee/abort"
	"github.com/toktee/toktee/internal/proc"
	"github.com/toktee/toktee/internal/spool"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
	"github.com/toktee/toktee/tokens"
)

func (s *Runner) newSpool() *spool.Spool { return spool.New(spool.Options{Dir: s.o.SpoolDir}) }

// answer makes the result of a tool that isn't a command, of what write prints. If the context ends meanwhile, it is
// made of what was printed until then.
func (s *Runner) answer(ctx context.Context, c call, req summarize.Request, write func(w io.Writer) error) (result.ToolResult, error) {
	sp := s.newSpool()
	defer sp.Remove()
	err := write(sp.Stream(spool.Stdout))
	if ctx.Err() != nil {
		return s.stopped(ctx, c, req, sp)
	}
	if err != nil {
		return result.ToolResult{}, &inputError{err}
	}
	return s.deliver(c, req, sp)
}

// stopped is the end of a call whose context has ended: what there was until then, and why.
func (s *Runner) stopped(ctx context.Context, c call, req summarize.Request, sp *spool.Spool) (result.ToolResult, error) {
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

// changers are the tools whose output is what the model has just asked for: it needs to know that it was done.
var changers = map[string]bool{"edit": true, "patch": true, "write": true}

// deliver makes the result of an output. It doesn't end with the call's context: what a stopped call has printed is a
// result too.
func (s *Runner) deliver(c call, req summarize.Request, sp *spool.Spool, warnings ...string) (result.ToolResult, error) {
	req.Tool, req.Args, req.Source = c.tool, c.args, sp
	cfg := s.o.Summarize
	if _, set := cfg.Tools[c.tool]; changers[c.tool] && !set && cfg.Level == "" && cfg.Budget == 0 {
		cfg.Level = summarize.Minimal
	}
	sp.Close() // what was lost is said by the host; the output is what there is
	r, err := s.o.Deliver(context.Background(), cfg, req, warnings...)
	if err != nil {
		return s.failure(c.tool, result.KindExit, "the output can't be read any more: "+err.Error()), nil
	}
	return r, nil
}

// warn tells of what went wrong besides, and returns how it is told.
func (s *Runner) warn(err error) string {
	if s.o.Warn != nil {
		s.o.Warn(err)
	}
	return err.Error()
}

// failure is the result of a call that has no output, only an error; the model is told all of it.
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

// The exit codes of what ended otherwise than by itself, as in env and timeout.
const (
	codeAborted = 2
	codeTimeout = 124
)

// stopStatus is how a call ended that was stopped for a cause, after a time.
func stopStatus(cause error, after time.Duration) result.Status {
	var timeout *proc.TimeoutError
	var signal *proc.SignalError
	var request *abort.AbortError
	switch {
	case errors.As(cause, &timeout):
		return result.Status{Known: true, Code: codeTimeout, Timeout: timeout.After}
	case errors.As(cause, &signal):
		return result.Status{Known: true, Code: 128 + proc.SignalNumber(signal.Signal), Aborted: true, Reason: proc.SignalName(signal.Signal)}
	case errors.As(cause, &request):
		return result.Status{Known: true, Code: codeAborted, Aborted: true, Reason: request.Reason}
	case errors.Is(cause, context.DeadlineExceeded):
		return result.Status{Known: true, Code: codeTimeout, Timeout: max(after.Round(time.Millisecond), time.Millisecond)}
	}
	return result.Status{Known: true, Code: codeAborted, Aborted: true, Reason: cause.Error()}
}
