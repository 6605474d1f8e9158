package host

import (
	"cmp"

	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/text/secrets"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// Note appends what a door did to the journal, with the time and what the options know: door, agent and folder. Where
// outputs aren't kept, nothing is noted. An error is a warning, and the last attempt.
func (h *Host) Note(e journal.Event) {
	if h.keeper == nil || h.keeper.ready() != nil || h.unnoted.Load() {
		return
	}
	e.Time = h.now()
	e.Door, e.Program, e.Dir, e.Session = h.o.Door, h.o.Program, h.o.Dir, cmp.Or(e.Session, h.o.Session)
	e.Command = masked(e.Command)
	if arm := h.Arm(e.Session); arm != "" {
		e.Experiment, e.Arm = h.experiment().Name, string(arm)
	}
	if err := journal.Append(h.keeper.store.JournalDir(), e); err != nil && !h.unnoted.Swap(true) {
		h.warn(err)
	}
}

// masked is a command line without keys and tokens: it stays for longer than its output, and goes into exports.
func masked(command string) string { return string(new(secrets.Masker).Text([]byte(command))) }

// noteResult notes that a result was made for a model. repeat says that it is told by what has changed, asIs that the
// output stands as it is for a text that couldn't be made.
func (h *Host) noteResult(req *summarize.Request, r result.ToolResult, repeat, asIs, kept bool) {
	m := r.Metadata()
	e := journal.Event{
		Kind: journal.Result, Session: req.Session, ID: r.ID(), CallID: req.CallID, Tool: req.Tool,
		Command: called(req),
		Kept:    kept, Strategy: m.Strategy, Level: m.Level, Outcome: r.Outcome().String(),
		Repeat: repeat, Fallback: m.Fallback || asIs || !kept,
		Encoding: m.Encoding, Raw: m.UITokens, Given: m.LLMTokens, Approximate: m.Approximate,
		Bytes: r.Payload().Bytes, SHA256: r.Payload().SHA256, DurationMS: r.Duration().Milliseconds(),
	}
	if err := r.Error(); err != nil {
		e.Error = string(err.Kind)
	}
	if code, known := r.ExitCode(); known {
		e.ExitCode = &code
	}
	h.Note(e)
}

// called is what a person would call a call by, besides its tool.
func called(req *summarize.Request) string { return cmp.Or(req.Command, req.Path, req.Pattern) }

// Whole notes that the door left an output as it is, after Deliver: the model has all of it.
func (h *Host) Whole(session string, r result.ToolResult) {
	h.Note(journal.Event{Kind: journal.Whole, Session: session, ID: r.ID()})
}

// Passed notes an output of so many bytes that the door hands on unread.
func (h *Host) Passed(req summarize.Request, bytes int) {
	h.Note(journal.Event{
		Kind: journal.Passed, Session: req.Session, CallID: req.CallID, Tool: req.Tool, Command: called(&req),
		Bytes: int64(bytes),
	})
}

// Fetched notes that a part of a kept output was printed again: what e says of it, in so many bytes and tokens.
func (h *Host) Fetched(rec *store.Record, e journal.Event) {
	e.Kind, e.ID, e.Session = journal.Fetched, rec.ID, cmp.Or(e.Session, rec.Session)
	h.Note(e)
}
