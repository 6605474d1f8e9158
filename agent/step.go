package agent

import (
	"context"
	"fmt"

	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/session"
)

// step asks the model once and runs its calls. The stop reason is "" where an error ended the step.
func (r *run) step(ctx context.Context, number int) (session.StopReason, model.Usage, error) {
	s := &stream{r: r, number: number}
	ctx, s.cancel = context.WithCancelCause(ctx)
	defer s.cancel(nil)
	resp, err := r.a.cfg.Provider.Stream(ctx, r.request(), s.on)
	r.cut = append(r.cut, resp.Cut...)
	r.calls = append(r.calls, s.calls...)
	switch {
	case s.err != nil: // the log can't be written: whatever the model says, nothing may be done
		return "", resp.Usage, s.err
	case err != nil:
		return "", resp.Usage, r.skip(ctx, s.calls, err)
	}
	switch {
	case resp.Stop == session.StopLength:
		if err := r.refuse(s.calls, "Not run: the answer that holds this call ran into its limit of tokens."); err != nil {
			return "", resp.Usage, err
		}
		return session.StopLength, resp.Usage, ErrLength
	case len(s.calls) > 0:
		if err := r.runCalls(ctx, s.calls); err != nil {
			return "", resp.Usage, err
		}
		return session.StopToolUse, resp.Usage, nil
	case resp.Stop == session.StopEnd:
		return session.StopEnd, resp.Usage, nil
	}
	return "", resp.Usage, fmt.Errorf("%s: stop reason %q without a call", r.a.cfg.Provider.Name(), resp.Stop)
}

// stream puts what a response brings into the log, at once.
type stream struct {
	r        *run
	number   int
	cancel   context.CancelCauseFunc
	response string // the response's id in the log
	calls    []*pending
	err      error // of the log
}

func (s *stream) on(e model.Event) {
	a := s.r.a
	switch e := e.(type) {
	case model.TextDelta:
		a.emit(Text{e.Text})
	case model.ThoughtDelta:
		a.emit(Thought{e.Text})
	case model.CallDelta:
		a.emit(Arguments{e.ID, e.Name, e.Bytes})
	case model.Retry:
		a.emit(Retry{e.Attempt, e.After, e.Err.Error()})
	case model.Done:
		if s.err != nil {
			return
		}
		if s.err = s.save(e); s.err != nil {
			s.cancel(s.err)
		}
	}
}

// save appends an item. Ids that the conversation has already are made unique: there are servers that count from 0 in
// every response, or send none.
func (s *stream) save(e model.Done) error {
	r, it := s.r, e.Item
	if s.response == "" {
		s.response = r.unique(it.Response, fmt.Sprintf("response_%d_%d", r.turn.Number(), s.number))
	}
	switch it.Kind {
	case session.KindText:
		return r.turn.Text(s.response, it.Text)
	case session.KindReasoning:
		t := *it.Thought
		t.Model = r.a.cfg.Model
		return r.turn.Reasoning(s.response, t)
	case session.KindCall:
		c := *it.Call
		c.ID = r.unique(c.ID, fmt.Sprintf("call_%d_%d_%d", r.turn.Number(), s.number, len(s.calls)+1))
		if err := r.turn.Call(s.response, c); err != nil {
			return err
		}
		s.calls = append(s.calls, &pending{call: c, malformed: e.Malformed})
		return nil
	}
	return fmt.Errorf("%s: item of kind %q in a response", r.a.cfg.Provider.Name(), it.Kind)
}

// unique is id, or something like it that the conversation doesn't have yet.
func (r *run) unique(id, otherwise string) string {
	if id == "" {
		id = otherwise
	}
	base := id
	for n := 2; r.used[id]; n++ {
		id = fmt.Sprintf("%s_%d", base, n)
	}
	r.used[id] = true
	return id
}
