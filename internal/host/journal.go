package host

import (
	"cmp"

	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/text/secrets"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// Note appends an event to the journal, with the time and with the integration, agent and folder of the options. It
// does nothing if outputs aren't kept. After its first error, which is a warning, it appends no more.
func (h *Host) Note(e journal.Event) {
	if h.keeper == nil || h.keeper.ready() != nil || h.unnoted.Load() {
		return
	}
	e.Time = h.now()
	e.Door, e.Program, e.Dir, e.Session = h.o.Integration, h.program(), h.o.Dir, cmp.Or(e.Session, h.o.Session)
	// The journal outlives the outputs, and is exported.
	e.Command, e.Line = secrets.Mask(e.Command), secrets.Mask(e.Line)
	if group := h.Group(e.Session); group != "" {
		e.Experiment, e.Arm = h.experiment().Name, string(group)
	}
	if err := journal.Append(h.keeper.store.JournalDir(), e); err != nil && !h.unnoted.Swap(true) {
		h.warn(err)
	}
}

// noteResult records a result that was made for a model. repeat marks the short answer to a repeated call, asIs an
// output that is sent as it is because the pipeline failed.
func (h *Host) noteResult(req *summarize.Request, r result.ToolResult, repeat, asIs, kept bool) {
	m := r.Metadata()
	e := journal.Event{
		Kind: journal.Result, Session: req.Session, ID: r.ID(), CallID: req.CallID, Tool: req.Tool,
		Command: called(req),
		Kept:    kept, Strategy: m.Strategy, Level: m.Level, Outcome: r.Outcome().String(),
		Repeat: repeat, Fallback: m.Fallback || asIs || !kept,
		Encoding: m.Encoding, Raw: m.UITokens, Without: h.without(req, r), Given: m.LLMTokens,
		Approximate: m.Approximate,
		Bytes:       r.Payload().Bytes, SHA256: r.Payload().SHA256, DurationMS: r.Duration().Milliseconds(),
	}
	if err := r.Error(); err != nil {
		e.Error = string(err.Kind)
	}
	if code, known := r.ExitCode(); known {
		e.ExitCode = &code
	}
	h.Note(e)
}

// called returns the command, path or pattern of a call.
func called(req *summarize.Request) string { return cmp.Or(req.Command, req.Path, req.Pattern) }

// NotePassThrough records that the integration sent an output as it is, after [Host.Deliver]: the model has all of it.
func (h *Host) NotePassThrough(session string, r result.ToolResult) {
	h.Note(journal.Event{Kind: journal.Whole, Session: session, ID: r.ID()})
}

// NoteSent records that the integration sent other text than that of a result, after [Host.Deliver]: so many tokens,
// where the agent alone would have sent the others.
func (h *Host) NoteSent(session string, r result.ToolResult, sent, without string) {
	h.Note(journal.Event{
		Kind: journal.Whole, Session: session, ID: r.ID(), Given: h.Count(sent), Without: h.Count(without),
	})
}

// NoteControl records an output of so many bytes that was sent unread, as all are in a session of the control group.
func (h *Host) NoteControl(req summarize.Request, bytes int) {
	h.Note(journal.Event{
		Kind: journal.Passed, Session: req.Session, CallID: req.CallID, Tool: req.Tool, Command: called(&req),
		Bytes: int64(bytes),
	})
}

// Fetched records that a part of a kept output was re-read. e has the part, its bytes and its tokens.
func (h *Host) Fetched(rec *store.Record, e journal.Event) {
	e.Kind, e.ID, e.Session = journal.Fetched, rec.ID, cmp.Or(e.Session, rec.Session)
	h.Note(e)
}
