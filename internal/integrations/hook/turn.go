package hook

import (
	"context"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/claims"
	"github.com/toktee/toktee/internal/integrations/claimcheck"
)

// An ending is the end of a turn.
type ending struct {
	message string // the model's last one
	again   bool   // a hook has made the model go on in this turn
	busy    bool   // something runs in the background

	// answer formats a line for the person; or, with toModel, the reason why the model has to go on.
	answer func(line string, toModel bool) any
}

// stopAnswer is the form of Claude Code and Codex.
func stopAnswer(line string, toModel bool) any {
	if toModel {
		return map[string]string{"decision": "block", "reason": line}
	}
	return map[string]string{"systemMessage": line}
}

// ending returns the end of a turn that an event of Claude Code or Codex tells of.
func (in *claudeInput) ending() *ending {
	return &ending{message: in.Message, again: in.Again, busy: len(in.Background) > 0, answer: stopAnswer}
}

// toModel begins the text for the model.
const toModel = "toktee compared the last message with what this session ran. "

// checkClaims compares the model's last message with the session, and returns the reply for the person or the model:
// nil for nothing, also on any doubt.
func (o *Options) checkClaims(ctx context.Context, ev event) (any, error) {
	end := ev.ended
	made := claims.Find(end.message)
	if len(made) == 0 || end.busy || ev.transcript == "" {
		return nil, nil
	}
	h, err := host.Open(host.Options{
		Dir: ev.dir, Getenv: o.Getenv, Warn: o.log, Integration: "hook", Program: o.Agent,
	})
	if err != nil {
		return nil, err
	}
	is, tellsModel := claimcheck.Asks(h.Settings())
	if !is || h.IsControl(ev.name()) {
		return nil, nil
	}
	record, isWhole, err := claimcheck.Transcript(o.Agent, ev.transcript, ev.dir, ev.agent != "")
	if err != nil {
		return nil, err
	}
	turn := claimcheck.Turn{Session: ev.name(), Claims: made, Record: record, Complete: isWhole && ev.agent == ""}
	line := claimcheck.Line(turn.Check(ctx, h))
	switch {
	case line == "":
		return nil, nil
	case tellsModel && !end.again:
		return end.answer(toModel+line, true), nil
	}
	return end.answer(line, false), nil
}
