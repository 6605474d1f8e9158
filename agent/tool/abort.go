package tool

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/toktee/toktee/agent/abort"
	"github.com/toktee/toktee/internal/run/proc"
	"github.com/toktee/toktee/internal/run/spool"
	"github.com/toktee/toktee/internal/text/clean"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

const abortDescription = "Stops the run that you are a part of: nothing is called after it, and a person reads the " +
	"reason. Call it when going on can do harm or can't succeed: the wrong folder or branch, a task that contradicts " +
	"what is there, a permission or a decision that only a person can give. Don't call it for an error that you can " +
	"fix, or when you have finished."

func abortHints() hints {
	return hints{
		"reason": {Description: "what you found, and what a person has to decide or change, in a sentence or two"},
		"run":    {Description: "another run to stop instead: its id"},
		"all":    {Description: "stop all runs in the root and below it"},
	}
}

// abortArgs are the arguments of abort.
type abortArgs struct {
	Reason string `json:"reason"`
	Run    string `json:"run,omitzero"`
	All    bool   `json:"all,omitzero"`
}

// maxReason is the most bytes of a reason, which goes to terminals, records and models.
const maxReason = 4 << 10

type abortKey struct{}

// WithAbort returns a context for calls of a loop that the tool abort may end: it calls end with the cause, at once and
// without a file.
func WithAbort(ctx context.Context, end context.CancelCauseFunc) context.Context {
	return context.WithValue(ctx, abortKey{}, end)
}

// abortOf returns the function that [WithAbort] has put into a context, nil if there is none.
func abortOf(ctx context.Context) context.CancelCauseFunc {
	end, _ := ctx.Value(abortKey{}).(context.CancelCauseFunc)
	return end
}

// abort asks a run to stop: that of the call, unless the arguments name another one. In the loop of an agent it ends
// the loop as well, at once, even if the request can't be written.
func (s *Set) abort(ctx context.Context, c call, a abortArgs) (result.ToolResult, error) {
	reason := clean.Line(a.Reason, maxReason)
	if reason == "" {
		return result.ToolResult{}, badInput("no reason: say why the run should stop")
	}
	end, own := abortOf(ctx), s.ownRun()
	id, err := a.target(own, end != nil)
	if err != nil {
		return result.ToolResult{}, err
	}
	sp := s.newSpool()
	defer sp.Remove()
	var r result.ToolResult
	if said, wrong := s.request(id, reason); wrong != nil {
		r = s.failure(c.tool, result.KindExit, wrong.Error())
	} else {
		fmt.Fprintln(sp.Stream(spool.Stdout), said)
		r, err = s.deliver(c, summarize.Request{}, sp)
	}
	if end != nil && (id == own || id == abort.All) {
		end(&abort.AbortError{Reason: reason})
	}
	return r, err
}

// target returns the id of the run that is meant, "" for the loop of the call alone. Without arguments it is the run
// that the environment names, which may be one around the loop. If there is neither, all are meant, as with "toktee
// abort" does.
func (a *abortArgs) target(own string, loop bool) (string, error) {
	switch {
	case a.Run != "" && a.All:
		return "", badInput("run and all: want one of them")
	case a.Run != "":
		if err := abort.CheckID(a.Run); err != nil {
			return "", badInput("%w", err)
		}
		return a.Run, nil
	case a.All || own == "" && !loop:
		return abort.All, nil
	}
	return own, nil
}

// ownRun returns the id of the run that the environment of commands names, "" if there is none or its process has
// ended.
func (s *Set) ownRun() string {
	for _, v := range slices.Backward(s.o.Env) {
		if id, ok := strings.CutPrefix(v, abort.Variable+"="); ok {
			if proc.Lives(id) {
				return id
			}
			break
		}
	}
	return ""
}

// request writes a request to stop, into the folder of the run or the root, and returns the text about it.
func (s *Set) request(id, reason string) (string, error) {
	if id == "" {
		return "asked to stop", nil
	}
	dir, note := s.o.Root, ""
	if id != abort.All {
		time.Sleep(abort.Settle)
		runs, err := abort.List("")
		if err != nil {
			s.warn(err) // a request is heard without it
		}
		i := slices.IndexFunc(runs, func(r abort.Running) bool { return r.ID == id })
		if i >= 0 {
			dir = runs[i].Dir
		} else {
			note = fmt.Sprintf("; no such run is known: if there is one in %s or below it, it will stop", dir)
		}
	}
	path, err := abort.Request(dir, id, reason)
	if err != nil {
		return "", err
	}
	return "asked to stop: " + path + note, nil
}
