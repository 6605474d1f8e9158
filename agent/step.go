package agent

import (
	"context"
	"fmt"

	"github.com/toktee/toktee/agent/model"
	"github.com/toktee/toktee/agent/session"
)

// step asks the model once and runs its calls. The stop reason is "" if an error ended the step.
func (r *run) step(ctx context.Context, number int) (session.StopReason, model.Usage, error) {
	s := &stream{r: r, number: number}
	ctx, s.cancel = context.WithCancelCause(ctx)
	defer s.cancel(nil)
	resp, err := r.a.cfg.Provider.Stream(ctx, r.request(), s.on)
	r.cut = append(r.cut, resp.Cut...)
	r.calls = append(r.calls, s.calls...)
	switch {
	case s.err != nil: // the log can't be written: whatever the model asks for, nothing may be done
		return "", resp.Usage, s.err
	case err != nil:
		return "", resp.Usage, r.skip(ctx, s.calls, err)
	}
	stop, err := r.act(ctx, resp.Stop, s.calls)
	return stop, resp.Usage, err
}

// act does all that the response asks for, and returns the step's stop reason.
func (r *run) act(ctx context.Context, stop session.StopReason, calls []*pending) (session.StopReason, error) {
	switch {
	case stop == session.StopLength:
		text := "Not run: the answer that holds this call ran into its limit of tokens."
		if err := r.refuse(calls, text); err != nil {
			return "", err
		}
		return session.StopLength, errLength
	case len(calls) > 0:
		if err := r.runCalls(ctx, calls); err != nil {
			return "", err
		}
		return session.StopToolUse, nil
	case stop == session.StopEnd:
		return session.StopEnd, nil
	}
	return "", fmt.Errorf("%s: stop reason %q without a call", r.a.cfg.Provider.Name(), stop)
}

// request returns the next request: the conversation so far, repaired, without anything that is only for the person.
func (r *run) request() model.Request {
	c := &r.a.cfg
	items := append(append([]session.Item{}, r.before...), r.turn.Items()...)
	return model.Request{
		Model: c.Model, System: c.System, Effort: c.Effort, MaxTokens: c.MaxTokens, Tools: c.Tools,
		View: session.NewView(items, &session.ViewOptions{Mask: c.Mask, Model: c.Model}),
	}
}

// A stream puts each part of a response into the log as soon as it is complete.
type stream struct {
	r        *run
	number   int                     // of the step
	cancel   context.CancelCauseFunc // ends the request
	response string                  // the response's id in the log, "" before its first item
	calls    []*pending
	err      error // of the log
}

// on takes one event of the provider. After an error of the log it keeps nothing more.
func (s *stream) on(e model.Event) {
	switch e := e.(type) {
	case model.TextDelta:
		s.r.emit(Text{e.Text})
	case model.ThoughtDelta:
		s.r.emit(Thought{e.Text})
	case model.CallDelta:
		s.r.emit(Arguments{e.ID, e.Name, e.Bytes})
	case model.Retry:
		s.r.emit(Retry{e.Attempt, e.After, e.Err.Error()})
	case model.Done:
		if s.err != nil {
			return
		}
		if s.err = s.save(e); s.err != nil {
			s.cancel(s.err)
		}
	}
}

// save appends an item to the log. Ids that the conversation has already are made unique: some servers count from 0 in
// every response, or send no ids.
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

// unique returns the id, or fallback if there is none, with a number appended if the conversation has it already. The
// conversation has the id from now on.
func (r *run) unique(id, fallback string) string {
	if id == "" {
		id = fallback
	}
	base := id
	for n := 2; r.used[id]; n++ {
		id = fmt.Sprintf("%s_%d", base, n)
	}
	r.used[id] = true
	return id
}
