package host

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/toktee/toktee/internal/run/spool"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// Deliver turns one call's output into a result, and keeps the output for the person.
//
// The request describes the call and has the output: as Stdout and Stderr, or as a Source, which must be a
// [*spool.Spool]. Deliver ends that recording; the caller removes it. cfg is [Host.Config], or a copy of it that the
// integration changed for this call. Warnings become part of the result's metadata.
//
// The text names the way to the full output only if that was kept. If keeping it failed, the text is made again without
// this line, and a warning names the error. If the pipeline fails, the text is the output as it is, with a warning.
// Three kinds of outputs are never shortened: those of commands that print an earlier one (see [Retrieves]), those that
// the user exempts ([Host.Never]), and those of a session in the control group of an experiment ([Host.Group]).
//
// An error means that there is no result: the context ended, or the output can't be read any more.
func (h *Host) Deliver(
	ctx context.Context, cfg summarize.Config, req summarize.Request, warnings ...string,
) (result.ToolResult, error) {
	r, err := h.deliver(ctx, cfg, req, warnings)
	if err == nil && cfg.Log != nil {
		h.totals.log(cfg.Log, r)
	}
	return r, err
}

// deliver does the work of Deliver, without the log of totals.
func (h *Host) deliver(
	ctx context.Context, cfg summarize.Config, req summarize.Request, warnings []string,
) (result.ToolResult, error) {
	if h.settings != nil && Retrieves(req.Command) || h.Never(req.Command) || h.IsControl(req.Session) {
		cfg.Enabled = false
	}
	req.Envelope = cmp.Or(req.Envelope, cfg.Tools[req.Tool].Envelope) // the kept record depends on it
	warnings = append(warnings, h.endRecording(req.Source)...)
	if h.keeper == nil {
		r, _, err := h.answer(ctx, cfg, req, warnings)
		return r, err
	}
	if err := h.keeper.ready(); err != nil {
		cfg.Recovery = nil
		r, _, err := h.answer(ctx, cfg, req, append(warnings, err.Error()))
		return r, err
	}
	return h.answerAndKeep(ctx, cfg, req, warnings)
}

// endRecording ends a recording and returns its losses as warnings. A file that can't be written is no warning if
// nothing was lost: if the output can't be kept either, that is the warning.
func (h *Host) endRecording(src summarize.Source) []string {
	sp, ok := src.(*spool.Spool)
	if !ok {
		return nil
	}
	err := sp.Close()
	var disk *spool.DiskError
	if err == nil || errors.As(err, &disk) && disk.Lost == 0 {
		return nil
	}
	err = fmt.Errorf("recording the output: %w", err)
	h.warn(err)
	return []string{err.Error()}
}

// answerAndKeep makes the result, and keeps it before it is sent.
func (h *Host) answerAndKeep(
	ctx context.Context, cfg summarize.Config, req summarize.Request, warnings []string,
) (result.ToolResult, error) {
	if req.Source == nil {
		sp := spool.FromBytes(req.Stdout, req.Stderr)
		defer sp.Remove()
		req.Source = sp
	}
	sp, ok := req.Source.(*spool.Spool)
	if !ok {
		return result.ToolResult{}, fmt.Errorf("a source of type %T can't be kept: want a %T", req.Source, sp)
	}
	sp.Compress() // the store needs it soon; it runs while the pipeline works
	past := h.pastOf(cfg, &req)
	past.begin(&req)
	checked := h.checkedOf(&req, past)
	if checked != nil && cfg.Enabled {
		req.History = func(d result.Details, fits func(string) bool) string { return checked.history(&req, d, fits) }
	}
	var piped string
	agentTokens := req.AgentTokens
	if cfg.Enabled {
		piped = h.takePiped(&cfg, &req, sp)
	}
	r, repeat, err := h.answer(ctx, cfg, req, warnings)
	if err != nil {
		return r, err
	}
	r = h.withPiped(r, piped)
	failure := h.keeper.keep(ctx, r, &req, sp)
	if failure == nil {
		past.remember(ctx, req, r)
		checked.record(&req, r, r.ID())
		h.RecordEdit(req)
	} else {
		cfg.Recovery, cfg.Log = nil, nil // the first text was logged
		if again, err := h.summarize(ctx, cfg, req, append(warnings, failure.Error())); err == nil {
			r, repeat = again, false
		}
	}
	req.AgentTokens = agentTokens
	h.noteResult(&req, r, repeat, cfg.Enabled && r.Metadata().Strategy == "", failure == nil)
	return r, nil
}

// answer makes the result. repeat reports whether it is the short answer to a call that the session repeats.
func (h *Host) answer(
	ctx context.Context, cfg summarize.Config, req summarize.Request, warnings []string,
) (r result.ToolResult, repeat bool, err error) {
	r, err = h.summarize(ctx, cfg, req, warnings)
	switch {
	case err != nil || h.repeats == nil:
		return r, false, err
	case h.o.Repeats == RepeatsInStore && h.keeper.ready() != nil:
		return r, false, nil // there is no memory
	}
	h.repeating.Lock()
	defer h.repeating.Unlock()
	if short := h.shown.Shorten(cfg, req, r); h.hasAll(short) {
		r = short
	}
	answer := h.repeats.Answer(cfg, req, r) // a text with pointers counts as one that omits lines
	return answer, answer.LLMContent() != r.LLMContent(), nil
}

// hasAll reports whether the store has all results that a text points at. Without a store, the caller keeps them.
func (h *Host) hasAll(r result.ToolResult) bool {
	if h.keeper == nil {
		return true
	}
	for _, o := range r.Metadata().Omissions {
		if o.As.ID == "" {
			continue
		}
		if _, err := h.keeper.store.Get(o.As.ID); err != nil {
			return false
		}
	}
	return true
}

// RememberShown records that the text of a result was sent to the model, so that later texts can point at its lines
// (see [summarize.Shown]). cfg and req are those of [Host.Deliver]; a request without session, agent and epoch records
// nothing. Deliver doesn't call it, because only the integration knows whether a text was sent. An error is a warning:
// later texts then have no pointers to these lines.
func (h *Host) RememberShown(cfg summarize.Config, req summarize.Request, r result.ToolResult) {
	if h.remembers() {
		h.warnOf(h.shown.Given(cfg, req, r))
	}
}

// RememberShownWhole does the work of RememberShown for an output that was sent as it is.
func (h *Host) RememberShownWhole(cfg summarize.Config, req summarize.Request, r result.ToolResult) {
	if h.remembers() {
		h.warnOf(h.shown.GivenWhole(cfg, req, r))
	}
}

func (h *Host) remembers() bool {
	return h.shown != nil && (h.o.Repeats != RepeatsInStore || h.keeper.ready() == nil)
}

func (h *Host) warnOf(err error) {
	if err != nil {
		h.warn(err)
	}
}

// summarize runs the pipeline. If that fails, the result is the output as it is.
func (h *Host) summarize(
	ctx context.Context, cfg summarize.Config, req summarize.Request, warnings []string,
) (r result.ToolResult, err error) {
	if sp, ok := req.Source.(*spool.Spool); ok {
		if req.Source, err = sp.Digestible(); err != nil {
			return r, err
		}
	}
	r, err = summarize.Summarize(ctx, cfg, req)
	if err != nil && cfg.Enabled {
		failure := fmt.Errorf("the output passes through unchanged: %w", err)
		r, err = summarize.Summarize(ctx, summarize.Config{Encoding: cfg.Encoding}, req)
		if err == nil {
			h.warn(failure)
			warnings = append(warnings, failure.Error())
		}
	}
	if err == nil && len(warnings) > 0 {
		r = r.WithWarnings(warnings...)
	}
	return r, err
}
